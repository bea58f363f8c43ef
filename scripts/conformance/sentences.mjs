// The observable behaviour of the service, sentence by sentence in our own words, and the tests that show it:
// `file: part of the name`. Several tests may be named; each must exist.

/** @type {{ section: string, rows: [sentence: string, ...tests: string[]][] }[]} */
export const sections = [
  {
    section: 'What the service does',
    rows: [
      ['Plain HTTP over IPv4', 'protocol: forms of the same request > HTTP/1.0 without a host'],
      ['Plain HTTP over IPv6', 'protocol: forms of the same request > IPv6'],
      [
        'GET, POST, PUT, DELETE and OPTIONS at the paths of the interface, and no others',
        'openapi: has every route of the service, and no other',
      ],
      [
        'OPTIONS tells the methods of a path',
        'protocol: in a browser > OPTIONS /sign_up',
        'openapi-answers: OPTIONS of the path of',
      ],
      [
        'HEAD answers as GET without a body',
        'protocol: HEAD is GET without a body',
        'places-routes: HEAD is GET without a body',
      ],
      [
        'HEAD and OPTIONS consume nothing',
        'billing: HEAD and OPTIONS consume nothing',
        'sign-up: HEAD never consumes the claim',
        'sign-up: OPTIONS never consumes the claim',
      ],
      ['Pages of any origin may read answers', 'protocol: any page may read'],
      [
        'Every JSON answer is the envelope; every member has its type',
        'openapi-answers: of every operation and in number',
        'openapi-answers: answers 200 with 2000',
      ],
      [
        'Errors carry code and message and no result',
        'openapi-answers: with 4000',
        'keys: GET /keys/{key}/details > nothing',
      ],
      [
        'Tags are stored with what is billed and can be queried',
        'operations-routes: tags are stored with what is billed',
      ],
      [
        'A new account has a free test balance of 50',
        'keys: GET /keys/{key}/details > answers every member',
      ],
      [
        'The shared test key answers 5 requests a day',
        'billing: the shared test key has 5 requests a day over all',
      ],
    ],
  },
  {
    section: 'Resources: places',
    rows: [
      [
        'A suggestion has id, name, descriptive_name, country_iso',
        'places/places: a suggestion has the four members of the interface',
        'openapi-answers: places answers 200 with 2000',
      ],
      [
        'A descriptive name is unique within an answer',
        'places/places: never more than ten hits, never one descriptive name twice',
      ],
      [
        'A place has its members with their types',
        'openapi-answers: placeResolve answers 200 with 2000',
      ],
      [
        'The native record has every member with its type',
        'places/places: a capital has the complete record, with the types of the interface',
      ],
      [
        'No required member of a place is empty or null',
        'places/data: no required member of any place is empty or null',
      ],
    ],
  },
  {
    section: 'Resources: keys',
    rows: [
      [
        'The availability record: available, contexts, context',
        'keys: answers the availability record',
      ],
      [
        'The private details have every member',
        'keys: GET /keys/{key}/details > answers every member',
        'openapi-answers: keyDetails answers 200 with 2000',
      ],
      [
        'name: 1 to 64 printable characters of any script',
        'key-settings: names > 東京 ショップ',
        'key-update: {"name":"two',
        'key-update: {"name":"xxx',
      ],
      [
        'daily_limit and monthly_limit: an integer from 0, or null',
        'key-update: {"daily_limit":{"limit":10}}',
        'key-update: {"monthly_limit":{"limit":0}}',
        'key-update: {"daily_limit":{"limit":-1}}',
      ],
      ['individual_limit', 'key-update: {"individual_limit":{"limit":3}}'],
      [
        'rate_limit: an invalid value is 4001',
        'key-update: {"rate_limit":{"limit":1}}',
        'key-update: {"rate_limit":"fast"}',
        'key-update: {"rate_limit":{"limit":0}}',
      ],
      [
        'datasets: only those named change, an unknown name is 4001',
        'key-update: {"datasets":{"email":false,"here":true}}',
        'key-update: {"datasets":{"nothing":true}}',
      ],
      [
        'datasets: a list enables those in it and disables all others',
        'key-settings: datasets as a list > ["email"] are on, all others off',
        'key-update: {"datasets":["email","nothing"]}',
      ],
      [
        'notifications: each member optional',
        'key-update: {"notifications":{"enabled":false}}',
        'key-update: members of an object that were not sent stay',
      ],
      [
        'allowed_urls: at most 10, each at most 256 characters',
        'key-update: {"allowed_urls":["https://shop.example"',
        'key-update: {"allowed_urls":["https://a.example"',
        'key-update: {"allowed_urls":["https://xxx',
      ],
      [
        'allowed_urls: an origin, or a host with `*.`; anything else is 4001',
        'key-settings: allowed URLs > *.Shop.example is kept as *.shop.example',
        'key-update: {"allowed_urls":["https://a.example","shop.example"]}',
        'key-update: {"allowed_urls":["https://a.example/cart"]}',
      ],
      [
        'redact_days: 0 to 1095',
        'key-update: {"redact_days":1095}',
        'key-update: {"redact_days":1096}',
      ],
      [
        'premier_support is read-only; unknown members are ignored',
        'key-update: members that are not editable are passed over',
      ],
      [
        'On an unlimited plan, datasets, daily_limit and monthly_limit do not change',
        'key-update: on an unlimited plan, ignores changes',
      ],
    ],
  },
  {
    section: 'Resources: lookup log',
    rows: [
      ['Nine columns without a header row', 'lookup-log: has nine columns, no header row'],
      ['Column 4: the page a request came from', 'lookup-log: column 4 is the origin'],
      ['Columns 5 and 7: lookup type and lookups', 'lookup-log: columns 5 and 7'],
      ['Column 6: tags', 'operations-routes: tags are stored with what is billed'],
      ['Column 8: licensee name', 'lookup-log: column 8 is the name of the licensee'],
      [
        'Column 9: the forwarded address, where forwarding is on and it is valid',
        'lookup-log: column 9: with forwarding and a valid address',
        'lookup-log: column 9: with forwarding and no address',
        'lookup-log: column 9: without forwarding',
      ],
      [
        'Personal columns are redacted weekly, by default after 28 days',
        'lookup-log: default retention is 28 days',
        'redaction-clock: a run that lay ahead is due again',
      ],
      [
        'The retention of a key is up to 1095 days',
        'lookup-log: the period is the key’s, up to 1095 days',
      ],
      [
        '0 days stores no personal data',
        'lookup-log: 0 days stops the collection of personal data',
      ],
      [
        'Rows and counts stay',
        'lookup-log: rows that are not old enough stay as they are; counts stay',
      ],
    ],
  },
  {
    section: 'Resources: licensees, configs, sign-up, addresses',
    rows: [
      [
        'A licensee has every member',
        'licensees: Resources, Licensee > has every member',
        'openapi-answers: licenseeRead answers 200 with 2000',
      ],
      [
        'A config has every member; timestamps with milliseconds and Z',
        'configs: has every member, timestamps with milliseconds and Z',
      ],
      ['A payload comes back as it was', 'configs: the payload comes back as it was'],
      [
        'Sign-up credentials: user_token, test_api_key, user_id',
        'sign-up: hands out credentials that work',
        'openapi-answers: signUpPoll answers 200 with 2000',
      ],
      [
        'Every address is one flat record with dataset and native',
        'operations-routes: every address is one flat record',
        'openapi-answers: addressResolve answers 200 with 2000',
      ],
      [
        'An address suggestion is short, and leads to the address',
        'openapi-answers: addressAutocomplete answers 200 with 2000',
        'addresses/autocomplete: leads to the address with every id',
      ],
    ],
  },
  {
    section: 'States and transitions',
    rows: [
      [
        'pending: 202, 2020 until user and first key exist',
        'sign-up: pending, ready, claimed',
        'sign-up: stays pending while the account has no key',
      ],
      ['An unknown token is pending', 'sign-up: a token that is unknown is pending'],
      [
        'ready: 200, 2000, credentials once',
        'sign-up: of 20 polls at once exactly one gets the credentials',
      ],
      ['claimed: 410, 4100 for any later poll', 'sign-up: pending, ready, claimed'],
      [
        'expired: 410, 4100, 30 minutes after it was made',
        'sign-up: expires 30 minutes after it was made',
        'sign-up: a ready token expires, too',
      ],
      [
        'A claim survives kill -9 and is never handed out twice',
        'system/sandbox-durability: while polls are under way',
      ],
      [
        'A key without lookups, or over a limit, is available: false with 200',
        'keys: a key is not available > without lookups',
        'keys: a key is not available > over the limit of its address',
        'allowance: at the daily limit',
        'allowance: at the monthly limit',
      ],
      [
        'A cancelled licensee is omitted from the list and not found',
        'licensees: is gone from lists and found no more',
      ],
    ],
  },
  {
    section: 'Endpoints: parameters',
    rows: [
      [
        'start and end: milliseconds or ISO 8601',
        'usage: Common parameters: start and end are milliseconds or ISO 8601 > 2026-11-20',
      ],
      [
        'end defaults to now; both ends are inclusive',
        'usage: start without end lasts until now',
        'usage: both ends are in the range',
      ],
      ['end without start: 21 days before', 'usage: end without start begins 21 days before'],
      ['A date as end is its last millisecond', 'usage: a date as end is its last millisecond'],
      [
        'Several tags: a request must satisfy all',
        'usage: several tags: a request must satisfy all',
      ],
      ['licensee: by key or id', 'usage: the licensee filter takes an id or a licensee key'],
    ],
  },
  {
    section: 'Endpoints: keys',
    rows: [
      ['GET /keys/{key} needs no management key', 'keys: GET /keys/{key} > no credential'],
      [
        'GET /keys/{key} takes licensee keys',
        'licensees: takes a licensee key: as available as its API key',
      ],
      [
        'An unknown or malformed key: 404, 4042',
        'keys: GET /keys/{key} > an unknown key',
        'keys: GET /keys/{key} > a malformed key',
      ],
      [
        'With a management key: the private details',
        'keys: answers the private details to the management key',
      ],
      [
        'A management key that does not own it: 4012',
        'keys: GET /keys/{key} > a management key of another account',
      ],
      [
        'Details require the management key; 404 for an unknown key',
        'keys: GET /keys/{key}/details > nothing',
        'keys: GET /keys/{key}/details > an unknown key',
      ],
      [
        'PUT: requires the management key, and a body',
        'key-update: requires the management key',
        'key-update: requires a body, as JSON',
      ],
      [
        'PUT: only sent fields change; answers the private details',
        'key-update: only sent fields change',
        'openapi-answers: keyUpdate answers 200 with 2000',
      ],
      [
        'PUT: validation failure is 400, 4001 with errors',
        'key-update: Errors 4001: validation of key settings, with the member in errors',
      ],
      [
        'Usage: last 21 days by default, total and daily, zero days included',
        'usage: defaults to the last 21 days, with zero days and the total',
      ],
      ['Usage requires the management key', 'usage: requires the management key'],
      ['Logs: text/csv as an attachment', 'lookup-log: is text/csv, sent as an attachment'],
      [
        'Logs: any other answer is JSON',
        'lookup-log: any other answer is JSON with code and message',
      ],
      [
        'Logs: last 21 days by default; tags and licensee filter',
        'lookup-log: defaults to the last 21 days, filters by tags and licensee',
      ],
      ['Logs: oldest first', 'lookup-log: rows come oldest first'],
    ],
  },
  {
    section: 'Endpoints: licensees',
    rows: [
      [
        'The key must be enabled for sublicensing',
        'licensees: the key must be enabled for sub-licensing',
      ],
      [
        'Requires the management key of the account',
        'licensees: requires the management key of the account',
      ],
      [
        'Oldest first, 10 by default, hasMore',
        'licensees: lists oldest first, 10 by default, and says whether more follow',
      ],
      ['Up to 100 per request', 'licensees: up to 100 per request'],
      ['starting_after pages', 'licensees: starting_after, query and q'],
      ['query or q filters by name', 'licensees: starting_after, query and q'],
      [
        'A limit or starting_after that is no integer: 4001',
        'licensees: limit=ten is 4001',
        'licensees: starting_after=x is 4001',
      ],
      [
        'POST updates; PUT does too',
        'licensees: POST changes what is sent',
        'licensees: PUT changes what is sent',
      ],
      [
        'regenerate-key mints a key, the old one stops at once',
        'licensees: mints a new key, and the old one stops at once',
      ],
      [
        'DELETE cancels: its key stops',
        'billing: a cancelled licensee and an old licensee key stop at once',
        'openapi-answers: licenseeCancel answers 200 with 2000',
      ],
      [
        'A name is free again once its licensee is cancelled',
        'licensees: on create and on update; a name is free again',
      ],
    ],
  },
  {
    section: 'Endpoints: configs',
    rows: [
      [
        'Lists every config, oldest first',
        'configs: returns every config of the key, oldest first',
      ],
      ['Requires the management key', 'configs: requires the management key'],
      [
        'Update replaces the payload and refreshes the timestamp; the name stays',
        'configs: replaces the payload and refreshes the timestamp',
      ],
      [
        'Reading one needs no management key, and keeps to allowed URLs',
        'configs: reading one needs no management key',
      ],
      ['DELETE removes it', 'configs: DELETE removes it'],
      [
        'Names: 1 to 32 letters, digits, dots, underscores, hyphens',
        'configs: {"name":"a b","payload":"x"}',
      ],
    ],
  },
  {
    section: 'Endpoints: places',
    rows: [
      [
        'Suggestions are ranked by relevance',
        'places/quality: the expected place is first in 90 % and within three in 97 %',
        'places/search-quality: the expected place is first, or within three, as often as it should: tuned',
        'places/search-quality: 95 % of nonsense is answered by nothing',
      ],
      [
        'query or q',
        'places-routes: Endpoints, GET /places > query',
        'places-routes: Endpoints, GET /places > q',
      ],
      [
        'An empty query returns an empty result set',
        'places-routes: an empty query returns an empty result set',
      ],
      ['country_iso filters, one or several', 'places-routes: country_iso filters, one or several'],
      [
        'bias_country_iso and bias_lonlat',
        'places-routes: bias_country_iso and bias_lonlat rank nearer places first',
      ],
      ['bias_lonlat: radius at most 50000', 'places-routes: bias_lonlat=1,2,50001'],
      ['Only one geospatial bias', 'places-routes: bias_ip=true&bias_lonlat=1,2,3'],
      ['bias_ip: only true', 'places-routes: bias_ip is accepted', 'places-routes: bias_ip=false'],
      [
        'At most 10 hits; shared descriptive names are dropped',
        'places-routes: answers at most 10 suggestions with unique descriptive names',
        'places/places: places that share a descriptive name are dropped',
      ],
      [
        'Searching does not decrement the balance; resolving does',
        'billing: place resolution decrements it, place search does not',
      ],
      [
        'X-RateLimit-Limit, -Remaining, -Reset',
        'places-routes: 3,000 requests per 5 minutes, told in headers',
      ],
      [
        'Resolving adds coordinates, language and native',
        'places-routes: adds coordinates, language and native to the suggestion',
      ],
      [
        'An unknown id: 404, 4040, not charged, not logged',
        'places-routes: Errors 4040: the id geonames_1 is not found',
      ],
    ],
  },
  {
    section: 'Endpoints: sign-up',
    rows: [
      ['POST /sign_up answers signup_url and cli_token', 'sign-up: answers a token and a link'],
      ['It needs no credential and no body', 'sign-up: needs no body'],
      ['Members prefill the page', 'sign-up-page: is prefilled by what POST /sign_up was given'],
      [
        '--strict-sign-up asks for all but two members',
        'sign-up: a strict sign-up > refuses nothing',
        'sign-up: a strict sign-up > takes a whole body',
      ],
      [
        'A poll needs no credential; 202 has status pending',
        'openapi-answers: signUpPoll answers 202 with 2020',
      ],
      ['410 has no result', 'openapi-answers: signUpPoll answers 410 with 4100'],
    ],
  },
  {
    section: 'Operations named without detail',
    rows: [
      [
        'Autocomplete: q or query, at most 10, rate headers',
        'operations-routes: autocomplete: q or query, rate-limit headers, no hits for nothing',
        'addresses/autocomplete: suggests at most ten',
      ],
      [
        'Autocomplete: filters by dataset, country and context, a limit, a bias',
        'autocomplete-filters: omits hits of others',
        'autocomplete-filters: limit=25 gives 25 hits',
        'autocomplete-filters: bias_lonlat has the hits in its circle first',
      ],
      [
        'Autocomplete: a filter that cannot be read is 40016',
        'autocomplete-filters: datasets=nothing',
        'autocomplete-filters: bias_ip=true&bias_lonlat=1,2,3',
      ],
      [
        'Verification: no match is 200, count 0, not charged',
        'operations-routes: verify: a match is billed',
      ],
      [
        'Verification: `query` or `q`',
        'queries-of-lookups: Address verification: query or q > {"q":"1226',
      ],
      [
        'Cleansing at both paths',
        'operations-routes: cleanse at /addresses/cleanse',
        'operations-routes: cleanse at /cleanse/addresses',
      ],
      [
        'Coordinates: hits within 100 m, nearest first',
        'operations-routes: coordinates: hits within 100 m',
        'addresses/near: has the nearest address first',
      ],
      [
        'Emails are judged by syntax and lists',
        'operations-routes: emails: judged',
        'lookups/validate-email: ',
      ],
      [
        'Phone numbers are judged by their plan',
        'operations-routes: phone numbers: judged',
        'lookups/validate-phone: ',
      ],
      [
        'An empty query of either is 40011, and not charged',
        'queries-of-lookups: an empty query is not charged > /emails',
        'queries-of-lookups: an empty query is not charged > /phone_numbers',
      ],
    ],
  },
  {
    section: 'Authentication',
    rows: [
      [
        '1. Bearer with the API key, or the management key',
        'billing: Authentication 1 to 3: forms of the API key > Bearer',
        'keys: GET /keys/{key}/details > Bearer',
      ],
      [
        '2. Query forms; the query wins',
        'billing: query over header: bad',
        'keys: query over header: bad',
      ],
      [
        '3. The older header form, in double quotes',
        'billing: forms of the API key > older form',
        'keys: older form without quotes',
      ],
      [
        '4. An unauthorized Bearer request receives a challenge',
        'billing: Authentication 4',
        'keys: the challenge of a 401 > a refused token is named as the reason',
      ],
      [
        '5. Allowed URLs: scheme and host exactly',
        'billing: Authentication 5: allowed URLs',
        'keys: allowed URLs > another scheme',
        'keys: allowed URLs > an entry with a slash, which is dropped',
        'key-settings: allowed URLs > https://shop.example:443 is kept as https://shop.example',
      ],
      [
        '5. Wildcard subdomains',
        'keys: allowed URLs > a subdomain of a wildcard',
        'keys: allowed URLs > the domain of a wildcard itself',
      ],
      ['5. Neither header: 4011', 'keys: allowed URLs > neither header'],
      [
        '6. IP allow list: 4011 with message Forbidden',
        'billing: a request from another IP gets 4011 with message Forbidden',
      ],
      [
        '7. Sublicensing without a licensee: 4013',
        'billing: Authentication 7: sublicensing > without a licensee',
      ],
      [
        '7. A licensee of another key: 4014',
        'billing: Authentication 7: sublicensing > a licensee of another key',
      ],
      [
        '7. The licensee key as the API key bills the licensee',
        'billing: Authentication 7: sublicensing > the licensee key as the API key',
      ],
      [
        '8. Another account: 4012; unknown user: 4041',
        'keys: GET /keys/{key}/details > a key of another account',
        'keys: GET /keys/{key}/details > an unknown management key',
      ],
      ['8. No management key at all: 401, 4010', 'keys: GET /keys/{key}/details > nothing'],
      [
        '9. Availability and polling need no credential',
        'keys: GET /keys/{key} > no credential',
        'sign-up: hands out credentials that work',
      ],
      [
        '10. Svc-Source-IP with forwarding counts and is echoed',
        'billing: Authentication 10: Svc-Source-IP > a valid address with forwarding is echoed',
      ],
      [
        '10. Every answer echoes the client IP',
        'protocol: every answer tells the address it was asked from',
      ],
      [
        'Every credential form of the document, at every operation',
        'openapi-answers: every credential the document names is taken',
      ],
    ],
  },
  {
    section: 'Errors',
    rows: [
      [
        '4000: unparsable JSON, malformed percent encoding, schema failure',
        'protocol: a body that is no JSON',
        'protocol: half an escape in the path',
        'protocol: a body that is no object',
      ],
      [
        '4150: content type',
        'protocol: a request that is not understood > another content type',
        'protocol: a request that is not understood > no content type',
      ],
      ['4150: charset, with a message of its own', 'protocol: says which charset is meant'],
      ['404: unknown path', 'protocol: a request that is not understood > an unknown path'],
      ...[
        4001, 4005, 4006, 4007, 4008, 4009, 4010, 4011, 4012, 4013, 4014, 4015, 4016, 4020, 4021,
        4040, 4041, 4042, 4045, 4047, 4048, 4090, 4100, 4290, 4291, 5001, 5002, 40010, 40011, 40016,
        40017, 40018,
      ].map((code) => [
        `${code}: status, message, at every operation that has it`,
        `openapi-answers: with ${code}$`,
      ]),
      [
        'No operation answers with another code',
        'openapi-answers: answers with no code the document lacks',
      ],
      [
        'Whatever is sent, the answer is one of the catalogue',
        'system/fuzz/sandbox: Errors: every answer is one of the catalogue',
      ],
    ],
  },
  {
    section: 'Limits',
    rows: [
      [
        '30 requests a second per IP; then 503 without a body',
        'protocol: is 30 a second, in every second',
        'protocol: exceeded, is answered without a body',
      ],
      [
        '3,000 place searches in 5 minutes; then 429, 4291',
        'places-routes: 3,000 requests per 5 minutes',
      ],
      [
        'The third window of searches within a day without a place resolution suspends the key',
        'system/search-windows: the third window of searches within a day suspends the key',
        'system/search-windows: one place resolution of the day keeps it',
      ],
      ['The shared test key', 'billing: the shared test key has 5 requests a day over all'],
      [
        'At most 90 days',
        'usage: ?start=1787400000000&end=1795176000000',
        'usage: ?start=1787399999999&end=1795176000000',
      ],
      ['At most 3 tags', 'usage: ?tags=a,b,c', 'usage: ?tags=a,b,c,d'],
      [
        'Config payload at most 65536 characters',
        'configs: Limits: config payload at most 65536 characters',
      ],
      [
        'Email at most 320 characters',
        'lookups/validate-email: takes 320 characters and refuses 321 with 40017',
      ],
      [
        'Daily, monthly, per IP and licensee limits: 4021',
        'billing: limit would be exceeded > daily',
        'billing: limit would be exceeded > monthly',
        'billing: limit would be exceeded > per IP',
        'billing: Errors 4021: a licensee has a daily limit of its own',
      ],
      [
        'Requests at the same time never take more than there is',
        'billing: requests at the same time never take more than there is',
      ],
    ],
  },
  {
    section: 'Control interface',
    rows: [
      ['health', 'control: says that it is ready and which process it is'],
      [
        'accounts and keys: list, make, change, delete',
        'control: makes an account, and a further key for it',
        'control: changes what is sent, and answers everything',
        'keys: when it is deleted: it is not found',
      ],
      ['Synthetic log rows', 'lookup-log: the control interface: synthetic rows'],
      [
        'Sign-ups are completed and expired',
        'sign-up: completing twice makes one account and one key',
        'sign-up: can be expired by hand',
      ],
      [
        'The clock is set, advanced and released',
        'control: is set, runs on, moves, and comes back',
      ],
      ['redact', 'lookup-log: the control interface: redact'],
      ['reset', 'control: puts everything back to the start'],
      [
        'faults',
        'faults: a rule applies to its path, and only so often',
        'faults: 503 answers without a body',
      ],
      [
        'Loopback only; Host and Origin are checked',
        'control: who is answered > another name',
        'control: who is answered > another site',
      ],
      ['One process per data folder', 'instance: refuses a second sandbox, and names the first'],
      [
        'kill -9 loses nothing acknowledged',
        'system/sandbox-durability: under load, again and again: nothing acknowledged is lost',
      ],
      [
        'The OpenAPI document is valid, served and printed',
        'openapi: is valid by the schema of OpenAPI 3.1',
        'openapi: is answered at /openapi.json',
        'openapi: prints it and starts nothing',
      ],
    ],
  },
];

