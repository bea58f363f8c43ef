// The commands that show a sandbox's status, URL and log, and that stop or reset a sandbox.
import { type CommandSpec, option } from '../../../line/command';
import { yes } from '../../../line/common-options';
import { callErrors, selectionOptions } from '../target/options';

export const stopSpec: CommandSpec = {
  name: 'stop',
  summary: 'Stop the sandbox',
  description:
    "Stop the sandbox, and wait until its process ends. waypost keeps the sandbox's data, except the data of an in-memory sandbox.",
  options: [
    ...selectionOptions,
    option('--all', 'stop all your sandboxes on this machine', { conflicts: ['data', 'port'] }),
  ],
  examples: ['waypost sandbox stop', 'waypost sandbox stop --all'],
  output: [
    {
      title: 'Output (--json)',
      text: '{"success": true, "stopped": true, "pid": 4711}; stopped is false and pid is null if no sandbox was running',
    },
    {
      title: 'Output (--all --json)',
      text: '{"success": true, "stopped": [{"url": "…", "pid": 4711, "data": "…" or null}, …]}',
    },
  ],
  errors: [{ code: 'timeout', when: 'if the sandbox process does not end within 10 seconds' }],
  load: () => import('./stop').then(({ sandboxStop }) => sandboxStop),
};

export const statusSpec: CommandSpec = {
  name: 'status',
  summary: "Show the sandbox's status and URL",
  description:
    "Show whether the sandbox is running, and show the sandbox's URL and data directory.",
  options: selectionOptions,
  examples: ['waypost sandbox status --json'],
  json: '{"running": true, "url": "…", "port": 8787, "pid": 4711, "version": "…", "data": "…" or null}\n{"running": false, "url": null, …}; pid is set if the process is running but does not respond',
  load: () => import('./status').then(({ sandboxStatus }) => sandboxStatus),
};

export const resetSpec: CommandSpec = {
  name: 'reset',
  summary: 'Remove all accounts, keys and settings from the sandbox',
  description:
    'Remove every account, key and setting from the sandbox. A running sandbox continues to run. If the sandbox was started with --seed, the reset restores the data from the seed file.',
  options: [...selectionOptions, yes],
  examples: ['waypost sandbox reset --yes'],
  json: '{"success": true, "reset": true, "url": "…" or null}; url is null if the sandbox is not running',
  errors: [
    { code: 'invalid_input', when: 'if --yes is missing in a script' },
    { code: 'network_error', when: 'with --port, if no sandbox listens on the port' },
  ],
  writesFiles: true,
  load: () => import('./reset').then(({ sandboxReset }) => sandboxReset),
};

export const urlSpec: CommandSpec = {
  name: 'url',
  summary: "Print the sandbox's base URL",
  description: 'Print only the base URL of the running sandbox.',
  options: selectionOptions,
  examples: ['export WAYPOST_BASE_URL="$(waypost sandbox url)"'],
  json: '{"url": "http://127.0.0.1:8787/v1"}',
  errors: callErrors,
  textIsData: true,
  load: () => import('./status').then(({ sandboxUrl }) => sandboxUrl),
};

export const listSpec: CommandSpec = {
  name: 'list',
  summary: 'List the running sandboxes',
  description: 'List all your running sandboxes on this machine, including in-memory sandboxes.',
  examples: ["waypost sandbox list --json | jq -r '.[].url'"],
  output: [
    {
      title: 'Output (--json), oldest first',
      text: '[{"running": true, "url": "…", "port": 8787, "pid": 4711, "version": "…", "data": "…" or null, "started_at": "…", "detached": true}]; running is false if the process does not respond',
    },
  ],
  rows: '',
  load: () => import('./status').then(({ sandboxList }) => sandboxList),
};

export const logsSpec: CommandSpec = {
  name: 'logs',
  summary: 'Print the log of a detached sandbox',
  description:
    'Print the log of a detached sandbox, even after the sandbox has ended. The log contains a line for each request, and for each start, stop, warning and failure of the sandbox. The sandbox clears a log that exceeds 10 MiB.',
  options: [
    ...selectionOptions,
    option('--follow', 'also print new lines until interrupted'),
    option('--lines <number>', 'maximum number of lines to print, from the end of the log', {
      default: '200',
    }),
  ],
  examples: ['waypost sandbox logs', 'waypost sandbox logs --follow --port 8788'],
  json: '{"file": "…", "lines": ["…", …]}',
  errors: [
    {
      code: 'network_error',
      when: 'if the sandbox does not exist, or is running in the foreground',
    },
  ],
  textIsData: true,
  load: () => import('./logs').then(({ sandboxLogs }) => sandboxLogs),
};
