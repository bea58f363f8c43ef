// The commands that add faults and sample lookups, show received requests, and print test values.
import { argument, type CommandSpec, option } from '../../../line/command';
import { rangeOptions } from '../../../line/common-options';
import { faultNames, faultTexts, latencyOption } from '../fault-options';
import { callErrors, defaultSelection, selectionOptions } from '../target/options';

export const faultSpec: CommandSpec = {
  name: 'fault',
  summary: 'Make requests fail: add, list or clear faults',
  description:
    'Inject faults into requests to a running sandbox. If the path and method of a request match several faults, the sandbox uses only the fault that you added first.',
  arguments: [
    argument('<action>', 'add, list or clear', { choices: ['add', 'list', 'clear'] }),
    argument('[fault]', 'with add: name of the fault, with an optional rate, such as reset:0.2', {
      suggestions: faultNames,
    }),
  ],
  options: [
    option('--path <path>', 'apply the fault only to requests to this path; * matches any text', {
      default: '/v1/*',
    }),
    option('--method <name>', 'apply the fault only to requests with this method', {
      choices: ['get', 'post', 'put', 'patch', 'delete'],
    }),
    option(
      '--times <number>',
      'maximum number of requests to which the sandbox applies the fault (default: no limit)',
    ),
    option(
      '--seed <number>',
      'random seed for faults with a rate; the same seed and the same requests cause the same faults',
    ),
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
      text: '[{"path": "/v1/*", "fault": "503", "times": 1}, …]; method, times, seed and latency are included if they are set',
    },
    {
      title: 'Output of add and clear (--json)',
      text: '{"success": true, "faults": […], "url": "…"}; faults contains the faults that are active after the change',
    },
    { title: 'Faults', text: faultTexts },
  ],
  errors: [
    { code: 'invalid_input', when: 'if the fault is unknown or a value is invalid' },
    ...callErrors,
  ],
  load: () => import('./fault').then(({ sandboxFault }) => sandboxFault),
};

export const trafficSpec: CommandSpec = {
  name: 'traffic',
  summary: "Add sample lookups to a key's lookup log",
  description:
    "Add sample lookups to the lookup log of an API key in a running sandbox. The sample lookups resemble an online shop's traffic: more lookups during the day (UTC) than at night, more lookups on weekdays than on weekends, lookups of every type, and returning visitors.",
  arguments: [
    argument('<rows>', 'number of lookups to add, from 1 to 10,000,000'),
    argument('[key]', "API key (default: the key in use, otherwise the sandbox's only key)"),
  ],
  options: [
    ...rangeOptions,
    option('--tag <name>', 'tag for each sample lookup; repeat the option for several tags', {
      repeatable: true,
    }),
    option('--licensee <id>', 'bill every sample lookup to the licensee with this ID'),
    ...selectionOptions,
  ],
  examples: ['waypost sandbox traffic 30000', 'waypost sandbox traffic 5000 --last 90d --tag web'],
  details: [
    "Sample lookups appear in the lookup log and in the usage, but do not reduce the remaining lookups or count toward limits. Without a range, the sample lookups have times in the last 21 days, according to the sandbox's clock.",
    defaultSelection,
  ],
  json: '{"success": true, "key": "ak_1a2…", "count": 30000, "start": "…", "end": "…", "url": "…"}',
  errors: [
    { code: 'invalid_input', when: 'if the key, the licensee or the range is invalid' },
    ...callErrors,
  ],
  writesFiles: true,
  load: () => import('./traffic').then(({ sandboxTraffic }) => sandboxTraffic),
};

export const requestsSpec: CommandSpec = {
  name: 'requests',
  summary: 'List the requests that the sandbox received',
  description:
    'List the newest 1,000 requests that a running sandbox received, oldest first. The list includes requests that the sandbox rejected and requests with an injected fault. waypost masks the keys.',
  options: [
    option('--follow', 'also print new requests until interrupted'),
    option('--clear', 'remove all requests from the list'),
    option('--method <name>', 'list only requests with this method'),
    option(
      '--path <path>',
      "list only requests to this path, such as '/v1/places*'; * matches any text",
    ),
    option('--status <number>', 'list only requests with this HTTP status'),
    option('--code <number>', 'list only requests with this API code'),
    option('--key <key>', 'list only requests that use or manage this key'),
    option(
      '--since <time|id>',
      'list only requests from this time on, or after the request with this ID',
    ),
    ...selectionOptions,
  ],
  examples: [
    'waypost sandbox requests',
    "waypost sandbox requests --path '/v1/emails*' --json | jq length",
    'waypost sandbox requests --follow --format ndjson',
    'waypost sandbox requests --clear',
  ],
  details: [`Times come from the sandbox's clock. ${defaultSelection}`],
  output: [
    {
      title: 'Output (--json), oldest first',
      text: '[{"id": 7, "time": "…", "method": "GET", "path": "/v1/emails?query=…", "status": 200, "code": 2000, "charge": 1, "fault": null, "key": "ak_1a2…", "ms": 12}, …]; status is null if the sandbox sent no response, and code is null if the response has no API code',
    },
    { title: 'Output (--clear --json)', text: '{"success": true, "cleared": 7, "url": "…"}' },
  ],
  rows: '',
  errors: [{ code: 'invalid_input', when: 'if a filter is invalid' }, ...callErrors],
  load: () => import('./requests').then(({ sandboxRequests }) => sandboxRequests),
};

export const valuesSpec: CommandSpec = {
  name: 'values',
  summary: 'List test values with their fixed results',
  description:
    'List email addresses, phone numbers, addresses and places whose results in a sandbox never change. Emails to these addresses and calls to these phone numbers do not reach anyone.',
  examples: [
    'waypost sandbox values',
    'waypost sandbox values --json | jq -r \'.[] | select(.command == "emails validate") | .value\'',
  ],
  details: [
    'In these email addresses, you can use any name before the @. docs/test-values.md lists every value with its result.',
  ],
  output: [
    {
      title: 'Output (--json), by command',
      text: '[{"command": "emails validate", "value": "ada@disposable.test", "meaning": "A disposable mailbox", "code": 2000, "result": {"result": "deliverable", "disposable": true}}, …]; result contains the main fields, and is null if code is the API code of an error',
    },
  ],
  rows: '',
  load: () => import('./values').then(({ sandboxValues }) => sandboxValues),
};
