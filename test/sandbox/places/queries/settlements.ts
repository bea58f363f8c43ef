// What people type for a settlement, and which one they mean. Columns: query | name … country, or name,
// region, country where the region decides. Written before the search was tried on them; misses stay in.

export const settlementQueries: Readonly<Record<string, string>> = {
  big: `
    london             | London, United Kingdom
    paris              | Paris, France
    new york           | New York City, United States
    new york city      | New York City, United States
    tokyo              | Tokyo, Japan
    mumbai             | Mumbai, India
    bombay             | Mumbai, India
    chicago            | Chicago, United States
    los angeles        | Los Angeles, United States
    Sydney             | Sydney, Australia
    Melbourne          | Melbourne, Australia
    toronto            | Toronto, Canada
    Montreal           | Montréal, Canada
    vancouver          | Vancouver, Canada
    berlin             | Berlin, Germany
    münchen            | Munich, Germany
    munich             | Munich, Germany
    hamburg            | Hamburg, Germany
    köln               | Köln, Germany
    cologne            | Köln, Germany
    wien               | Vienna, Austria
    roma               | Rome, Italy
    milano             | Milan, Italy
    barcelona          | Barcelona, Spain
    madrid             | Madrid, Spain
    lisboa             | Lisbon, Portugal
    istanbul           | Istanbul, Turkey
    st petersburg      | Saint Petersburg, Russia
    saint petersburg   | Saint Petersburg, Russia
    kiev               | Kyiv, Ukraine
    warszawa           | Warsaw, Poland
    praha              | Prague, Czech Republic
    shanghai           | Shanghai, China
    hong kong          | Hong Kong, Hong Kong
    bangkok            | Bangkok, Thailand
    saigon             | Ho Chi Minh City, Vietnam
    ho chi minh city   | Ho Chi Minh City, Vietnam
    sao paulo          | São Paulo, Brazil
    rio de janeiro     | Rio de Janeiro, Brazil
    buenos aires       | Buenos Aires, Argentina
    lagos              | Lagos, Nigeria
    cairo              | Cairo, Egypt
    johannesburg       | Johannesburg, South Africa
    cape town          | Cape Town, South Africa
    osaka              | Osaka, Japan
    san francisco      | San Francisco, United States
    washington dc      | Washington, United States
    delhi              | Delhi, India
    bangalore          | Bengaluru, India
    birmingham         | Birmingham, United Kingdom`,
  'mid-size': `
    leeds              | Leeds, United Kingdom
    lyon               | Lyon, France
    bordeaux           | Bordeaux, France
    nice               | Nice, France
    strasbourg         | Strasbourg, France
    bristol            | Bristol, United Kingdom
    edinburgh          | Edinburgh, United Kingdom
    cardiff            | Cardiff, United Kingdom
    cambridge          | Cambridge, United Kingdom
    oxford             | Oxford, United Kingdom
    york               | York, United Kingdom
    bath               | Bath, United Kingdom
    utrecht            | Utrecht, Netherlands
    den haag           | The Hague, Netherlands
    antwerpen          | Antwerpen, Belgium
    ghent              | Gent, Belgium
    geneva             | Geneva, Switzerland
    genève             | Geneva, Switzerland
    basel              | Basel, Switzerland
    salzburg           | Salzburg, Austria
    graz               | Graz, Austria
    nürnberg           | Nürnberg, Germany
    dresden            | Dresden, Germany
    heidelberg         | Heidelberg, Germany
    freiburg           | Freiburg, Germany
    bologna            | Bologna, Italy
    firenze            | Florence, Italy
    venice             | Venice, Italy
    granada            | Granada, Spain
    sevilla            | Sevilla, Spain
    porto              | Porto, Portugal
    cork               | Cork, Ireland
    aarhus             | Århus, Denmark
    göteborg           | Göteborg, Sweden
    bergen             | Bergen, Norway
    tampere            | Tampere, Finland
    krakow             | Kraków, Poland
    brno               | Brno, Czech Republic
    boise              | Boise, United States
    madison            | Madison, Wisconsin, United States
    spokane            | Spokane, United States
    buffalo            | Buffalo, New York, United States
    halifax            | Halifax, Nova Scotia, Canada
    victoria bc        | Victoria, British Columbia, Canada
    hobart             | Hobart, Australia
    darwin             | Darwin, Australia
    christchurch       | Christchurch, New Zealand
    kyoto              | Kyoto, Japan
    mysore             | Mysore, India
    cusco              | Cusco, Peru`,
  small: `
    stratford-upon-avon | Stratford-upon-Avon, United Kingdom
    whitstable         | Whitstable, United Kingdom
    totnes             | Totnes, United Kingdom
    skipton            | Skipton, United Kingdom
    whitby             | Whitby, United Kingdom
    rothenburg ob der tauber | Rothenburg ob der Tauber, Germany
    garmisch           | Garmisch-Partenkirchen, Germany
    füssen             | Füssen, Germany
    bad tölz           | Bad Tölz, Germany
    zermatt            | Zermatt, Switzerland
    hallein            | Hallein, Austria
    kitzbühel          | Kitzbühel, Austria
    colmar             | Colmar, France
    annecy             | Annecy, France
    beaune             | Beaune, France
    saint-malo         | Saint-Malo, France
    st tropez          | Saint-Tropez, France
    montreux           | Montreux, Switzerland
    sorrento           | Sorrento, Italy
    taormina           | Taormina, Italy
    orvieto            | Orvieto, Italy
    ronda              | Ronda, Spain
    sitges             | Sitges, Spain
    sintra             | Sintra, Portugal
    delft              | Delft, Netherlands
    brugge             | Brugge, Belgium
    visby              | Visby, Sweden
    rovaniemi          | Rovaniemi, Finland
    tromsø             | Tromsø, Norway
    akureyri           | Akureyri, Iceland
    killarney          | Cill Airne, Ireland
    aspen              | Aspen, Colorado, United States
    moab               | Moab, United States
    key west           | Key West, United States
    sedona             | Sedona, United States
    sausalito          | Sausalito, United States
    banff              | Banff, Canada
    canmore            | Canmore, Canada
    byron bay          | Byron Bay, Australia
    alice springs      | Alice Springs, Australia
    queenstown         | Queenstown, New Zealand
    nikko              | Nikkō, Japan
    hoi an             | Hội An, Vietnam
    luang prabang      | Luang Prabang, Laos
    ubud               | Ubud, Indonesia
    antigua guatemala  | Antigua Guatemala, Guatemala
    oaxtepec           | Oaxtepec, Mexico
    paraty             | Paraty, Brazil
    ushuaia            | Ushuaia, Argentina
    stellenbosch       | Stellenbosch, South Africa`,
  'non-Latin': `
    東京               | Tokyo, Japan
    大阪               | Osaka, Japan
    京都               | Kyoto, Japan
    札幌               | Sapporo, Japan
    横浜               | Yokohama, Japan
    北京               | Beijing, China
    上海               | Shanghai, China
    广州               | Guangzhou, China
    深圳               | Shenzhen, China
    成都               | Chengdu, China
    香港               | Hong Kong, Hong Kong
    台北               | Taipei, Taiwan
    서울               | Seoul, South Korea
    부산               | Busan, South Korea
    Москва             | Moscow, Russia
    Санкт-Петербург    | Saint Petersburg, Russia
    Новосибирск        | Novosibirsk, Russia
    Казань             | Kazan, Russia
    Київ               | Kyiv, Ukraine
    Львів              | Lviv, Ukraine
    Минск              | Minsk, Belarus
    София              | Sofia, Bulgaria
    Београд            | Belgrade, Serbia
    Алматы             | Almaty, Kazakhstan
    Αθήνα              | Athens, Greece
    Θεσσαλονίκη        | Thessaloníki, Greece
    القاهرة            | Cairo, Egypt
    دبي                | Dubai, United Arab Emirates
    الرياض             | Riyadh, Saudi Arabia
    بغداد              | Baghdad, Iraq
    دمشق               | Damascus, Syria
    تهران              | Tehran, Iran
    اصفهان             | Isfahan, Iran
    کراچی              | Karachi, Pakistan
    ירושלים            | Jerusalem, Israel
    תל אביב            | Tel Aviv, Israel
    חיפה               | Haifa, Israel
    दिल्ली              | Delhi, India
    मुंबई               | Mumbai, India
    কলকাতা             | Kolkata, India
    ঢাকা               | Dhaka, Bangladesh
    சென்னை             | Chennai, India
    กรุงเทพ            | Bangkok, Thailand
    เชียงใหม่           | Chiang Mai, Thailand
    თბილისი            | Tbilisi, Georgia
    Երևան              | Yerevan, Armenia
    Париж              | Paris, France
    Лондон             | London, United Kingdom
    巴黎               | Paris, France
    ニューヨーク       | New York City, United States`,
  typos: `
    londn              | London, United Kingdom
    mumbi              | Mumbai, India
    chigaco            | Chicago, United States
    san fransisco      | San Francisco, United States
    philidelphia       | Philadelphia, United States
    los angelos        | Los Angeles, United States
    melborne           | Melbourne, Australia
    sydny              | Sydney, Australia
    brisbane qeensland | Brisbane, Australia
    tornoto            | Toronto, Canada
    vancuver           | Vancouver, Canada
    edinburg           | Edinburgh, United Kingdom
    glasgo             | Glasgow, United Kingdom
    machester          | Manchester, United Kingdom
    birmigham          | Birmingham, United Kingdom
    liverpol           | Liverpool, United Kingdom
    amsterdm           | Amsterdam, Netherlands
    roterdam           | Rotterdam, Netherlands
    brusels            | Brussels, Belgium
    berlinn            | Berlin, Germany
    frankfrut          | Frankfurt am Main, Germany
    dusseldrof         | Düsseldorf, Germany
    stutgart           | Stuttgart, Germany
    viena              | Vienna, Austria
    zurihc             | Zürich, Switzerland
    barcelna           | Barcelona, Spain
    valenica           | Valencia, Spain
    lisbonn            | Lisbon, Portugal
    copenhagn          | Copenhagen, Denmark
    stockhlom          | Stockholm, Sweden
    helsinky           | Helsinki, Finland
    varshava           | Warsaw, Poland
    budapset           | Budapest, Hungary
    bucarest           | Bucharest, Romania
    istambul           | Istanbul, Turkey
    moscwo             | Moscow, Russia
    bejing             | Beijing, China
    shangai            | Shanghai, China
    singapur city      | Singapore, Singapore
    bangkk             | Bangkok, Thailand
    jakrta             | Jakarta, Indonesia
    calcuta            | Kolkata, India
    hyderbad           | Hyderabad, India
    cincinatti         | Cincinnati, United States
    albuqerque         | Albuquerque, United States
    minneapolus        | Minneapolis, United States
    sacremento         | Sacramento, United States
    rio de janiero     | Rio de Janeiro, Brazil
    beunos aires       | Buenos Aires, Argentina
    johanesburg        | Johannesburg, South Africa`,
  'two-part': `
    paris tx           | Paris, Texas, United States
    paris texas        | Paris, Texas, United States
    paris, france      | Paris, France
    berlin germany     | Berlin, Germany
    berlin, new hampshire | Berlin, New Hampshire, United States
    münchen, bayern    | Munich, Germany
    london ontario     | London, Ontario, Canada
    london, uk         | London, United Kingdom
    london england     | London, United Kingdom
    springfield il     | Springfield, Illinois, United States
    springfield, missouri | Springfield, Missouri, United States
    springfield massachusetts | Springfield, Massachusetts, United States
    portland maine     | Portland, Maine, United States
    portland or        | Portland, Oregon, United States
    portland, me, usa  | Portland, Maine, United States
    birmingham alabama | Birmingham, Alabama, United States
    birmingham al      | Birmingham, Alabama, United States
    manchester nh      | Manchester, New Hampshire, United States
    cambridge ma       | Cambridge, Massachusetts, United States
    cambridge, united kingdom | Cambridge, United Kingdom
    rome, georgia      | Rome, Georgia, United States
    athens ga          | Athens, Georgia, United States
    melbourne florida  | Melbourne, Florida, United States
    sydney nova scotia | Sydney, Nova Scotia, Canada
    sydney nsw         | Sydney, New South Wales, Australia
    vancouver wa       | Vancouver, Washington, United States
    toledo spain       | Toledo, Spain
    toledo ohio        | Toledo, Ohio, United States
    cordoba argentina  | Córdoba, Argentina
    cordoba spain      | Córdoba, Spain
    valencia venezuela | Valencia, Venezuela
    santiago chile     | Santiago, Chile
    san jose costa rica | San José, Costa Rica
    san jose ca        | San Jose, California, United States
    merida mexico      | Mérida, Mexico
    hyderabad pakistan | Hyderabad, Pakistan
    tripoli lebanon    | Tripoli, Lebanon
    frankfurt oder     | Frankfurt (Oder), Germany
    frankfurt main     | Frankfurt am Main, Germany
    freiburg im breisgau baden-württemberg | Freiburg, Germany
    wien österreich    | Vienna, Austria
    zürich schweiz     | Zürich, Switzerland
    lyon rhône-alpes   | Lyon, France
    milano italia      | Milan, Italy
    köln nrw           | Köln, Germany
    new york ny        | New York City, United States
    brooklyn new york  | Brooklyn, United States
    osaka japan        | Osaka, Japan
    perth scotland     | Perth, Scotland, United Kingdom
    perth western australia | Perth, Australia`,
  'with postcode': `
    75001 paris        | Paris, France
    paris 75001        | Paris, France
    75008 Paris, France | Paris, France
    10115 berlin       | Berlin, Germany
    D-10115 Berlin     | Berlin, Germany
    80331 münchen      | Munich, Germany
    DE-80331 Munich    | Munich, Germany
    20095 hamburg      | Hamburg, Germany
    50667 köln         | Köln, Germany
    1010 wien          | Vienna, Austria
    A-5020 Salzburg    | Salzburg, Austria
    8001 zürich        | Zürich, Switzerland
    CH-1201 Genève     | Geneva, Switzerland
    69001 lyon         | Lyon, France
    13001 marseille    | Marseille, France
    F-67000 Strasbourg | Strasbourg, France
    00184 roma         | Rome, Italy
    20121 milano       | Milan, Italy
    28001 madrid       | Madrid, Spain
    08001 barcelona    | Barcelona, Spain
    1000-001 lisboa    | Lisbon, Portugal
    1012 AB amsterdam  | Amsterdam, Netherlands
    3511 Utrecht       | Utrecht, Netherlands
    1000 bruxelles     | Brussels, Belgium
    2000 Antwerpen     | Antwerpen, Belgium
    sw1a 1aa london    | London, United Kingdom
    london sw1a 1aa    | London, United Kingdom
    london ec1         | London, United Kingdom
    M1 1AE Manchester  | Manchester, United Kingdom
    leeds ls1 4dy      | Leeds, United Kingdom
    edinburgh eh1 1yz  | Edinburgh, United Kingdom
    10001 new york     | New York City, United States
    new york, ny 10001 | New York City, United States
    90210 beverly hills | Beverly Hills, California, United States
    beverly hills ca 90210 | Beverly Hills, California, United States
    chicago il 60601   | Chicago, United States
    Seattle, WA 98101  | Seattle, United States
    02108 boston       | Boston, Massachusetts, United States
    m5v 3l9 toronto    | Toronto, Canada
    Ottawa ON K1A 0B1  | Ottawa, Canada
    sydney nsw 2000    | Sydney, Australia
    3000 melbourne     | Melbourne, Australia
    100-0001 tokyo     | Tokyo, Japan
    00-001 warszawa    | Warsaw, Poland
    110 00 praha       | Prague, Czech Republic
    1051 budapest      | Budapest, Hungary
    111 22 stockholm   | Stockholm, Sweden
    0150 oslo          | Oslo, Norway
    1050 københavn     | Copenhagen, Denmark
    560001 bangalore   | Bengaluru, India`,
};
