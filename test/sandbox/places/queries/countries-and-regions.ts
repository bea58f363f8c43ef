// What people type and the place they mean, written by hand before the search was tried on them.
// Columns: query | kind, country and, for areas, the name | further parameters. Misses stay in.

export const queries: Readonly<Record<string, string>> = {
  'countries in English': `
    france                  | country FRA
    Germany                 | country DEU
    united kingdom          | country GBR
    UNITED STATES           | country USA
    usa                     | country USA
    uk                      | country GBR
    great britain           | country GBR
    japan                   | country JPN
    china                   | country CHN
    india                   | country IND
    brazil                  | country BRA
    south africa            | country ZAF
    new zealand             | country NZL
    netherlands             | country NLD
    holland                 | country NLD
    switzerland             | country CHE
    north macedonia         | country MKD
    eswatini                | country SWZ
    south korea             | country KOR
    north korea             | country PRK
    ivory coast             | country CIV
    burma                   | country MMR
    kosovo                  | country XKX
    aruba                   | country ABW
    niger                   | country NER
    nigeria                 | country NGA
    guinea                  | country GIN
    guinea-bissau           | country GNB
    dominica                | country DMA
    georgia                 | country GEO
    mali                    | country MLI
    oman                    | country OMN
    mexico                  | country MEX
    singapore               | country SGP
    luxembourg              | country LUX
    trinidad & tobago       | country TTO
    timor-leste             | country TLS
    new caledonia           | country NCL`,
  'countries in their own language and script': `
    Deutschland             | country DEU
    España                  | country ESP
    espana                  | country ESP
    Österreich              | country AUT
    Suomi                   | country FIN
    Sverige                 | country SWE
    Norge                   | country NOR
    Danmark                 | country DNK
    Ísland                  | country ISL
    Polska                  | country POL
    Česko                   | country CZE
    Magyarország            | country HUN
    Hrvatska                | country HRV
    Shqipëria               | country ALB
    România                 | country ROU
    Ελλάδα                  | country GRC
    Россия                  | country RUS
    Україна                 | country UKR
    България                | country BGR
    Србија                  | country SRB
    Türkiye                 | country TUR
    日本                    | country JPN
    中国                    | country CHN
    대한민국                | country KOR
    भारत                    | country IND
    ประเทศไทย               | country THA
    Việt Nam                | country VNM
    مصر                     | country EGY
    المغرب                  | country MAR
    ישראל                   | country ISR
    საქართველო              | country GEO
    Հայաստան                | country ARM
    Қазақстан               | country KAZ
    বাংলাদেশ                | country BGD
    Eesti                   | country EST
    Lietuva                 | country LTU
    Cymru                   | region GBR Wales
    Misr                    | country EGY`,
  'countries in other languages': `
    Allemagne               | country DEU
    Alemania                | country DEU
    Germania                | country DEU
    Royaume-Uni             | country GBR
    Estados Unidos          | country USA
    États-Unis              | country USA
    Vereinigte Staaten      | country USA
    США                     | country USA
    Frankreich              | country FRA
    フランス                | country FRA
    Inglaterra              | region GBR England
    Suiza                   | country CHE
    Pays-Bas                | country NLD
    Griechenland            | country GRC
    Japon                   | country JPN
    ドイツ                  | country DEU
    Ungarn                  | country HUN
    Elfenbeinküste          | country CIV`,
  'capitals in English': `
    paris                   | capital FRA
    london                  | capital GBR
    berlin                  | capital DEU
    rome                    | capital ITA
    madrid                  | capital ESP
    vienna                  | capital AUT
    tokyo                   | capital JPN
    beijing                 | capital CHN
    new delhi               | capital IND
    washington              | capital USA
    washington d.c.         | capital USA
    ottawa                  | capital CAN
    canberra                | capital AUS
    wellington              | capital NZL
    brasilia                | capital BRA
    buenos aires            | capital ARG
    mexico city             | capital MEX
    nairobi                 | capital KEN
    cairo                   | capital EGY
    moscow                  | capital RUS
    kyiv                    | capital UKR
    warsaw                  | capital POL
    prague                  | capital CZE
    copenhagen              | capital DNK
    athens                  | capital GRC
    seoul                   | capital KOR
    bangkok                 | capital THA
    hanoi                   | capital VNM
    kuala lumpur            | capital MYS
    ulaanbaatar             | capital MNG
    n'djamena               | capital TCD
    ndjamena                | capital TCD
    st johns                | capital ATG
    st. george's            | capital GRD
    port-au-prince          | capital HTI
    ouagadougou             | capital BFA
    san jose                | capital CRI
    santiago                | capital CHL
    dublin                  | capital IRL
    kingston                | capital JAM`,
  'capitals in their own language and others': `
    Wien                    | capital AUT
    Roma                    | capital ITA
    Praha                   | capital CZE
    Warszawa                | capital POL
    København               | capital DNK
    Kobenhavn               | capital DNK
    Москва                  | capital RUS
    Київ                    | capital UKR
    София                   | capital BGR
    Београд                 | capital SRB
    Αθήνα                   | capital GRC
    東京                    | capital JPN
    北京                    | capital CHN
    서울                    | capital KOR
    القاهرة                 | capital EGY
    بغداد                   | capital IRQ
    تهران                   | capital IRN
    ירושלים                 | capital ISR
    नई दिल्ली                | capital IND
    กรุงเทพมหานคร           | capital THA
    თბილისი                 | capital GEO
    Երևան                   | capital ARM
    București               | capital ROU
    Bucuresti               | capital ROU
    Reykjavík               | capital ISL
    La Habana               | capital CUB
    Lisboa                  | capital PRT
    Bruxelles               | capital BEL
    Brüssel                 | capital BEL
    Londres                 | capital GBR
    パリ                    | capital FRA
    Asunción                | capital PRY
    Bogotá                  | capital COL`,
  'first-level areas': `
    california              | region USA California
    texas                   | region USA Texas
    new york                | region USA New York
    bavaria                 | region DEU Bavaria
    Bayern                  | region DEU Bavaria
    baden-württemberg       | region DEU Baden-Württemberg
    baden wurttemberg       | region DEU Baden-Württemberg
    île-de-france           | region FRA Île-de-France
    ile de france           | region FRA Île-de-France
    brittany                | region FRA Brittany
    Bretagne                | region FRA Brittany
    Normandie               | region FRA Normandy
    Toscana                 | region ITA Tuscany
    sicily                  | region ITA Sicily
    catalonia               | region ESP Catalonia
    Cataluña                | region ESP Catalonia
    andalusia               | region ESP Andalusia
    scotland                | region GBR Scotland
    england                 | region GBR England
    northern ireland        | region GBR Northern Ireland
    ontario                 | region CAN Ontario
    quebec                  | region CAN Quebec
    british columbia        | region CAN British Columbia
    new south wales         | region AUS New South Wales
    queensland              | region AUS Queensland
    tasmania                | region AUS Tasmania
    hokkaido                | region JPN Hokkaido
    北海道                  | region JPN Hokkaido
    大阪府                  | region JPN Osaka
    广东                    | region CHN Guangdong
    sichuan                 | region CHN Sichuan
    Санкт-Петербург         | region RUS St.-Petersburg
    kerala                  | region IND Kerala
    tamil nadu              | region IND Tamil Nadu
    punjab pakistan         | region PAK Punjab
    punjab india            | region IND Punjab
    são paulo               | region BRA São Paulo
    sao paulo               | region BRA São Paulo
    jalisco                 | region MEX Jalisco
    zürich                  | region CHE Zurich
    genève                  | region CHE Geneva
    steiermark              | region AUT Styria
    gauteng                 | region ZAF Gauteng
    Noord-Holland           | region NLD North Holland
    flanders                | region BEL Flanders
    crete                   | region GRC Crete
    hawaii                  | region USA Hawaii
    kujawsko-pomorskie      | region POL Kujawsko-Pomorskie
    skåne                   | region SWE Skåne`,
  'while typing': `
    fra                     | country FRA
    germ                    | country DEU
    unit                    | country USA
    united k                | country GBR
    united ar               | country ARE
    south af                | country ZAF
    new z                   | country NZL
    aus                     | country AUS
    austri                  | country AUT
    calif                   | region USA California
    lond                    | capital GBR
    lux                     | country LUX
    buenos a                | capital ARG
    reykj                   | capital ISL
    deutschl                | country DEU
    сша                     | country USA
    моск                    | capital RUS
    서                      | capital KOR
    île de f                | region FRA Île-de-France
    baden w                 | region DEU Baden-Württemberg
    emirates                | country ARE
    kore                    | country KOR
    massach                 | region USA Massachusetts
    switz                   | country CHE`,
  'one letter wrong': `
    germny                  | country DEU
    germanny                | country DEU
    gremany                 | country DEU
    garmany                 | country DEU
    frnace                  | country FRA
    austrlia                | country AUS
    brazzil                 | country BRA
    swizerland              | country CHE
    argentinia              | country ARG
    phillipines             | country PHL
    portugul                | country PRT
    untied kingdom          | country GBR
    united kingdon          | country GBR
    pariss                  | capital FRA
    lodnon                  | capital GBR
    londn                   | capital GBR
    berln                   | capital DEU
    tokio                   | capital JPN
    bejing                  | capital CHN
    stokholm                | capital SWE
    copenhagn               | capital DNK
    canbera                 | capital AUS
    califronia              | region USA California
    kalifornia              | region USA California
    pensylvania             | region USA Pennsylvania
    massachusets            | region USA Massachusetts
    conneticut              | region USA Connecticut
    bavria                  | region DEU Bavaria
    tuscny                  | region ITA Tuscany
    onatrio                 | region CAN Ontario
    queenland               | region AUS Queensland
    newzealand              | country NZL
    southafrica             | country ZAF
    sri lnka                | country LKA
    москав                  | capital RUS
    Deutchland              | country DEU`,
  'name and surroundings': `
    paris france            | capital FRA
    paris, france           | capital FRA
    france paris            | capital FRA
    london england          | capital GBR
    london uk               | capital GBR
    london united kingdom   | capital GBR
    berlin germany          | capital DEU
    berlin deutschland      | capital DEU
    georgia usa             | region USA Georgia
    georgia united states   | region USA Georgia
    california usa          | region USA California
    victoria australia      | region AUS Victoria
    victoria seychelles     | capital SYC
    san jose costa rica     | capital CRI
    georgetown guyana       | capital GUY
    amazonas brazil         | region BRA Amazonas
    amazonas peru           | region PER Amazonas
    cordoba argentina       | region ARG Cordoba
    la paz bolivia          | region BOL La Paz
    limburg netherlands     | region NLD Limburg
    washington usa          | capital USA
    korea south             | country KOR
    republic of korea       | country KOR
    wien österreich         | capital AUT
    bern switzerland        | capital CHE
    parsi france            | capital FRA
    ontario ca              | region CAN Ontario
    東京 日本               | capital JPN`,
  'narrowed to countries': `
    georgia                 | region USA Georgia       | country_iso=USA
    punjab                  | region PAK Punjab        | country_iso=PAK
    punjab                  | region IND Punjab        | country_iso=IND
    paris                   | capital FRA              | country_iso=FRA,DEU
    victoria                | region AUS Victoria      | country_iso=AUS
    victoria                | capital SYC              | country_iso=SYC
    ber                     | capital DEU              | country_iso=DEU
    kinshasa                | capital COD              | country_iso=COD,COG
    amazonas                | region COL Amazonas      | country_iso=COL
    new                     | region USA New York      | country_iso=USA
    san                     | region ARG Santa Fe      | country_iso=ARG
    limburg                 | region NLD Limburg       | country_iso=NLD`,
  'leaning toward somewhere': `
    georgia                 | region USA Georgia       | bias_country_iso=USA
    punjab                  | region PAK Punjab        | bias_country_iso=PAK
    par                     | country PRY              | bias_country_iso=PRY
    victoria                | capital SYC              | bias_country_iso=SYC
    amazonas                | region PER Amazonas      | bias_country_iso=PER
    cordoba                 | region ARG Cordoba       | bias_country_iso=ARG
    germany                 | country DEU              | bias_country_iso=USA
    paris                   | settlement USA Paris     | bias_country_iso=CAN,USA
    georgia                 | region USA Georgia       | bias_lonlat=-84.39,33.75,50000
    georgia                 | country GEO              | bias_lonlat=44.79,41.69,50000
    punjab                  | region PAK Punjab        | bias_lonlat=74.34,31.55,20000
    punjab                  | region IND Punjab        | bias_lonlat=75.86,30.9,20000
    san                     | capital SLV              | bias_lonlat=-89.19,13.69,30000
    san                     | capital CRI              | bias_lonlat=-84.08,9.93,30000
    victoria                | region AUS Victoria      | bias_lonlat=144.96,-37.81,50000
    ber                     | capital CHE              | bias_lonlat=7.45,46.95,10000
    amazonas                | region COL Amazonas      | bias_lonlat=-69.94,-4.21,10000`,
};
