// What people type for an address and which one they mean, written by hand before the search was tried on it.
// Columns: query | a part of the line that is meant: number, street, unit, city, state, ZIP code. Misses stay in.

/** As an autocomplete field sends it. */
export const autocompleteQueries = `
  350 5th ave new york                  | 350 5th Ave, New York, NY, 10118
  350 fifth avenue                      | 350 5th Ave, New York, NY, 10118
  350 5th av                            | 350 5th Ave, New York, NY, 10118
  350 5th ave nyc                       | 350 5th Ave, New York, NY, 10118
  350 5th ave, new york, ny 10118       | 350 5th Ave, New York, NY, 10118
  350 5                                 | 350 5th Ave, New York, NY
  broadway                              | Broadway, New York, NY
  brodway                               | Broadway, New York, NY
  broadw                                | Broadway, New York, NY
  1681 broadway                         | 1681 Broadway, New York, NY
  1681 broadway manhattan               | 1681 Broadway, New York, NY
  mian st                               | Main St,
  main street                           | Main St,
  main st houston                       | Main St, Houston, TX
  mian st houston                       | Main St, Houston, TX
  main st los angeles                   | Main St, Los Angeles, CA
  1600 pennsylvania ave                 | 1600 Pennsylvania Ave NW, Washington, DC, 20500
  1600 pennsylvania avenue northwest    | 1600 Pennsylvania Ave NW, Washington, DC, 20500
  1600 pensylvania ave                  | 1600 Pennsylvania Ave NW, Washington, DC, 20500
  1600 penn                             | 1600 Pennsylvania Ave NW, Washington, DC
  1600 Pennsylvania Ave NW, Washington, DC 20500 | 1600 Pennsylvania Ave NW, Washington, DC, 20500
  wall st                               | Wall St, New York, NY
  11 wall street                        | 11 Wall St, New York, NY
  5th ave                               | 5th Ave, New York, NY
  fifth ave                             | 5th Ave, New York, NY
  park ave new york                     | Park Ave, New York, NY
  madison avenue                        | Madison Ave, New York, NY
  lexington ave                         | Lexington Ave, New York, NY
  w 42nd st                             | W 42nd St, New York, NY
  west 42nd street                      | W 42nd St, New York, NY
  234 w 42 st                           | 234 W 42nd St, New York, NY
  e 42nd st new york                    | E 42nd St, New York, NY
  205 e houston st                      | 205 E Houston St, New York, NY
  bleecker                              | Bleecker St, New York, NY
  bleeker st                            | Bleecker St, New York, NY
  central park west                     | Central Park W, New York, NY
  avenue of the americas                | Avenue of the Americas, New York, NY
  1260 6th ave new york                 | 1260 Avenue of the Americas, New York, NY
  30 rockefeller plaza                  | 30 Rockefeller Plz, New York, NY, 10112
  flatbush ave                          | Flatbush Ave, Brooklyn, NY
  flatbush avenue brooklyn              | Flatbush Ave, Brooklyn, NY
  620 atlantic ave                      | 620 Atlantic Ave, Brooklyn, NY
  surf ave brooklyn                     | Surf Ave, Brooklyn, NY
  sunset blvd                           | Sunset Blvd, Los Angeles, CA
  sunset boulevard                      | Sunset Blvd, Los Angeles, CA
  sunset bvld                           | Sunset Blvd, Los Angeles, CA
  6400 sunset                           | 6400 Sunset Blvd, Los Angeles, CA
  hollywood blvd                        | Hollywood Blvd, Los Angeles, CA
  6801 hollywood blvd                   | 6801 Hollywood Blvd, Los Angeles, CA
  hollywod blvd                         | Hollywood Blvd, Los Angeles, CA
  wilshire blvd beverly hills           | Wilshire Blvd, Beverly Hills, CA
  wilshire blvd la                      | Wilshire Blvd, Los Angeles, CA
  rodeo drive                           | N Rodeo Dr, Beverly Hills, CA
  rodeo dr beverly hills                | N Rodeo Dr, Beverly Hills, CA
  mulholland                            | Mulholland Dr, Los Angeles, CA
  pacific coast highway malibu          | Pacific Coast Hwy, Malibu, CA
  1313 s harbor blvd                    | 1313 S Harbor Blvd, Anaheim, CA
  1 infinite loop                       | 1 Infinite Loop, Cupertino, CA, 95014
  1600 amphitheatre parkway             | 1600 Amphitheatre Pkwy, Mountain View, CA, 94043
  1600 amphitheater pkwy                | 1600 Amphitheatre Pkwy, Mountain View, CA, 94043
  1 hacker way                          | 1 Hacker Way, Menlo Park, CA
  market st san francisco               | Market St, San Francisco, CA
  market st sf                          | Market St, San Francisco, CA
  market street philadelphia            | Market St, Philadelphia, PA
  market st phila                       | Market St, Philadelphia, PA
  1355 market                           | 1355 Market St, San Francisco, CA
  lombard st                            | Lombard St, San Francisco, CA
  castro street san fransisco           | Castro St, San Francisco, CA
  haight st                             | Haight St, San Francisco, CA
  michigan ave                          | Michigan Ave, Chicago, IL
  michigan ave chicago                  | Michigan Ave, Chicago, IL
  n michigan ave                        | N Michigan Ave, Chicago, IL
  435 north michigan avenue             | 435 N Michigan Ave, Chicago, IL
  lake shore drive                      | Lake Shore Dr, Chicago, IL
  233 s wacker                          | 233 S Wacker Dr, Chicago, IL
  1060 w addison st                     | 1060 W Addison St, Chicago, IL
  1060 west addison chicago             | 1060 W Addison St, Chicago, IL
  peachtree st                          | Peachtree St NE, Atlanta, GA
  peachtree street atlanta              | Peachtree St NE, Atlanta, GA
  1280 peachtree                        | 1280 Peachtree St NE, Atlanta, GA
  bourbon st                            | Bourbon St, New Orleans, LA
  bourbon street new orleans            | Bourbon St, New Orleans, LA
  bourbon st nola                       | Bourbon St, New Orleans, LA
  st charles ave new orleans            | Saint Charles Ave, New Orleans, LA
  beale street                          | Beale St, Memphis, TN
  beale st memphis tn                   | Beale St, Memphis, TN
  3764 elvis presley blvd               | 3764 Elvis Presley Blvd, Memphis, TN
  las vegas blvd                        | S Las Vegas Blvd, Las Vegas, NV
  3600 s las vegas blvd                 | 3600 S Las Vegas Blvd, Las Vegas, NV
  fremont st las vegas                  | Fremont St, Las Vegas, NV
  ocean drive miami beach               | Ocean Dr, Miami Beach, FL
  ocean dr                              | Ocean Dr, Miami Beach, FL
  collins ave                           | Collins Ave, Miami Beach, FL
  sw 8th st miami                       | SW 8th St, Miami, FL
  biscayne                              | Biscayne Blvd, Miami, FL
  duval st key west                     | Duval St, Key West, FL
  international dr orlando              | International Dr, Orlando, FL
  beacon st boston                      | Beacon St, Boston, MA
  84 beacon st                          | 84 Beacon St, Boston, MA
  newbury street                        | Newbury St, Boston, MA
  boylston st                           | Boylston St, Boston, MA
  commonwelth ave boston                | Commonwealth Ave, Boston, MA
  77 massachusetts ave                  | 77 Massachusetts Ave, Cambridge, MA
  77 massachusetts ave cambridge        | 77 Massachusetts Ave, Cambridge, MA
  massachusetts ave nw                  | Massachusetts Ave NW, Washington, DC
  k st nw washington                    | K St NW, Washington, DC
  connecticut ave washington dc         | Connecticut Ave NW, Washington, DC
  woodward ave                          | Woodward Ave, Detroit, MI
  2648 w grand blvd                     | 2648 W Grand Blvd, Detroit, MI
  euclid ave cleveland                  | Euclid Ave, Cleveland, OH
  high st columbus                      | High St, Columbus, OH
  colfax                                | Colfax Ave, Denver, CO
  e colfax ave denver                   | E Colfax Ave, Denver, CO
  broadway denver                       | Broadway, Denver, CO
  broadway nashville                    | Broadway, Nashville, TN
  broadway oakland ca                   | Broadway, Oakland, CA
  congress ave austin                   | Congress Ave, Austin, TX
  south congress austin                 | S Congress Ave, Austin, TX
  e 6th st austin                       | E 6th St, Austin, TX
  westheimer rd                         | Westheimer Rd, Houston, TX
  411 elm st dallas                     | 411 Elm St, Dallas, TX
  300 alamo plaza                       | 300 Alamo Plz, San Antonio, TX
  pike st seattle                       | Pike St, Seattle, WA
  85 pike                               | 85 Pike St, Seattle, WA
  1 microsoft way                       | 1 Microsoft Way, Redmond, WA
  burnside portland                     | Burnside St, Portland, OR
  1005 w burnside                       | 1005 W Burnside St, Portland, OR
  hawthorne blvd                        | SE Hawthorne Blvd, Portland, OR
  hennepin ave                          | Hennepin Ave, Minneapolis, MN
  nicolet mall                          | Nicollet Mall, Minneapolis, MN
  summit ave st paul                    | Summit Ave, Saint Paul, MN
  kalakaua                              | Kalakaua Ave, Honolulu, HI
  kalakaua avenue honolulu hi           | Kalakaua Ave, Honolulu, HI
  50 s temple                           | 50 S Temple, Salt Lake City, UT
  state st salt lake                    | State St, Salt Lake City, UT
  1725 slough avenue                    | 1725 Slough Ave, Scranton, PA
  benjamin franklin pkwy                | Benjamin Franklin Pkwy, Philadelphia, PA
  forbes ave                            | Forbes Ave, Pittsburgh, PA
  farnam st omaha                       | Farnam St, Omaha, NE
  monument circle indianapolis          | Monument Cir, Indianapolis, IN
  n charles st baltimore                | N Charles St, Baltimore, MD
  king street charleston                | King St, Charleston, SC
  boardwalk atlantic city               | Boardwalk, Atlantic City, NJ
  nassau st princeton                   | Nassau St, Princeton, NJ
  delmar blvd st louis                  | Delmar Blvd, Saint Louis, MO
  1226 w mian st springfield            | 1226 W Main St, Springfield, IL
  1226 w main st apt 3                  | 1226 W Main St, Apt 3, Springfield, IL
  1226 w main st #3 springfield il      | 1226 W Main St, Apt 3, Springfield, IL
  1235 w main st suite 200              | 1235 W Main St, Ste 200, Springfield, IL
  350 5th ave apt 9999 new york         | 350 5th Ave, New York, NY
  350 n 5th ave new york                | 350 5th Ave, New York, NY
  ashford ave san juan                  | Ashford Ave, San Juan, PR
  90210 rodeo                           | Rodeo Dr, Beverly Hills, CA, 90210
  springfield il                        | Springfield, IL
  mlk blvd                              | Martin Luther King Jr
`;

