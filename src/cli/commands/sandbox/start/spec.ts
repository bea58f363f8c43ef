// `waypost sandbox start` and `env`: the commands that start a sandbox.
import { type CommandSpec, option } from '../../../line/command';
import { faultNames, faultTexts, latencyOption } from '../fault-options';
import { defaultSelection } from '../target/options';
import { usualPort } from '../target/usual-port';

export const startSpec: CommandSpec = {
  name: 'start',
  summary: 'Start a sandbox in the foreground or in the background',
  description:
    'Run a local sandbox of the service for development. The sandbox does not support TLS. By default, the sandbox accepts only connections from this machine.',
  options: [
    option('--port <number>', 'port to listen on; 0 chooses any free port', {
      default: String(usualPort),
    }),
    option(
      '--host <address>',
      'address to listen on (default: an address that only this machine can reach)',
    ),
    option(
      '--data <directory>',
      "store the sandbox's data in this directory (default: the sandbox subdirectory of waypost's data directory)",
      {
        conflicts: ['memory'],
      },
    ),
    option(
      '--recover',
      'load the readable part of damaged data, and keep copies of the damaged files',
    ),
    option('--memory', 'keep all data in memory until the sandbox ends'),
    option('--detach', 'run the sandbox in the background, and return when the sandbox is ready'),
    option(
      '--reuse',
      'if the sandbox is already running, print its URL instead of starting another sandbox',
    ),
    option('--seed <file>', 'load accounts, keys, log entries and other data from this JSON file'),
    option(
      '--fault <kind[:rate]>',
      'inject this fault into every request; with a rate from 0 to 1, inject the fault into that fraction of requests',
      {
        suggestions: faultNames,
      },
    ),
    option(
      '--fault-seed <number>',
      'random seed for faults with a rate; the same seed and the same requests cause the same faults',
    ),
    latencyOption,
    option(
      '--strict-sign-up',
      'require every sign-up field except the second and third address lines',
    ),
    option('--openapi', "print the service's OpenAPI document instead of starting a sandbox"),
    option(
      '--no-rate-limit',
      'remove the rate limit of 30 requests per second and the request quota',
    ),
    option('--quiet', 'do not print requests to standard error'),
    option('--log <file>', 'write standard error to this file', { hidden: true }),
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
      title: 'Output (--json), once the sandbox is ready',
      text: '{"url": "http://127.0.0.1:8787/v1", "port": 8787, "host": "127.0.0.1", "pid": 4711, "data": "…" or null, "detached": false}',
    },
    {
      title: 'Output (--openapi)',
      text: "the service's OpenAPI 3.1 document. The server URL in the document comes from --base-url, or from --host and --port. A running sandbox serves the document at /openapi.json.",
    },
    {
      title: 'Faults (the X-Sandbox-Fault header injects a fault into a single request)',
      text: faultTexts,
    },
  ],
  errors: [
    {
      code: 'invalid_input',
      when: 'if the port or the data directory is in use, or the seed file is invalid',
    },
    { code: 'timeout', when: 'with --detach, if the sandbox does not start within 5 minutes' },
    { code: 'write_failed' },
  ],
  load: () => import('./start').then(({ sandboxStart }) => sandboxStart),
};

export const envSpec: CommandSpec = {
  name: 'env',
  summary: 'Print environment variables that select the sandbox',
  description:
    'Print shell commands that set the base URL, a new API key and a new management key as environment variables. If no sandbox is running, waypost starts a detached in-memory sandbox, and waits until the sandbox is ready.',
  options: [
    option(
      '--port <number>',
      'use the sandbox that listens on this port, or start a sandbox on this port',
    ),
    option('--shell <name>', 'bash, zsh, fish or powershell (default: from $SHELL)', {
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
    { code: 'invalid_input', when: 'if another program listens on the port' },
    { code: 'timeout', when: 'if the sandbox does not respond' },
  ],
  textIsData: true,
  writesFiles: true,
  load: () => import('./env').then(({ sandboxEnv }) => sandboxEnv),
};
