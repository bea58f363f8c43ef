// What people type for a country or an area, and its whole descriptive name.

export const areaQueries = `
  germany            | Germany
  deutschland        | Germany
  uk                 | United Kingdom
  usa                | United States
  united states      | United States
  u.s.a.             | United States
  holland            | Netherlands
  ivory coast        | Ivory Coast
  south korea        | South Korea
  日本               | Japan
  中国               | China
  Россия             | Russia
  مصر                | Egypt
  españa             | Spain
  frankreich         | France
  georgia            | Georgia
  georgia usa        | Georgia, United States
  mexico             | Mexico
  luxembourg         | Luxembourg
  new zealand        | New Zealand
  newzealand         | New Zealand
  texas              | Texas, United States
  california         | California, United States
  florida            | Florida, United States
  new jersey         | New Jersey, United States
  washington state   | Washington, United States
  state of texas     | Texas, United States
  ontario            | Ontario, Canada
  ontario canada     | Ontario, Canada
  british columbia   | British Columbia, Canada
  bavaria            | Bavaria, Germany
  bayern             | Bavaria, Germany
  sachsen            | Saxony, Germany
  nordrhein-westfalen | North Rhine-Westphalia, Germany
  tuscany            | Tuscany, Italy
  toscana            | Tuscany, Italy
  sicily             | Sicily, Italy
  catalonia          | Catalonia, Spain
  andalucia          | Andalusia, Spain
  brittany           | Brittany, France
  normandie          | Normandy, France
  provence-alpes-côte d'azur | Provence-Alpes-Côte d'Azur, France
  england            | England, United Kingdom
  scotland           | Scotland, United Kingdom
  wales              | Wales, United Kingdom
  new south wales    | New South Wales, Australia
  queensland         | Queensland, Australia
  hokkaido           | Hokkaidō, Japan
  kerala             | Kerala, India
  guangdong          | Guangdong, China`;

/** Beginnings, as an autocomplete field sends them. Columns as for settlements, or the name of an area. */
export const beginningQueries = `
  lond               | London, United Kingdom
  pari               | Paris, France
  berl               | Berlin, Germany
  toky               | Tokyo, Japan
  new yo             | New York City, United States
  los ang            | Los Angeles, United States
  san fran           | San Francisco, United States
  chic               | Chicago, United States
  philad             | Philadelphia, United States
  bosto              | Boston, Massachusetts, United States
  seatt              | Seattle, United States
  toron              | Toronto, Canada
  vanc               | Vancouver, Canada
  montr              | Montréal, Canada
  sydn               | Sydney, Australia
  melbo              | Melbourne, Australia
  auckl              | Auckland, New Zealand
  manch              | Manchester, United Kingdom
  birmi              | Birmingham, United Kingdom
  edinb              | Edinburgh, United Kingdom
  glasg              | Glasgow, United Kingdom
  dubl               | Dublin, Ireland
  amste              | Amsterdam, Netherlands
  rotte              | Rotterdam, Netherlands
  brus               | Brussels, Belgium
  hamb               | Hamburg, Germany
  frankf             | Frankfurt am Main, Germany
  münch              | Munich, Germany
  vien               | Vienna, Austria
  züri               | Zürich, Switzerland
  barcel             | Barcelona, Spain
  madr               | Madrid, Spain
  lisb               | Lisbon, Portugal
  stockh             | Stockholm, Sweden
  copenh             | Copenhagen, Denmark
  helsi              | Helsinki, Finland
  wars               | Warsaw, Poland
  budap              | Budapest, Hungary
  istan              | Istanbul, Turkey
  mosc               | Moscow, Russia
  beij               | Beijing, China
  shangh             | Shanghai, China
  singap             | Singapore
  bangk              | Bangkok, Thailand
  mumb               | Mumbai, India
  nairo              | Nairobi, Kenya
  johann             | Johannesburg, South Africa
  buenos             | Buenos Aires, Argentina
  germ               | Germany
  calif              | California, United States`;

/** Text that means no place: nothing should be answered. */
export const nonsense = `
  asdfgh
  asdfasdf
  qwertz
  qwertyuiop
  zxcvbnm
  hjkl
  xkcdq
  zzzzzz
  aaaaaaa
  xxxx
  lorem ipsum
  dolor sit amet
  foobar
  foo bar baz
  hello world
  blah blah
  not a place
  nowhere at all
  my house
  123 main street
  delivery address
  test test test
  testing123
  null
  undefined
  NaN
  [object Object]
  select * from users
  <script>alert(1)</script>
  12345
  99999999
  00000
  +49 151 23456789
  someone@example.com
  https://example.com/index.html
  !!!???
  🍕🍕🍕
  jkfdlsjfkd
  wqpoeiru
  mnbvcx
  krzzk
  blorptown
  xyzzyville
  purple monkey dishwasher
  refund my order
  password
  username
  iphone 15 pro
  ghfjdk slaqow
  vbnvbn ghgh`;
