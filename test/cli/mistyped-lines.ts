// Mistyped command lines, with text of the error message and of the hint that waypost prints.

/** A mistyped command line. The error message contains `wrong`, and the hint contains `next`. */
export interface ClumsyLine {
  typed: string[];
  wrong: string;
  next: string;
}

const help = (command: string) => `\`waypost ${command} --help\``;
const meant = (command: string) => `Did you mean \`waypost ${command}\`?`;

const unknown = (word: string, group?: string) =>
  `Unknown command ${word}${group === undefined ? '' : ` for \`waypost ${group}\``}.`;

const option = (flag: string, command: string) =>
  `Unknown option ${flag} for \`waypost ${command}\`.`;

/** Returns the words of a command line without quotes. */
const words = (line: string): string[] => line.split(' ');

type Row = [typed: string | string[], wrong: string, next: string];

const verbsWithoutNoun: Row[] = [
  ['login', unknown('login'), meant('auth login')],
  ['logout', unknown('logout'), meant('auth logout')],
  ['whoami', unknown('whoami'), meant('auth whoami')],
  ['token', unknown('token'), meant('auth token')],
  ['usage --last 7d', unknown('usage'), meant('keys usage --last 7d')],
  ['export -o log.csv', unknown('export'), meant('lookups export -o log.csv')],
  ['details', unknown('details'), meant('keys details')],
  ['search berlin', unknown('search'), meant('places search berlin')],
  ['autocomplete main', unknown('autocomplete'), meant('addresses autocomplete main')],
  ['cleanse main', unknown('cleanse'), meant('addresses cleanse main')],
  ['verify main', unknown('verify'), meant('addresses verify main')],
  ['near', unknown('near'), meant('addresses near')],
  ['pull configs', unknown('pull'), meant('configs pull')],
  ['push configs', unknown('push'), meant('configs push')],
  ['start', unknown('start'), meant('sandbox start')],
  ['stop', unknown('stop'), meant('sandbox stop')],
  ['reset', unknown('reset'), meant('sandbox reset')],
  ['snapshot save', unknown('snapshot'), meant('sandbox snapshot save')],
  ['regenerate-key 12', unknown('regenerate-key'), meant('licensees regenerate-key 12')],
  ['install', unknown('install'), meant('completion install')],
];

const nounsMistyped: Row[] = [
  ['key usage', unknown('key'), meant('keys usage')],
  ['kyes usage', unknown('kyes'), meant('keys usage')],
  ['Keys Usage', unknown('Keys'), meant('keys usage')],
  ['KEYS usage', unknown('KEYS'), meant('keys usage')],
  ['key show', unknown('key'), meant('keys show')],
  ['lookup export', unknown('lookup'), meant('lookups export')],
  ['config list', unknown('config'), meant('configs list')],
  ['config ls', unknown('config'), meant('configs list')],
  ['email validate a@b.c', unknown('email'), meant('emails validate a@b.c')],
  ['e-mails validate a@b.c', unknown('e-mails'), meant('emails validate a@b.c')],
  ['phone validate 1', unknown('phone'), meant('phones validate 1')],
  ['place search berlin', unknown('place'), meant('places search berlin')],
  ['places: search', unknown('places:'), meant('places search')],
  ['address verify x', unknown('address'), meant('addresses verify x')],
  ['adresses verify x', unknown('adresses'), meant('addresses verify x')],
  ['licencees list', unknown('licencees'), meant('licensees list')],
  ['licensee list', unknown('licensee'), meant('licensees list')],
  ['sanbox start', unknown('sanbox'), meant('sandbox start')],
  ['sandbx stop', unknown('sandbx'), meant('sandbox stop')],
  ['complete install', unknown('complete'), meant('completion install')],
  ['signUp', unknown('signUp'), meant('signup')],
  ['sign-up', unknown('sign-up'), meant('signup')],
  ['conf list', unknown('conf'), meant('configs list')],
  ['sand start', unknown('sand'), meant('sandbox start')],
  ['sign up', unknown('sign'), meant('signup')],
  ['log in', unknown('log'), meant('auth login')],
  ['log out', unknown('log'), meant('auth logout')],
  ['who am i', unknown('who'), meant('auth whoami')],
  ['keys:usage', unknown('keys:usage'), meant('keys usage')],
  ['keys.usage', unknown('keys.usage'), meant('keys usage')],
  ['keys/usage', unknown('keys/usage'), meant('keys usage')],
  ['keysusage', unknown('keysusage'), meant('keys usage')],
  [['keys usage'], unknown('"keys usage"'), meant('keys usage')],
  ['“keys usage”', unknown('"“keys"'), meant('keys usage')],
  ['usage keys', unknown('usage'), meant('keys usage')],
  ['list configs', unknown('list'), meant('configs list')],
  ['search places', unknown('search'), meant('places search')],
  ['validate email', unknown('validate'), meant('emails validate')],
  ['create licensee', unknown('create'), meant('licensees create')],
];