/** As it stands on a form or in a list; verified as one text. */
export const verifyQueries = `
  350 5th Ave, New York, NY 10118                 | 350 5th Ave, New York, NY, 10118
  350 FIFTH AVENUE NEW YORK NY                    | 350 5th Ave, New York, NY, 10118
  350 5th ave new york                            | 350 5th Ave, New York, NY, 10118
  350 5th avenue nyc                              | 350 5th Ave, New York, NY, 10118
  350 5th Ave Fl 34, New York, NY 10118           | 350 5th Ave, New York, NY, 10118
  350 5th Ave, Ste 3304, New York, NY 10118       | 350 5th Ave, New York, NY, 10118
  1600 Pennsylvania Ave                           | 1600 Pennsylvania Ave NW, Washington, DC, 20500
  1600 pennsylvania ave washington dc             | 1600 Pennsylvania Ave NW, Washington, DC, 20500
  1600 Pensylvania Avenue NW, Washington DC 20500 | 1600 Pennsylvania Ave NW, Washington, DC, 20500
  1600 Pennsylvania Ave NW, Washington, D.C.      | 1600 Pennsylvania Ave NW, Washington, DC, 20500
  The White House, 1600 Pennsylvania Ave NW, Washington, DC 20500 | 1600 Pennsylvania Ave NW, Washington, DC, 20500
  1 Infinite Loop, Cupertino, CA 95014            | 1 Infinite Loop, Cupertino, CA, 95014
  1 infinite lop cupertino                        | 1 Infinite Loop, Cupertino, CA
  1600 Amphitheatre Parkway, Mountain View, California 94043 | 1600 Amphitheatre Pkwy, Mountain View, CA, 94043
  1600 Amphitheater Pkwy Mountain View            | 1600 Amphitheatre Pkwy, Mountain View, CA
  1 Microsoft Way, Redmond, WA 98052, USA         | 1 Microsoft Way, Redmond, WA, 98052
  1 Hacker Way, Menlo Park, CA                    | 1 Hacker Way, Menlo Park, CA
  11 wall st new york ny 10005                    | 11 Wall St, New York, NY, 10005
  30 rockefeller plaza, new york                  | 30 Rockefeller Plz, New York, NY, 10112
  45 Rockefeller Plz New York NY 10111            | 45 Rockefeller Plz, New York, NY, 10111
  767 fifth ave, ny ny                            | 767 5th Ave, New York, NY
  1000 5th Ave, New York                          | 1000 5th Ave, New York, NY
  234 west 42nd street, new york, ny              | 234 W 42nd St, New York, NY
  1681 Broadway New York NY 10019                 | 1681 Broadway, New York, NY
  1681 brodway, new york                          | 1681 Broadway, New York, NY
  620 Atlantic Avenue, Brooklyn NY 11217          | 620 Atlantic Ave, Brooklyn, NY, 11217
  6801 Hollywood Blvd, Hollywood, CA 90028        | 6801 Hollywood Blvd, Los Angeles, CA, 90028
  6801 hollywood boulevard los angeles            | 6801 Hollywood Blvd, Los Angeles, CA
  6400 W Sunset Blvd, Los Angeles, CA             | 6400 Sunset Blvd, Los Angeles, CA
  111 s grand ave la ca                           | 111 S Grand Ave, Los Angeles, CA
  9641 sunset blvd beverly hills 90210            | 9641 Sunset Blvd, Beverly Hills, CA, 90210
  1313 S Harbour Blvd, Anaheim, CA                | 1313 S Harbor Blvd, Anaheim, CA
  1355 Market Street, San Francisco, CA           | 1355 Market St, San Francisco, CA
  1355 market st sf                               | 1355 Market St, San Francisco, CA
  261 columbus ave san fransisco                  | 261 Columbus Ave, San Francisco, CA
  435 N Michigan Avenue, Chicago, IL 60611        | 435 N Michigan Ave, Chicago, IL
  435 michigan ave chicago                        | 435 N Michigan Ave, Chicago, IL
  233 South Wacker Drive, Chicago, Illinois       | 233 S Wacker Dr, Chicago, IL
  1060 W Addison St Chicago IL 60613              | 1060 W Addison St, Chicago, IL, 60613
  1060 addison chicgo                             | 1060 W Addison St, Chicago, IL
  1901 W Madison St, Chicago                      | 1901 W Madison St, Chicago, IL
  1280 Peachtree St NE, Atlanta, GA 30309         | 1280 Peachtree St NE, Atlanta, GA
  1280 peachtree atlanta                          | 1280 Peachtree St NE, Atlanta, GA
  733 Bourbon St, New Orleans, LA                 | 733 Bourbon St, New Orleans, LA
  733 bourbon street nola                         | 733 Bourbon St, New Orleans, LA
  945 Magazine St New Orleans Louisiana           | 945 Magazine St, New Orleans, LA
  3764 Elvis Presley Boulevard, Memphis           | 3764 Elvis Presley Blvd, Memphis, TN
  126 beale st memphis tn                         | 126 Beale St, Memphis, TN
  222 demonbreun st nashville                     | 222 Demonbreun St, Nashville, TN
  3600 S Las Vegas Blvd, Las Vegas, NV            | 3600 S Las Vegas Blvd, Las Vegas, NV
  3600 las vegas blvd south, vegas                | 3600 S Las Vegas Blvd, Las Vegas, NV
  1116 ocean dr miami beach fl                    | 1116 Ocean Dr, Miami Beach, FL
  907 Whitehead Street, Key West, Florida         | 907 Whitehead St, Key West, FL
  84 beacon street boston                         | 84 Beacon St, Boston, MA
  4 Jersey St Boston MA 02215                     | 4 Jersey St, Boston, MA, 02215
  77 Mass Ave, Cambridge, MA                      | 77 Massachusetts Ave, Cambridge, MA
  77 massachusetts avenue cambridge ma 02139      | 77 Massachusetts Ave, Cambridge, MA
  2648 W Grand Blvd Detroit                       | 2648 W Grand Blvd, Detroit, MI
  400 Broad St, Seattle, WA                       | 400 Broad St, Seattle, WA
  85 pike street seattle                          | 85 Pike St, Seattle, WA
  1005 W Burnside, Portland OR                    | 1005 W Burnside St, Portland, OR
  1100 congress ave austin texas                  | 1100 Congress Ave, Austin, TX
  300 Alamo Plaza San Antonio TX 78205            | 300 Alamo Plz, San Antonio, TX, 78205
  411 Elm St Dallas                               | 411 Elm St, Dallas, TX
  520 Chestnut St Philadelphia PA                 | 520 Chestnut St, Philadelphia, PA
  520 chestnut st philly                          | 520 Chestnut St, Philadelphia, PA
  2600 benjamin franklin parkway philadelphia     | 2600 Benjamin Franklin Pkwy, Philadelphia, PA
  240 summit avenue saint paul                    | 240 Summit Ave, Saint Paul, MN
  240 Summit Ave, St. Paul, MN                    | 240 Summit Ave, Saint Paul, MN
  50 South Temple, Salt Lake City, UT             | 50 S Temple, Salt Lake City, UT
  2259 Kalakaua Ave, Honolulu, HI                 | 2259 Kalakaua Ave, Honolulu, HI
  501 auburn ave ne atlanta ga                    | 501 Auburn Ave NE, Atlanta, GA
  1 Monument Circle, Indianapolis                 | 1 Monument Cir, Indianapolis, IN
  1265 lombardi ave green bay                     | 1265 Lombardi Ave, Green Bay, WI
  3555 farnam street omaha nebraska               | 3555 Farnam St, Omaha, NE
  999 ashford avenue san juan pr                  | 999 Ashford Ave, San Juan, PR
  1226 W Main St Apt 3, Springfield, IL 62701     | 1226 W Main St, Apt 3, Springfield, IL, 62701
  1226 w main st #3 springfield il                | 1226 W Main St, Apt 3, Springfield, IL, 62701
  1226 w main st apt3 springfield                 | 1226 W Main St, Apt 3, Springfield, IL, 62701
  1226 W Mian St, Sprngfield, IL                  | 1226 W Main St, Springfield, IL, 62701
  1235 West Main Street, Suite 200, Springfield, Illinois | 1235 W Main St, Ste 200, Springfield, IL
`;

