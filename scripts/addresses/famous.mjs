// Streets that people try first, in their cities. Names, directions and ZIP codes are facts, and so are the
// numbers of some public buildings; other numbers are invented.
// Columns: city, state, direction before, name, suffix, direction behind, ZIP codes along the street, numbers:
// a house, a house with a ZIP code of its own (`350@10118`), or the ends of the street (`1-1500`).

/** One street a line. */
export const famousStreets = `
New York|NY||Broadway|||10004 10007 10012 10003 10001 10036 10019 10023 10025|1-2800 26 120 233 1500 1681 1697 2020
New York|NY||5th|Ave||10003 10001 10016 10018 10036 10022 10065 10128|1-1200 350@10118 476 500 721 725 767 1000 1071
New York|NY||Park|Ave||10016 10017 10022 10021|1-1200 200 230 245 270 432
New York|NY||Madison|Ave||10010 10016 10017 10022|1-1100 1 200 383
New York|NY||Lexington|Ave||10010 10016 10017 10022|1-1600 405@10174 731
New York|NY||Wall|St||10005|1-120 11 14 23 40
New York|NY||Canal|St||10013 10002|1-440
New York|NY||Houston|St||10012 10014|1-200
New York|NY|E|Houston|St||10002 10012|1-500 205
New York|NY|W|42nd|St||10036 10018|1-600 1 234
New York|NY|E|42nd|St||10017 10168|1-340 89 405
New York|NY|W|34th|St||10001|1-500 151
New York|NY|W|57th|St||10019|1-500 157 217
New York|NY|W|4th|St||10012 10014|1-340
New York|NY||Bleecker|St||10012 10014|1-400
New York|NY||Central Park||W|10023 10024|1-450 115
New York|NY||Avenue of the Americas|||10011 10018 10036 10019 10020|1-1400 1260 1221
New York|NY||7th|Ave||10001 10018 10019|1-900 881
New York|NY||8th|Ave||10011 10001 10018|1-950 620
New York|NY||Amsterdam|Ave||10023 10024 10025 10027|1-1800 1047
New York|NY|W|125th|St||10027|1-600 253
New York|NY||Spring|St||10012 10013|1-350
New York|NY||Water|St||10004 10038|1-600
New York|NY|W|72nd|St||10023|1-320 1
New York|NY||Fulton|St||10038|1-280
New York|NY||Rockefeller|Plz||10111 10112 10020|10-50 30@10112 45@10111
Brooklyn|NY||Flatbush|Ave||11217 11238 11226|1-2200
Brooklyn|NY||Atlantic|Ave||11201 11217 11216|1-1600 620@11217
Brooklyn|NY||Bedford|Ave||11211 11249 11216|1-2200
Brooklyn|NY||Surf|Ave||11224|500-3700 1208
Bronx|NY||Grand Concourse|||10451 10456 10458|100-2900
Bronx|NY|E|161st|St||10451|1-900 1
Staten Island|NY||Hylan|Blvd||10305 10306|1-4200
Jamaica|NY||Jamaica|Ave||11432 11418|8000-18000
Buffalo|NY||Elmwood|Ave||14201 14222|1-1600
Buffalo|NY||Delaware|Ave||14202 14209|1-1700
Niagara Falls|NY||Rainbow|Blvd||14303|1-800
Albany|NY||State|St||12207 12210|1-900
Los Angeles|CA||Sunset|Blvd||90012 90026 90028 90046|1000-8000 6400
Los Angeles|CA||Hollywood|Blvd||90027 90028 90046|4700-8100 6801 6925
Los Angeles|CA||Wilshire|Blvd||90017 90010 90036 90025|600-11700 5905
Los Angeles|CA|S|Broadway|||90012 90013 90014 90015|100-1500 304
Los Angeles|CA|S|Figueroa|St||90017 90015 90007|200-4000 1111
Los Angeles|CA||Melrose|Ave||90029 90038 90046|3900-8300 5555
Los Angeles|CA||Mulholland|Dr||90046 90068 90077|6300-15000
Los Angeles|CA||Santa Monica|Blvd||90029 90038 90025|4000-11700
Los Angeles|CA||La Brea|Ave||90036 90019|100-2800
Los Angeles|CA|N|Vine|St||90028 90038|600-2000 1750
Los Angeles|CA|S|Grand|Ave||90012 90071 90015|100-1700 111
Los Angeles|CA|S|Main|St||90012 90013 90014|100-1600
Beverly Hills|CA|N|Rodeo|Dr||90210|200-500 342
Beverly Hills|CA||Wilshire|Blvd||90210 90212|8200-9900 9500
Beverly Hills|CA||Sunset|Blvd||90210|8800-9900 9641
Santa Monica|CA||Ocean|Ave||90401 90402|100-2800
Santa Monica|CA||Pico|Blvd||90405|1-3400
Malibu|CA||Pacific Coast|Hwy||90265|18000-33000
Long Beach|CA|E|Ocean|Blvd||90802 90803|1-5300
Anaheim|CA|S|Harbor|Blvd||92802 92805|100-2200 1313
Burbank|CA|W|Olive|Ave||91502 91505 91506|1-4000
Pasadena|CA|E|Colorado|Blvd||91101 91106 91107|1-3600
San Diego|CA||5th|Ave||92101 92103|200-3900
San Diego|CA||Harbor|Dr||92101|1-3000 1
San Diego|CA||Broadway|||92101 92102|1-3000
San Francisco|CA||Market|St||94105 94103 94102 94114|1-3500 1 1355
San Francisco|CA||Lombard|St||94133 94123|1-3200 1000
San Francisco|CA||Mission|St||94105 94103 94110|1-5000 415
San Francisco|CA||Castro|St||94114|1-1900 429
San Francisco|CA||Haight|St||94102 94117|1-1900
San Francisco|CA||Valencia|St||94103 94110|1-1600
San Francisco|CA||Van Ness|Ave||94102 94109|1-3000
San Francisco|CA||Geary|Blvd||94115 94118 94121|2000-8000
San Francisco|CA||Columbus|Ave||94133 94111|1-1300 261
San Francisco|CA||Embarcadero|||94111 94105 94133|1-500
San Francisco|CA||Broadway|||94111 94133 94109|1-2900
San Francisco|CA||Folsom|St||94105 94103 94110|1-3300
Oakland|CA||Broadway|||94607 94612 94611|1-6000
Oakland|CA||Telegraph|Ave||94612 94609|1600-6700
Berkeley|CA||Telegraph|Ave||94704 94705|2300-3200
Berkeley|CA||University|Ave||94702 94704 94710|500-2200
San Jose|CA|W|Santa Clara|St||95113 95126|1-900
San Jose|CA|N|1st|St||95112 95131|1-4200
Palo Alto|CA||University|Ave||94301|1-1500
Palo Alto|CA||El Camino Real|||94301 94306|1-4300
Mountain View|CA||Amphitheatre|Pkwy||94043|1200-2000 1600
Mountain View|CA||Castro|St||94041 94040|100-1200
Menlo Park|CA||Sand Hill|Rd||94025|2000-3000
Menlo Park|CA||Hacker|Way||94025|1-10 1
Cupertino|CA||Infinite|Loop||95014|1-6 1
Cupertino|CA||Apple Park|Way||95014|1-10 1
Sacramento|CA||Capitol|Mall||95814|1-1000
Sacramento|CA||J|St||95814 95816|1-5600
Fresno|CA||Blackstone|Ave||93701 93703|100-5700
Washington|DC||Pennsylvania|Ave|NW|20004 20006 20037|200-3000 1111 1300 1600@20500
Washington|DC||Pennsylvania|Ave|SE|20003 20020|200-3300
Washington|DC||Constitution|Ave|NW|20001 20004|300-2300 1000 1400@20560
Washington|DC||Massachusetts|Ave|NW|20001 20005 20036 20008|1-4900
Washington|DC||Connecticut|Ave|NW|20036 20008|1000-5600
Washington|DC||K|St|NW|20005 20006|1000-2200
Washington|DC||Wisconsin|Ave|NW|20007 20016|900-5300
Washington|DC||M|St|NW|20036 20037 20007|1100-3600
Washington|DC||1st|St|NE|20002|1-1500 1@20543
Washington|DC||U|St|NW|20009|900-2000 1213
Washington|DC||Independence|Ave|SW|20024|200-1500 600@20560
Washington|DC||14th|St|NW|20005 20009 20010|500-3800
Chicago|IL|N|Michigan|Ave||60601 60611|1-1000 401 435 875
Chicago|IL|S|Michigan|Ave||60603 60604 60605|1-2400 111
Chicago|IL|N|State|St||60602 60654 60610|1-1500 175
Chicago|IL|S|State|St||60603 60605|1-3500
Chicago|IL|N|Lake Shore|Dr||60611 60610 60657|400-3900
Chicago|IL|W|Wacker|Dr||60601 60606|1-400
Chicago|IL|S|Wacker|Dr||60606|1-400 233
Chicago|IL|N|Clark|St||60610 60614 60613 60640|1-7500 1060
Chicago|IL|W|Addison|St||60613 60618|1000-4000 1060
Chicago|IL|N|Halsted|St||60614 60657|800-3800
Chicago|IL|W|Madison|St||60602 60661 60612|1-2000 1901
Chicago|IL|N|Milwaukee|Ave||60622 60647|500-3000
Chicago|IL|N|Broadway|St||60657 60640|2800-6400
Chicago|IL|W|Division|St||60610 60622|1-2600
Springfield|IL|E|Capitol|Ave||62701|100-1100
Houston|TX||Main|St||77002 77004|100-4800
Houston|TX||Westheimer|Rd||77006 77098 77056|1-6000
Houston|TX||Kirby|Dr||77019 77098 77005|2000-7000
Houston|TX||Texas|Ave||77002|500-1600
Dallas|TX||Elm|St||75201 75202 75226|300-3500 411
Dallas|TX||Main|St||75201 75202 75226|300-3800
Dallas|TX|N|Akard|St||75201|100-2400
Dallas|TX||McKinney|Ave||75201 75204|1900-4500
Austin|TX||Congress|Ave||78701|1-1700 1100
Austin|TX|S|Congress|Ave||78704|100-4500
Austin|TX|E|6th|St||78701 78702|1-2600
Austin|TX|W|6th|St||78701 78703|1-1600
Austin|TX||Guadalupe|St||78701 78705|200-3000
Austin|TX||Lamar|Blvd||78703 78704|100-5000
San Antonio|TX||Alamo|Plz||78205|100-400 300
San Antonio|TX|E|Houston|St||78205 78202|1-900
Fort Worth|TX||Main|St||76102 76164|100-2600
El Paso|TX||Mesa|St||79901 79902|100-4500
Galveston|TX||Seawall|Blvd||77550 77551|400-6100
Philadelphia|PA||Market|St||19103 19104 19106|100-4000 1400
Philadelphia|PA|S|Broad|St||19102 19146 19148|1-3600
Philadelphia|PA|N|Broad|St||19102 19107 19130|1-2000 1
Philadelphia|PA||Chestnut|St||19103 19104 19106|100-4200 520
Philadelphia|PA||Walnut|St||19102 19103 19106|100-4200
Philadelphia|PA||South|St||19146 19147|1-2300
Philadelphia|PA||Arch|St||19103 19106|100-2200 239
Philadelphia|PA||Benjamin Franklin|Pkwy||19103 19130|1600-2600 2600
Philadelphia|PA||Passyunk|Ave||19147 19148|500-2000
Pittsburgh|PA||Forbes|Ave||15213 15217 15219|100-6600 5000
Pittsburgh|PA||Fifth|Ave||15213 15219 15232|100-6600
Pittsburgh|PA||Carson|St||15203|1-3000
Pittsburgh|PA||Penn|Ave||15201 15222 15224|500-5600
Scranton|PA||Slough|Ave||18503|1700-1740 1725
Hershey|PA||Chocolate|Ave||17033|1-1000
Gettysburg|PA||Baltimore|St||17325|1-800
Phoenix|AZ|N|Central|Ave||85003 85004 85012|1-5600
Phoenix|AZ|E|Camelback|Rd||85014 85016|1-4400
Phoenix|AZ|E|Van Buren|St||85004 85006|1-5200
Scottsdale|AZ|N|Scottsdale|Rd||85251 85254|2700-16000
Tucson|AZ|E|Speedway|Blvd||85705 85716|1-6000
Tempe|AZ|S|Mill|Ave||85281 85282|1-3300
San Diego|CA||Coast|Blvd||92037|100-1100
Jacksonville|FL|W|Bay|St||32202 32204|1-800
Miami|FL||Biscayne|Blvd||33131 33132 33137|100-6000
Miami|FL||Brickell|Ave||33129 33131|400-2500
Miami|FL|SW|8th|St||33130 33135|100-3700
Miami Beach|FL||Ocean|Dr||33139|1-1500 1116
Miami Beach|FL||Collins|Ave||33139 33140 33141|100-7900 1901
Miami Beach|FL||Lincoln|Rd||33139|100-1700 1111
Miami Beach|FL||Washington|Ave||33139|100-1700
Key West|FL||Duval|St||33040|1-1300
Key West|FL||Whitehead|St||33040|200-1300 907
Orlando|FL||International|Dr||32819 32821|4900-12000
Orlando|FL||Orange|Ave||32801 32806|1-5000
Fort Lauderdale|FL||Las Olas|Blvd||33301|1-2600
Tampa|FL|E|7th|Ave||33602 33605|1200-3000
Daytona Beach|FL|S|Atlantic|Ave||32118|1-3600
Atlanta|GA||Peachtree|St|NE|30303 30308 30309|1-1700 1280
Atlanta|GA||Peachtree|St|NW|30303|1-300
Atlanta|GA||Auburn|Ave|NE|30303 30312|1-700 501
Atlanta|GA||Ponce de Leon|Ave|NE|30308 30306|1-1200 675
Savannah|GA||Bull|St||31401|1-2500
Savannah|GA|E|River|St||31401|1-500
Boston|MA||Beacon|St||02108 02116 02215|1-900 24 84
Boston|MA||Newbury|St||02115 02116|1-450
Boston|MA||Boylston|St||02115 02116 02199|1-1300 700
Boston|MA||Commonwealth|Ave||02115 02116 02215|1-1300
Boston|MA||State|St||02109|1-300 206@02109
Boston|MA||Tremont|St||02108 02111 02118|1-1500
Boston|MA||Washington|St||02108 02111 02118|1-1900
Boston|MA||Hanover|St||02108 02113|1-450
Boston|MA||Jersey|St||02215|1-120 4
Boston|MA||Massachusetts|Ave||02115 02118|1-1200
Cambridge|MA||Massachusetts|Ave||02138 02139 02140|1-2600 77
Cambridge|MA||Harvard|St||02138 02139|1-500
Cambridge|MA||Brattle|St||02138|1-250 105
Salem|MA||Essex|St||01970|1-430 310
Seattle|WA||Pike|St||98101 98122|1-1700 85
Seattle|WA||Pine|St||98101 98122|1-2400
Seattle|WA||1st|Ave||98101 98104 98121|1-3200
Seattle|WA||Broad|St||98109 98121|1-700 400
Seattle|WA|E|Pike|St||98122|100-3400
Seattle|WA||Broadway|||98122|500-1900
Seattle|WA||Broadway||E|98102|100-1000
Seattle|WA||University|Way|NE|98105|3900-5700
Redmond|WA||Microsoft|Way||98052|1-20 1
Bellevue|WA||Bellevue|Way|NE|98004|1-3400
Spokane|WA|W|Riverside|Ave||99201|100-2200
Denver|CO||Broadway|||80203 80209 80210|1-2000
Denver|CO|E|Colfax|Ave||80203 80206 80218|1-4000 200
Denver|CO|W|Colfax|Ave||80204|1-5000
Denver|CO||16th|St||80202 80265|1-1900
Denver|CO||Larimer|St||80202 80204 80205|1000-3900
Boulder|CO||Pearl|St||80302|500-3000
Boulder|CO||Broadway|||80302 80304|900-4700
Aspen|CO|E|Main|St||81611|100-700
Colorado Springs|CO|N|Tejon|St||80903|1-2300
Las Vegas|NV|S|Las Vegas|Blvd||89101 89104 89109|1-4300 2000 3131 3355 3570 3600 3799
Las Vegas|NV||Fremont|St||89101|1-3000 128
Las Vegas|NV||Flamingo|Rd||89109 89103|1-4900
Reno|NV|N|Virginia|St||89501 89503|1-2900
Detroit|MI||Woodward|Ave||48201 48202 48226|1-8000 2211 5200
Detroit|MI||Michigan|Ave||48216 48226|100-6000
Detroit|MI|W|Grand|Blvd||48202 48208|1-3100 2648
Ann Arbor|MI||State|St||48104 48109|100-2800
Cleveland|OH||Euclid|Ave||44103 44106 44114 44115|1-11000
Cleveland|OH||Superior|Ave||44114|100-3900
Columbus|OH|N|High|St||43201 43215|1-3400
Columbus|OH|S|High|St||43206 43215|1-2000
Cincinnati|OH||Vine|St||45202 45219|100-3500
Cincinnati|OH||Elm|St||45202|300-1900 1241
Indianapolis|IN|N|Meridian|St||46204 46208|1-4600
Indianapolis|IN||Monument|Cir||46204|1-130 1
Indianapolis|IN||Massachusetts|Ave||46204|300-1000
Nashville|TN||Broadway|||37201 37203|100-1700 422
Nashville|TN||Demonbreun|St||37203|200-1700 222
Nashville|TN||Music Row|||37203|1-60
Memphis|TN||Beale|St||38103|1-600 126
Memphis|TN|S|Main|St||38103|1-600
Memphis|TN||Elvis Presley|Blvd||38106 38116|1000-4000 3764
New Orleans|LA||Bourbon|St||70112 70116|100-1300 733 941
New Orleans|LA||Canal|St||70112 70119 70130|1-5000
New Orleans|LA||Saint Charles|Ave||70115 70118 70130|200-8000
New Orleans|LA||Magazine|St||70115 70130|300-6300 945
New Orleans|LA||Royal|St||70112 70116 70130|100-1500
New Orleans|LA||Frenchmen|St||70116 70117|400-2400
New Orleans|LA||Decatur|St||70116 70130|100-1400 800
Baton Rouge|LA||Government|St||70802 70806|100-7900
Minneapolis|MN||Hennepin|Ave||55401 55403|1-2400
Minneapolis|MN||Nicollet|Mall||55401 55402 55403|200-1300
Minneapolis|MN||Lake|St|E|55407 55408|1-4600
Saint Paul|MN||Summit|Ave||55102 55105|200-2300 240
Saint Paul|MN||Grand|Ave||55102 55105|500-2300
Milwaukee|WI|E|Wisconsin|Ave||53202|1-1000 777
Milwaukee|WI|W|Wisconsin|Ave||53203 53233|100-4000
Madison|WI||State|St||53703|100-800
Green Bay|WI||Lombardi|Ave||54304|800-2600 1265
Portland|OR|W|Burnside|St||97209 97210|1-2500 1005
Portland|OR|E|Burnside|St||97214 97215|1-8000
Portland|OR|SE|Hawthorne|Blvd||97214 97215|1000-5000
Portland|OR|SW|Broadway|||97201 97205|300-2200 1037
Portland|OR|NW|23rd|Ave||97210|1-1100
Salem|OR||Court|St|NE|97301|200-2600 900
Eugene|OR||Willamette|St||97401 97405|500-4900
Baltimore|MD|N|Charles|St||21201 21218|1-3900
Baltimore|MD|E|Pratt|St||21202|1-1000
Baltimore|MD||Eastern|Ave||21224 21231|1000-4900
Annapolis|MD||State|Cir||21401|1-110 100
Bethesda|MD||Rockville|Pike||20814|8000-9800 9000
Rockville|MD||Rockville|Pike||20850 20852|1-12000
Charlotte|NC|S|Tryon|St||28202 28203|100-3000
Charlotte|NC|N|Tryon|St||28202 28206|100-4500
Raleigh|NC||Fayetteville|St||27601|1-800
Raleigh|NC||Hillsborough|St||27603 27605 27607|100-4000
Durham|NC||Main|St||27701|100-2300
Asheville|NC||Biltmore|Ave||28801|1-500
Charleston|SC||King|St||29401 29403|1-700
Charleston|SC||Meeting|St||29401 29403|1-1100
Myrtle Beach|SC|N|Ocean|Blvd||29577 29572|100-9600
Columbia|SC||Gervais|St||29201|500-2400 1100
Richmond|VA||Monument|Ave||23220 23221|1600-4600
Richmond|VA||Cary|St||23219 23220 23221|1-3600
Alexandria|VA||King|St||22314 22302|1-4400
Arlington|VA||Wilson|Blvd||22201 22203 22209|1100-6000
Arlington|VA||Army Navy|Dr||22202|400-2000
Norfolk|VA||Granby|St||23510 23517|100-4300
Virginia Beach|VA||Atlantic|Ave||23451|200-8500
Hartford|CT||Farmington|Ave||06105|1-1000 351
Hartford|CT||Capitol|Ave||06106|1-700 210
New Haven|CT||Chapel|St||06510 06511|700-1500
Providence|RI||Benefit|St||02903|1-450
Providence|RI||Thayer|St||02906|1-500
Newport|RI||Bellevue|Ave||02840|1-700 424
Portland|ME||Congress|St||04101 04102|1-1200
Portland|ME||Commercial|St||04101|1-500
Burlington|VT||Church|St||05401|1-250
Manchester|NH||Elm|St||03101 03104|100-2000
Princeton|NJ||Nassau|St||08540 08542|1-400
Atlantic City|NJ||Boardwalk|||08401|1000-3900 1000
Newark|NJ||Broad|St||07102 07104|1-1200
Hoboken|NJ||Washington|St||07030|1-1400
Jersey City|NJ||Grove|St||07302|100-700
Kansas City|MO||Main|St||64105 64108 64111|400-5000
Kansas City|MO||Broadway|Blvd||64105 64111|700-4400 1601
Saint Louis|MO||Market|St||63101 63103|1-2600
Saint Louis|MO||Delmar|Blvd||63108 63112 63130|3500-6700
Branson|MO|W|Highway 76|||65616|100-4000
Louisville|KY||Bardstown|Rd||40204 40205|900-3200
Louisville|KY|W|Main|St||40202|100-1000 800
Louisville|KY|S|4th|St||40202 40203 40208|100-3200
Lexington|KY|W|Main|St||40507 40508|100-1100
Birmingham|AL||20th|St|N|35203|100-1100
Birmingham|AL||16th|St|N|35203|100-700 1530
Montgomery|AL||Dexter|Ave||36104|1-700 454 600
Jackson|MS||Capitol|St||39201|100-1100
Little Rock|AR||President Clinton|Ave||72201|100-1300 1200
Bentonville|AR||Main|St||72712|100-1300 105
Oklahoma City|OK|NW|23rd|St||73103 73106|1-3200
Oklahoma City|OK|N|Broadway|Ave||73102 73103|1-1200
Tulsa|OK|S|Boston|Ave||74103 74119|1-1500
Wichita|KS|E|Douglas|Ave||67202 67211|100-3900
Omaha|NE||Dodge|St||68102 68131 68132|800-7200
Omaha|NE||Farnam|St||68102 68131|1000-5100 3555
Lincoln|NE||O|St||68508 68510|100-7000
Des Moines|IA|E|Grand|Ave||50309|100-1500
Sioux Falls|SD||Phillips|Ave||57104|100-700
Rapid City|SD||Mount Rushmore|Rd||57701|100-2700
Fargo|ND||Broadway||N|58102|1-2300
Billings|MT|N|Broadway|||59101|1-1200
Bozeman|MT|E|Main|St||59715|1-900
Cheyenne|WY|W|Lincolnway|||82001|100-2000
Jackson|WY|W|Broadway|||83001|1-1500
Boise|ID|W|Main|St||83702|500-3000
Salt Lake City|UT||Main|St||84101 84111|1-1300
Salt Lake City|UT|S|Temple|||84101|1-700 50
Salt Lake City|UT|S|State|St||84111 84115|1-3000
Park City|UT||Main|St||84060|100-900
Albuquerque|NM||Central|Ave|NW|87102 87104|1-4500
Albuquerque|NM||Central|Ave|SE|87102 87106 87108|1-9000
Santa Fe|NM||Canyon|Rd||87501|100-1300
Santa Fe|NM||Palace|Ave||87501|1-600 105
Honolulu|HI||Kalakaua|Ave||96814 96815|1200-2900 2259
Honolulu|HI||Ala Moana|Blvd||96813 96814|500-1700 1450
Honolulu|HI||King|St||96813 96814|1-2500
Lahaina|HI||Front|St||96761|500-1300
Anchorage|AK|W|4th|Ave||99501|100-1000
Juneau|AK||Franklin|St||99801|100-500
Wilmington|DE|N|Market|St||19801|100-1400
San Juan|PR||Ashford|Ave||00907|800-1500 999
San Juan|PR||Ponce de Leon|Ave||00907 00909|100-1900
`
  .trim()
  .split('\n');

/** The cities of these streets, as `city|state`. */
export const famousCities = famousStreets.map((line) => line.split('|').slice(0, 2).join('|'));

/** Their ZIP codes, by city. */
export const famousZips = new Map();
for (const line of famousStreets) {
  const [city, state, , , , , zips, numbers] = line.split('|');
  const key = `${city}|${state}`;
  const own = [...numbers.matchAll(/@(\d{5})/g)].map(([, zip]) => zip);
  const known = famousZips.get(key) ?? famousZips.set(key, new Set()).get(key);
  for (const zip of [...zips.split(' '), ...own]) known.add(zip);
}