const verbsMistyped: Row[] = [
  ['keys usge', unknown('usge', 'keys'), meant('keys usage')],
  ['keys usages', unknown('usages', 'keys'), meant('keys usage')],
  ['keys Usage', unknown('Usage', 'keys'), meant('keys usage')],
  ['keys detail', unknown('detail', 'keys'), meant('keys details')],
  ['keys get', unknown('get', 'keys'), meant('keys show')],
  ['keys view', unknown('view', 'keys'), meant('keys show')],
  ['keys info', unknown('info', 'keys'), meant('keys show')],
  ['keys set --name x', unknown('set', 'keys'), meant('keys update --name x')],
  ['keys edit', unknown('edit', 'keys'), meant('keys update')],
  ['keys stats', unknown('stats', 'keys'), meant('keys usage')],
  ['keys ak_0123456789', unknown('ak_012…', 'keys'), meant('keys show <key>')],
  ['auth signin', unknown('signin', 'auth'), meant('auth login')],
  ['auth log-out', unknown('log-out', 'auth'), meant('auth logout')],
  ['auth status', unknown('status', 'auth'), meant('auth whoami')],
  ['auth show', unknown('show', 'auth'), meant('keys show')],
  ['configs ls', unknown('ls', 'configs'), meant('configs list')],
  ['configs rm checkout', unknown('rm', 'configs'), meant('configs delete checkout')],
  ['configs remove checkout', unknown('remove', 'configs'), meant('configs delete checkout')],
  ['configs add checkout', unknown('add', 'configs'), meant('configs create checkout')],
  ['configs set checkout', unknown('set', 'configs'), meant('configs update checkout')],
  ['configs cat checkout', unknown('cat', 'configs'), meant('configs get checkout')],
  ['configs download dir', unknown('download', 'configs'), meant('configs pull dir')],
  ['configs upload dir', unknown('upload', 'configs'), meant('configs push dir')],
  ['licensees ls', unknown('ls', 'licensees'), meant('licensees list')],
  ['licensees new --name x', unknown('new', 'licensees'), meant('licensees create --name x')],
  ['licensees revoke 12', unknown('revoke', 'licensees'), meant('licensees delete 12')],
  ['licensees rotate 12', unknown('rotate', 'licensees'), meant('licensees regenerate-key 12')],
  [
    'licensees regenerate key 12',
    unknown('regenerate', 'licensees'),
    meant('licensees regenerate-key 12'),
  ],
  ['lookups dump', unknown('dump', 'lookups'), meant('lookups export')],
  ['lookups exprot', unknown('exprot', 'lookups'), meant('lookups export')],
  ['places find berlin', unknown('find', 'places'), meant('places search berlin')],
  ['places berlin', unknown('berlin', 'places'), meant('places search berlin')],
  ['places new york', unknown('new', 'places'), meant('places search "new york"')],
  ['addresses geocode x', unknown('geocode', 'addresses'), meant('addresses verify x')],
  ['addresses suggest x', unknown('suggest', 'addresses'), meant('addresses autocomplete x')],
  ['addresses reverse 1 2', unknown('reverse', 'addresses'), meant('addresses near 1 2')],
  [
    'addresses 1226 main st',
    unknown('1226', 'addresses'),
    meant('addresses verify "1226 main st"'),
  ],
  ['emails verify a@b.c', unknown('verify', 'emails'), meant('emails validate a@b.c')],
  ['emails check a@b.c', unknown('check', 'emails'), meant('emails validate a@b.c')],
  ['phones lookup 1', unknown('lookup', 'phones'), meant('phones validate 1')],
  ['sandbox run', unknown('run', 'sandbox'), meant('sandbox start')],
  ['sandbox up', unknown('up', 'sandbox'), meant('sandbox start')],
  ['sandbox kill', unknown('kill', 'sandbox'), meant('sandbox stop')],
  ['sandbox ps', unknown('ps', 'sandbox'), meant('sandbox list')],
  ['sandbox wipe', unknown('wipe', 'sandbox'), meant('sandbox reset')],
  ['sandbox log', unknown('log', 'sandbox'), meant('sandbox logs')],
  ['keys configs list', unknown('configs', 'keys'), meant('configs list')],
  ['keys nonsense', unknown('nonsense', 'keys'), help('keys')],
  ['nonsense', unknown('nonsense'), '`waypost help`'],
];