/** As cleansing takes it in pieces. Columns: query; post town; county; postcode | the line that is meant. */
export const cleanseQueries = `
  350 5th ave; new york; ; 10118           | 350 5th Ave, New York, NY, 10118
  350 fifth avenue; NEW YORK; NY;          | 350 5th Ave, New York, NY, 10118
  350 5th av fl 2; new york; ; 10118       | 350 5th Ave, New York, NY, 10118
  1600 pensylvania ave nw; washington; dc; | 1600 Pennsylvania Ave NW, Washington, DC, 20500
  1600 pennsylvania ave; ; ; 20500         | 1600 Pennsylvania Ave NW, Washington, DC, 20500
  1 infinite loop; cupertino; california;  | 1 Infinite Loop, Cupertino, CA, 95014
  1 infinite loop; ; ; 95014               | 1 Infinite Loop, Cupertino, CA, 95014
  1060 addison; chicago; illinois; 60613   | 1060 W Addison St, Chicago, IL, 60613
  1060 W ADDISON; CHICAGO; ; 60631         | 1060 W Addison St, Chicago, IL, 60613
  233 wacker drive; chicago; cook;         | 233 S Wacker Dr, Chicago, IL
  85 pike; seattle; wa;                    | 85 Pike St, Seattle, WA
  400 broad st; seatle; ; 98109            | 400 Broad St, Seattle, WA
  1100 congress; austin; tx; 78701         | 1100 Congress Ave, Austin, TX, 78701
  300 alamo plz; san antonio; tx;          | 300 Alamo Plz, San Antonio, TX
  733 bourbn st; new orleans; la;          | 733 Bourbon St, New Orleans, LA
  84 beacon; boston; ma;                   | 84 Beacon St, Boston, MA
  6801 holywood blvd; los angeles; ca;     | 6801 Hollywood Blvd, Los Angeles, CA
  1116 ocean drive; miami beach; ; 33139   | 1116 Ocean Dr, Miami Beach, FL, 33139
  50 s temple st; salt lake city; ut;      | 50 S Temple, Salt Lake City, UT
  1 microsoft way; redmond; ; 98052        | 1 Microsoft Way, Redmond, WA, 98052
  1226 w mian st; springfeild; ; 62701     | 1226 W Main St, Springfield, IL, 62701
  1226 w main st unit 3; springfield; il;  | 1226 W Main St, Apt 3, Springfield, IL, 62701
  3764 elvis presley; memphis; tennessee;  | 3764 Elvis Presley Blvd, Memphis, TN
  126 beal street; memphis; tn;            | 126 Beale St, Memphis, TN
  520 chestnut street; philadelphia; pa;   | 520 Chestnut St, Philadelphia, PA
  240 summit ave; st paul; mn;             | 240 Summit Ave, Saint Paul, MN
`;

/** Texts that mean no address: nothing is suggested, and nothing verified. */
export const nonsense = `
  asdf
  qwertyuiop
  asdf qwer zxcv
  lorem ipsum dolor sit amet
  foobar street
  12345 nowhere special lane atlantis
  xyzzy ave
  hello world
  test test test
  10 downing street london
  221b baker street london
  unter den linden 77 berlin
  champs elysees paris france
  1 zzzz st new york
  aaaaaaaa
  drop table addresses
  null
  undefined
  @@@@ ####
  99999 qqqq blvd los angeles
  purple monkey dishwasher
  4 privet drive little whinging
  742 evergreen terrace shelbyville xx
  kjhgf st chicago
  vbnm 55 tyui
  привет мир
  東京都千代田区
  jfk ijk lmn opq
  ave st blvd
  apt
`;
