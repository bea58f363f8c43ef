// The commands about requests to a sandbox: faults, sample lookups, the requests that came, and values to send.
import { argument, type CommandSpec, option } from '../../../line/command';
import { rangeOptions } from '../../../line/common-options';
import { faultNames, faultTexts, latencyOption } from '../fault-options';
import { callErrors, defaultSelection, selectionOptions } from '../target/options';

export const faultSpec: CommandSpec = {
  name: 'fault',
  summary: 'Make requests fail: add, list or clear faults',
  description:
    'Make requests to a running sandbox fail on purpose. The first fault whose path and method match a request applies to it.',
  arguments: [
    argument('<action>', 'add, list or clear', { choices: ['add', 'list', 'clear'] }),
    argument('[fault]', 'with add: its name, with an optional rate such as reset:0.2', {
      suggestions: faultNames,
    }),
  ],
  options: [
    option('--path <path>', 'requests it applies to; * is any text', { default: '/v1/*' }),
    option('--method <name>', 'only requests with this method', {
      choices: ['get', 'post', 'put', 'patch', 'delete'],
    }),
    option('--times <number>', 'how many requests it applies to (default: no end)'),
    option('--seed <number>', 'make a rate repeat: same number, same requests, same faults'),
    latencyOption,
    ...selectionOptions,
  ],
  examples: [
    'waypost sandbox fault add 503 --times 1',
    "waypost sandbox fault add reset:0.2 --path '/v1/keys/*' --method put",
    'waypost sandbox fault list',
    'waypost sandbox fault clear',
  ],
  details: [defaultSelection],
  output: [
    {
      title: 'Output of list (--json), oldest first',
      text: '[{"path": "/v1/*", "fault": "503", "times": 1}, …]; method, times, seed and latency are there where they were given',
    },
    {
      title: 'Output of add and clear (--json)',
      text: '{"success": true, "faults": […], "url": "…"}: the faults that are active then',
    },
    { title: 'Faults', text: faultTexts },
  ],
  errors: [
    { code: 'invalid_input', when: 'for an unknown fault or an invalid value' },
    ...callErrors,
  ],
  load: () => import('./fault').then(({ sandboxFault }) => sandboxFault),
};

export const trafficSpec: CommandSpec = {
  name: 'traffic',
  summary: 'Add sample lookups to the log of a key',
  description:
    "Add sample lookups to the log of a key of a running sandbox, as a shop's customers make them: more by day (UTC) than by night, more on working days, of all types, by visitors who come back.",
  arguments: [
    argument('<rows>', 'how many, from 1 to 10,000,000'),
    argument('[key]', 'API key (default: the one in use, else the only one)'),
  ],
  options: [
    ...rangeOptions,
    option('--tag <name>', 'tag of each of them; may be repeated', { repeatable: true }),
    option('--licensee <id>', 'licensee of each of them'),
    ...selectionOptions,
  ],
  examples: ['waypost sandbox traffic 30000', 'waypost sandbox traffic 5000 --last 90d --tag web'],
  details: [
    'They are in the log and in the usage; balance and limits do not count them. Without a range they are of the last 21 days by the clock of the sandbox.',
    defaultSelection,
  ],
  json: '{"success": true, "key": "ak_1a2…", "count": 30000, "start": "…", "end": "…", "url": "…"}',
  errors: [
    { code: 'invalid_input', when: 'where the key, the licensee or the range is invalid' },
    ...callErrors,
  ],
  writesFiles: true,
  load: () => import('./traffic').then(({ sandboxTraffic }) => sandboxTraffic),
};

export const requestsSpec: CommandSpec = {
  name: 'requests',
  summary: 'List the requests that reached it',
  description:
    'List the newest 1,000 requests that reached a running sandbox, oldest first: also those that were refused, limited or hit by a fault. Keys are masked.',
  options: [
    option('--follow', 'print those that come, until Ctrl-C'),
    option('--clear', 'forget them all'),
    option('--method <name>', 'only those with this method'),
    option('--path <path>', "only those to this path, such as '/v1/places*'; * is any text"),
    option('--status <number>', 'only those with this HTTP status'),
    option('--code <number>', 'only those with this code of the service'),
    option('--key <key>', 'only those about this key'),
    option(
      '--since <time|id>',
      'only those that came at this time or later, or after the one of this id',
    ),
    ...selectionOptions,
  ],
  examples: [
    'waypost sandbox requests',
    "waypost sandbox requests --path '/v1/emails*' --json | jq length",
    'waypost sandbox requests --follow --format ndjson',
    'waypost sandbox requests --clear',
  ],
  details: [`Times are those of the sandbox's clock. ${defaultSelection}`],
  output: [
    {
      title: 'Output (--json), oldest first',
      text: '[{"id": 7, "time": "…", "method": "GET", "path": "/v1/emails?query=…", "status": 200, "code": 2000, "charge": 1, "fault": null, "key": "ak_1a2…", "ms": 12}, …]; status is null where no answer was sent, code where it has none',
    },
    { title: 'Output (--clear --json)', text: '{"success": true, "cleared": 7, "url": "…"}' },
  ],
  rows: '',
  errors: [{ code: 'invalid_input', when: 'for a filter that cannot be right' }, ...callErrors],
  load: () => import('./requests').then(({ sandboxRequests }) => sandboxRequests),
};

export const valuesSpec: CommandSpec = {
  name: 'values',
  summary: 'List values for tests, with their fixed answers',
  description:
    'List e-mail addresses, phone numbers, addresses and places whose answer in a sandbox never changes. Mail and calls to them reach nobody.',
  examples: [
    'waypost sandbox values',
    'waypost sandbox values --json | jq -r \'.[] | select(.command == "emails validate") | .value\'',
  ],
  details: ['Any name may stand before the @. docs/test-values.md has each with its answer.'],
  output: [
    {
      title: 'Output (--json), by command',
      text: '[{"command": "emails validate", "value": "ada@disposable.test", "meaning": "A disposable mailbox", "code": 2000, "result": {"result": "deliverable", "disposable": true}}, …]; result has the members that matter, and is null where the code is an error',
    },
  ],
  rows: '',
  load: () => import('./values').then(({ sandboxValues }) => sandboxValues),
};