/** The suggested command contains everything that was typed, except keys. */
const othersKept: Row[] = [
  [
    ['--no-color', 'kyes', 'usage', '--start', 'last week'],
    unknown('kyes'),
    meant('keys usage --start "last week" --no-color'),
  ],
  ['exce --env KEY=api-key env -i', unknown('exce'), meant('exec --env KEY=api-key env -i')],
  ['--timeout 5 exce true -C x', unknown('exce'), meant('exec --timeout 5 true -C x')],
  ['exec --profile work', 'requires <command>', '`waypost exec --profile work env`'],
  [
    'configs pull --profile work',
    'requires <dir>',
    '`waypost configs pull configs/ --profile work`. ',
  ],
  ['--profile work keys usge', unknown('usge', 'keys'), meant('keys usage --profile work')],
  ['key show ak_0123456789', unknown('key'), meant('keys show <key>')],
  ['keys shw --api-key secret12', unknown('shw', 'keys'), meant('keys show --api-key <key>')],
  ['keys shw --api-key=secret12', unknown('shw', 'keys'), meant('keys show --api-key <key>')],
  [
    'places new york --timeout 5',
    unknown('new', 'places'),
    meant('places search "new york" --timeout 5'),
  ],
  [
    'keys usage last 7d --no-color',
    'last is missing its dashes.',
    meant('keys usage --last 7d --no-color'),
  ],
  ['keys usage --no-color 7d', '7d is a duration', meant('keys usage --no-color --last 7d')],
];

const valuesForCommands: Row[] = [
  ['ada@example.com', unknown('ada@example.com'), meant('emails validate ada@example.com')],
  [['+44 20 7946 0018'], 'Unknown command "+44', meant('phones validate "+44 20 7946 0018"')],
  ['ak_0123456789', unknown('ak_012…'), '`waypost auth login`'],
  ['http://127.0.0.1:8787/v1', 'Unknown command http', '--base-url'],
  ['GET /places', unknown('GET'), meant('api GET /places')],
  ['/places', unknown('/places'), meant('api GET /places')],
  ['balance', unknown('balance'), meant('keys details')],
  ['register', unknown('register'), meant('signup')],
  ['exit-codes', unknown('exit-codes'), meant('help exit-codes')],
  ['environment', unknown('environment'), meant('help environment')],
  ['man', unknown('man'), meant('help')],
  ['/?', unknown('"/?"'), '`waypost --help`'],
];

