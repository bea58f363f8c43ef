// `waypost sandbox start` and `env`: the commands that start a sandbox.
import { type CommandSpec, option } from '../../../line/command';
import { faultNames, faultTexts, latencyOption } from '../fault-options';
import { defaultSelection } from '../target/options';
import { usualPort } from '../target/usual-port';

export const startSpec: CommandSpec = {
  name: 'start',
  summary: 'Start the service, in the foreground or detached',
  description:
    'Run the service on this machine: a development service, without TLS, for this machine only.',
  options: [
    option('--port <number>', 'port to listen on; 0 for any free one', {
      default: String(usualPort),
    }),
    option('--host <address>', 'address to listen on (default: this machine only)'),
    option('--data <directory>', 'keep its data here (default: a directory of your own)', {
      conflicts: ['memory'],
    }),
    option('--recover', 'continue with the readable part of a damaged store; copies are kept'),
    option('--memory', 'keep all data in memory, until it ends'),
    option('--detach', 'return once it is ready, and leave it running'),
    option('--reuse', 'if it runs already, print its address and do not change it'),
    option('--seed <file>', 'fill it from this JSON file: accounts, keys, log rows and more'),
    option('--fault <kind[:rate]>', 'fail on purpose, always or at this rate from 0 to 1', {
      suggestions: faultNames,
    }),
    option(
      '--fault-seed <number>',
      'make faults with a rate repeat: same number, same requests, same faults',
    ),
    latencyOption,
    option('--strict-sign-up', 'require every field of a sign-up'),
    option('--openapi', 'print the OpenAPI document of the service, and start nothing'),
    option('--no-rate-limit', 'answer more than 30 requests a second'),
    option('--quiet', 'no line for each request on standard error'),
    option('--log <file>', 'where standard error goes', { hidden: true }),
  ],
  examples: [
    'waypost sandbox start',
    'waypost sandbox start --memory --port 0 --json',
    'waypost sandbox start --detach --fault 503:0.1',
    'waypost sandbox start --fault slow:0.3 --latency p50=50,p99=800 --fault-seed 42',
    'waypost sandbox start --memory --seed shop.json',
    'waypost sandbox start --openapi > openapi.json',
  ],
  output: [
    {
      title: 'Output (--json), once it is ready',
      text: '{"url": "http://127.0.0.1:8787/v1", "port": 8787, "host": "127.0.0.1", "pid": 4711, "data": "…" or null, "detached": false}',
    },
    {
      title: 'Output (--openapi)',
      text: 'the OpenAPI 3.1 document of the service, with --base-url or host and port as its server; nothing is started. A running sandbox answers it at /openapi.json.',
    },
    {
      title: 'Faults (the same for one request by the header X-Sandbox-Fault)',
      text: faultTexts,
    },
  ],
  errors: [
    {
      code: 'invalid_input',
      when: 'where the port or the data directory is in use, or the seed file is invalid',
    },
    { code: 'write_failed' },
  ],
  load: () => import('./start').then(({ sandboxStart }) => sandboxStart),
};

export const envSpec: CommandSpec = {
  name: 'env',
  summary: 'Print shell variables to use it',
  description:
    'Print the base URL and a fresh API key and management key as variables of a shell. Where no sandbox runs, one is started: in memory, detached, and ready when this returns.',
  options: [
    option(
      '--port <number>',
      'the sandbox that listens on this port; started there where none does',
    ),
    option('--shell <name>', 'bash, zsh, fish or powershell (default: by $SHELL)', {
      choices: ['bash', 'zsh', 'fish', 'powershell'],
    }),
  ],
  examples: [
    'eval "$(waypost sandbox env)"',
    'waypost sandbox env --shell fish | source',
    'waypost sandbox env --shell powershell | Out-String | Invoke-Expression',
  ],
  details: [defaultSelection],
  json: '{"WAYPOST_BASE_URL": "…", "WAYPOST_API_KEY": "ak_…", "WAYPOST_USER_TOKEN": "uk_…"}',
  errors: [
    { code: 'invalid_input', when: 'where another program listens on --port' },
    { code: 'timeout', when: 'where the sandbox does not answer' },
  ],
  textIsData: true,
  writesFiles: true,
  load: () => import('./env').then(({ sandboxEnv }) => sandboxEnv),
};