/** Behaviour without a test of the sandbox, and why. */
export const untested = [
  ['Transport over HTTPS', 'The sandbox is a development service on loopback, without TLS.'],
  [
    '`context` is the context that matches the caller’s IP; `bias_ip` leans towards it',
    'A caller on this machine has an address that is nowhere: the context is empty and nothing leans. The ranking with a known country is tested (places/bias).',
  ],
  [
    'Verification and phone validation take up to about 10 seconds, then 4290',
    'Here they take milliseconds. The answer itself is tested, by a fault.',
  ],
  [
    'A search backend can time out: 5002; a failure is 5001',
    'Neither happens by itself. The answers are tested, by faults.',
  ],
  ['Place ids expire', 'The data does not change while the sandbox runs, so none does.'],
  [
    'Integrations that search without resolving are suspended',
    'The interface gives no threshold; the window’s limit is tested.',
  ],
  [
    'Autocomplete has a further rate limit',
    'The interface shows no value; it has a window of its own like that of places.',
  ],
  ['Message text may link to a guide', 'Optional; the sandbox’s messages are the catalogue’s.'],
  [
    'Poll every 1 to 2 seconds with a deadline',
    'A rule for clients; the tool’s own polling is tested in test/e2e.',
  ],
  [
    'Credential commands of a command line tool',
    'They are the tool’s, not the service’s: test/e2e/auth-*.test.ts.',
  ],
  ['Events; licensee transitions beyond cancelling', 'The interface shows none.'],
  ['Breaking changes come under a new version', 'A promise about the future.'],
];