const helpMistyped: Row[] = [
  ['help key usage', 'Unknown command or topic: key usage', meant('help keys usage')],
  ['help keys usge', 'Unknown command or topic: keys usge', meant('help keys usage')],
  ['help exitcodes', 'Unknown command or topic: exitcodes', meant('help exit-codes')],
  ['help whoami', 'Unknown command or topic: whoami', meant('help auth whoami')],
  ['help nonsense', 'Unknown command or topic: nonsense', '`waypost help`'],
  ['schema key usage', 'Unknown command: key usage', meant('schema keys usage')],
  ['keys usge --help', unknown('usge', 'keys'), meant('keys usage --help')],
  ['--help usage', unknown('usage'), meant('keys usage --help')],
  ['keys usage help', 'help is not an argument', help('keys usage')],
  ['auth login help', 'help is not an argument', help('auth login')],
];

const options: Row[] = [
  ['-v', 'Unknown option -v for `waypost`.', meant('--version')],
  ['-v keys usage', option('-v', 'keys usage'), 'Did you mean --debug?'],
  ['--verbose keys usage', option('--verbose', 'keys usage'), 'Did you mean --debug?'],
  ['keys show -j', option('-j', 'keys show'), 'Did you mean --json?'],
  ['keys show --JSON', option('--JSON', 'keys show'), 'Did you mean --json?'],
  ['keys show -json', option('-json', 'keys show'), 'Did you mean --json?'],
  ['keys show --jsn', option('--jsn', 'keys show'), 'Did you mean --json?'],
  ['keys show --json=true', '--json does not accept a value.', 'Use --json without a value.'],
  ['keys show --json=false', '--json does not accept a value.', 'Remove --json.'],
  ['keys show --apikey x', option('--apikey', 'keys show'), 'Did you mean --api-key?'],
  ['keys show --api_key x', option('--api_key', 'keys show'), 'Did you mean --api-key?'],
  ['keys show --apiKey=x', option('--apiKey', 'keys show'), 'Did you mean --api-key?'],
  ['keys show --key x', option('--key', 'keys show'), 'Did you mean --api-key?'],
  ['keys show --token x', option('--token', 'keys show'), 'Did you mean --management-key?'],
  [
    'keys show --management_key x',
    option('--management_key', 'keys show'),
    'Did you mean --management-key?',
  ],
  ['keys show --url x', option('--url', 'keys show'), 'Did you mean --base-url?'],
  ['keys show --baseurl x', option('--baseurl', 'keys show'), 'Did you mean --base-url?'],
  ['keys show --quiet', option('--quiet', 'keys show'), 'Did you mean --no-input?'],
  ['keys show --nocolor', option('--nocolor', 'keys show'), 'Did you mean --no-color?'],
  ['keys show --colour never', option('--colour', 'keys show'), 'Did you mean --color?'],
  ['keys show -p work', option('-p', 'keys show'), 'Did you mean --profile?'],
  ['keys show --last 7d', option('--last', 'keys show'), '`waypost keys usage`'],
  ['keys usage --lst 7d', option('--lst', 'keys usage'), 'Did you mean --last?'],
  ['keys usage --since yesterday', option('--since', 'keys usage'), 'Did you mean --start?'],
  ['keys usage --from 2026-01-01', option('--from', 'keys usage'), 'Did you mean --start?'],
  ['keys usage --until now', option('--until', 'keys usage'), 'Did you mean --end?'],
  ['keys usage --days 7', option('--days', 'keys usage'), 'Did you mean --last?'],
  ['--last 7d keys usage', '--last must follow its command', '`waypost keys usage --last <'],
  ['--wat keys usage', option('--wat', 'keys usage'), help('keys usage')],
  ['lookups export --out x.csv', option('--out', 'lookups export'), 'Did you mean --output?'],
  [
    'lookups export --follow --format ndjson',
    option('--follow', 'lookups export'),
    'Use --follow with `waypost lookups list`.',
  ],
  ['lookups export -O x.csv', option('-O', 'lookups export'), 'Did you mean -o?'],
  [
    'emails validate ada@gmail.com --licensee acme',
    option('--licensee', 'emails validate'),
    '`waypost licensees get <licensee>` shows the licensee key',
  ],
  [
    'places search berlin --licensee=acme',
    option('--licensee', 'places search'),
    '`waypost licensees get <licensee>` shows the licensee key',
  ],
  ['licensees delete 12 -y', option('-y', 'licensees delete'), 'Did you mean --yes?'],
  [
    'emails validate --overwrite',
    option('--overwrite', 'emails validate'),
    'Did you mean --force?',
  ],
  ['emails validate --dry', option('--dry', 'emails validate'), 'Did you mean --dry-run?'],
  ['keys usage —last 7d', 'begins with a typographic dash', 'Type --last.'],
  ['keys usage –json', 'begins with a typographic dash', 'Type --json.'],
  ['—json', unknown('"—json"'), 'Type --json with hyphens (-) instead of the typographic dash'],
  ['keys show —api-key=x', 'begins with a typographic dash', 'Type --api-key=x.'],
  ['keys usage last 7d', 'last is missing its dashes.', meant('keys usage --last 7d')],
  ['keys usage last=7d', 'last is missing its dashes.', meant('keys usage --last 7d')],
  ['keys usage 7d', '7d is a duration, not a key.', meant('keys usage --last 7d')],
  ['keys show json', 'json is missing its dashes.', meant('keys show --json')],
  ['auth whoami check', 'check is missing its dashes.', meant('auth whoami --check')],
];

