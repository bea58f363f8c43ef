// The addresses in the sandbox. The cities are real, and the streets and house numbers are invented. An invented
// address might exist by coincidence, because many towns have a Main St. The cities, coordinates and ZIP codes come
// from GeoNames (CC BY 4.0, see data/README.md).
//
// The first line of each block contains a city, the city's state, and the latitude and longitude of the city's first
// street. Each of the block's other lines describes a street: the ZIP code, the +4 code of the even house numbers, the
// street's name, and the house numbers with their units. The +4 code of the odd house numbers is higher by 1. If the
// rules in `suggestions.ts` do not determine the order of two suggestions, the suggestions appear in the order of this
// list.

export const fixture = `
Springfield, IL 39.79014 -89.65761
  62701-2413 W Main St: 1226 (Apt 1 2 3 4) 1235 (Ste 100 200) 1241 1252 1261
  62702-1310 Lantern Ave: 12 14 18 27 33
  62704-2107 N Quillfeather Rd: 400 (Unit 1 2) 412 431 466
  62703-3318 Spring Thistle Ln: 7 9 16

New York, NY 40.71400 -74.00600
  10007-1106 Lantern St: 12 (Apt 1A 1B 2A 2B) 18 (Apt 1 2 3) 40 (Fl 2 3 4)
  10013-2204 Copperkettle Ave: 230 (Ste 1400 1500) 244 260
  10004-1502 E 3rd Tidewick St: 301 (# 4 5) 317
  10038-3120 Main St: 2623 2631

Los Angeles, CA 34.05200 -118.24400
  90013-1404 S Larkhollow Blvd: 600 (Unit 101 102 201) 648 702
  90012-2016 Candlewright Way: 8 11 15
  90014-1120 W 4th Millwheel St: 519 (Ste 300 310) 533
  90021-2550 Main St: 4410 4422

Chicago, IL 41.86800 -87.64000
  60607-4402 N Millwheel Ave: 1520 (Unit 1N 1S 2N) 1533 1548
  60605-2114 S Pebbleford St: 88 95 (Apt 3 4)
  60616-1208 Foxglade Ct: 3 5 6
  60608-3017 W Main St: 410

Houston, TX 29.76000 -95.36300
  77002-5218 Saddlethorn Dr: 2100 (Ste 10 20) 2114 2150
  77003-1733 Main St: 980 992
  77007-2306 Windermoor Ln: 31 35 44

Phoenix, AZ 33.44800 -112.07400
  85004-1618 E Saguaro Bell Rd: 1701 1744 1766 (# 1 2 3)
  85003-2204 N 9th Cobblewick Ave: 230 255

Philadelphia, PA 39.95200 -75.16400
  19107-2916 Brambleshaw St: 714 (Apt 1F 2F 2R) 722
  19102-1450 S Quillfeather Sq: 1 2 9

San Diego, CA 32.71600 -117.16000
  92101-4520 Harborwick Ave: 1310 (Unit 5 6 7) 1345
  92103-2708 Tidewick Ter: 22 24

Austin, TX 30.27000 -97.74300
  78701-2718 Copperkettle Cir: 4 8 12
  78704-1166 S 1st Foxglade St: 916 (Apt A B C) 930

Seattle, WA 47.60600 -122.33200
  98104-1712 Tidewick Pl NE: 909 (Apt 10 11 12) 917
  98101-2040 8th Lantern Ave: 1801 1815

Denver, CO 39.73900 -104.98500
  80203-2516 Millwheel St: 225 (Ste 400 500) 236
  80202-1419 E Cobblewick Ave: 17 18 19

Washington, DC 38.89500 -77.03600
  20002-5108 4th Ave SE: 1212 (Apt 1 2) 1220
  20005-3342 Foxglade Rd NW: 1500 1517 (Ste 600)

Boston, MA 42.35800 -71.05900
  02108-1604 Brambleshaw St: 6 (Apt 1 2 3) 8
  02110-2212 Harborwick Sq: 44 45

Miami, FL 25.77400 -80.19400
  33130-1812 Main St: 735 741
  33131-2420 NW Pelican Thistle Dr: 380 (Unit 901 902) 392

Portland, OR 45.52000 -122.67600
  97205-1718 Main St: 735 750
  97204-2930 SW Windermoor St: 1120 (Apt 5 6) 1133

Salt Lake City, UT 40.76000 -111.89100
  84101-1244 Main St: 735 760
  84111-2606 E Saguaro Bell Way: 27 29

Saint Paul, MN 44.94400 -93.09300
  55102-1928 2nd St: 1839 1846 (# 1 2)
  55101-2310 Saint Thistle Ave: 40 42

Honolulu, HI 21.30700 -157.85800
  96813-4205 Plumeria Lantern St: 600 (Unit 1 2) 622

Anchorage, AK 61.21800 -149.90000
  99501-2108 W 5th Oakmarrow Ave: 810 822

San Juan, PR 18.46500 -66.10600
  00901-1512 Calle Farolito: 12 14 (Apt 1 2)
`;