const texts: Row[] = [
  ['auth login ak_0123456789', 'Too many arguments', '`waypost auth login --api-key -`'],
  ['auth login uk_0123456789', 'Too many arguments', '`waypost auth login --management-key -`'],
  ['auth whoami ak_0123456789', 'Too many arguments', 'Pass a key with --api-key.'],
  ['auth logout now', 'Too many arguments', 'Remove now.'],
  ['keys usage ak_1 extra', 'Too many arguments', help('keys usage')],
  ['configs get one two', 'Too many arguments', 'Remove two.'],
  ['signup ada@example.com', 'Too many arguments', help('signup')],
];

const missing: Row[] = [
  ['configs get', '`waypost configs get` requires <name>.', '`waypost configs get checkout`'],
  ['configs pull', '`waypost configs pull` requires <dir>.', help('configs pull')],
  ['licensees get', '`waypost licensees get` requires <licensee>.', '`waypost licensees get 12'],
  [
    'sandbox snapshot',
    '`waypost sandbox snapshot` requires <action>',
    '`waypost sandbox snapshot save empty-cart`',
  ],
  [
    'sandbox snapshot save',
    'requires the name of a snapshot',
    '`waypost sandbox snapshot save empty-cart`',
  ],
  ['keys usage --last', '--last requires a value', help('keys usage')],
  ['keys show --api-key', '--api-key requires a value: <key>.', help('keys show')],
  ['keys show --management-key', '--management-key requires a value: <key>.', help('keys show')],
  ['keys show --color', '--color requires a value: auto, always or never.', help('keys show')],
  ['lookups export --format', '--format requires a value', help('lookups export')],
  ['places search', 'Nothing to search for.', '`waypost places search berlin`'],
  ['emails validate', 'Nothing to look up: no email', '--file'],
  ['api', 'The method or the path', '`waypost api get places`'],
  ['configs create checkout', 'The payload is missing.', 'Set --payload <text>'],
  ['keys update', 'Nothing to change.', help('keys update')],
];

const values: Row[] = [
  [
    'keys show --api-key=',
    '--api-key is empty.',
    'Check whether the shell variable for --api-key is set',
  ],
  ['keys show --timeout abc', '--timeout must be a number of seconds, not "abc".', 'such as 30'],
  ['auth logout --timeout 0', '--timeout must be a number of seconds', 'such as 30'],
  ['auth logout --timeout -1', '--timeout must be a number of seconds', 'such as 30'],
  ['auth logout --timeout 1s', '--timeout must be a number of seconds', 'such as 30'],
  ['auth logout --timeout Infinity', '--timeout must be a number of seconds', 'such as 30'],
  ['auth logout --timeout 86401', '--timeout must be a number of seconds', 'such as 30'],
  [['auth', 'logout', '--timeout', ' '], '--timeout must be a number of seconds', 'such as 30'],
  [['auth', 'logout', '--color', ''], '--color must be auto, always or never', help('auth logout')],
  [
    'keys show --color blue',
    '--color must be auto, always or never, not "blue".',
    help('keys show'),
  ],
  ['keys usage --last 5', '--last is not a valid duration', '7d'],
  ['keys usage --last 7x', '--last is not a valid duration', '7d'],
  ['keys usage --start 31.12.2026', '--start is not a date', '2026-01-31'],
  ['keys usage --start 2026-13-01', '--start is not a date', '2026-01-31'],
  ['keys usage --start 12/31/2026', '--start is not a date', '2026-01-31'],
  [
    'keys usage --start 2025-10-31 --end 2025-10-01',
    '--start is after --end.',
    'Swap --start and --end',
  ],
  ['keys usage --last 7d --start 2025-01-01', '--last cannot be combined', '--start and --end'],
  [
    'licensees list --limit abc',
    '--limit must be a whole number from 1 to 100, not "abc".',
    '--limit 10',
  ],
  ['licensees list --limit 1000', '--limit must be a whole number from 1 to 100', '--limit 10'],
  [
    'keys update --daily-limit -5',
    '--daily-limit must be a whole number or none',
    '--daily-limit 1000',
  ],
  [
    'keys update --daily-limit 99999999999999999999',
    '--daily-limit must be at most 9007199254740991, not 99999999999999999999.',
    'For example: --daily-limit 10.',
  ],
  ['sandbox traffic many', '<rows> must be a whole number', 'For example: 10.'],
  [
    'sandbox fault add 503 --path places',
    '--path must begin with / or *, not "places".',
    'Did you mean --path /v1/places?',
  ],
  [
    'keys update --notifications maybe',
    '--notifications must be on or off, not maybe.',
    help('keys update'),
  ],
  [
    'lookups export --format xml',
    '--format must be csv, ndjson, json or parquet, not xml.',
    help('lookups export'),
  ],
  [
    'lookups export --format cvs',
    '--format must be csv, ndjson, json or parquet, not cvs.',
    'Did you mean csv?',
  ],
  ['completion print tcsh', 'no completion for the shell tcsh', 'bash, zsh, fish'],
  ['emails validate ada', 'ada is not an email address', 'ada@example.com'],
  ['phones validate 123', '123 has no country code', '--country US'],
  ['api fetch places', 'not an HTTP method', '`waypost api get places`'],
  ['sandbox start --port abc', '--port must be a number', help('sandbox start')],
  ['sandbox start --fault foo', '--fault must be', '--fault reset:0.2'],
  [
    'sandbox snapshot copy',
    '`sandbox snapshot` has no action "copy".',
    '`waypost sandbox snapshot list`',
  ],
  ['keys show --profile ../x', 'profile name', help('keys show')],
  ['auth whoami --base-url http://a.example/v1', 'plain HTTP', '--insecure-http'],
  ['keys show --base-url example', 'not a valid URL', 'https://'],
  ['configs push nowhere', 'nowhere cannot be used', help('configs push')],
  [
    'configs create x --payload a --payload-file b',
    '--payload and --payload-file cannot be combined.',
    help('configs create'),
  ],
];

/** All mistyped command lines. */
export const lines: readonly ClumsyLine[] = [
  ...verbsWithoutNoun,
  ...nounsMistyped,
  ...verbsMistyped,
  ...othersKept,
  ...valuesForCommands,
  ...helpMistyped,
  ...options,
  ...texts,
  ...missing,
  ...values,
].map(([typed, wrong, next]) => ({
  typed: typeof typed === 'string' ? words(typed) : typed,
  wrong,
  next,
}));
