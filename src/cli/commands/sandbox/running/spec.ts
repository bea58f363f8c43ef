// The commands about the process of a sandbox: whether it runs, where, what it reported, and its end.
import { type CommandSpec, option } from '../../../line/command';
import { yes } from '../../../line/common-options';
import { callErrors, selectionOptions } from '../target/options';

export const stopSpec: CommandSpec = {
  name: 'stop',
  summary: 'Stop it',
  description: 'Stop the sandbox, and wait until it is gone. Its data stays.',
  options: [
    ...selectionOptions,
    option('--all', 'every sandbox of yours on this machine', { conflicts: ['data', 'port'] }),
  ],
  examples: ['waypost sandbox stop', 'waypost sandbox stop --all'],
  output: [
    {
      title: 'Output (--json)',
      text: '{"success": true, "stopped": true, "pid": 4711}; stopped is false, and pid null, where none ran',
    },
    {
      title: 'Output (--all --json)',
      text: '{"success": true, "stopped": [{"url": "…", "pid": 4711, "data": "…" or null}, …]}',
    },
  ],
  errors: [{ code: 'timeout', when: 'where it does not end within 10 seconds' }],
  load: () => import('./stop').then(({ sandboxStop }) => sandboxStop),
};

export const statusSpec: CommandSpec = {
  name: 'status',
  summary: 'Show whether it runs, and where',
  description: 'Show whether the sandbox runs, where, and where its data is.',
  options: selectionOptions,
  examples: ['waypost sandbox status --json'],
  json: '{"running": true, "url": "…", "port": 8787, "pid": 4711, "version": "…", "data": "…" or null}\n{"running": false, "url": null, …}; pid is there where a process does not answer',
  load: () => import('./status').then(({ sandboxStatus }) => sandboxStatus),
};

export const resetSpec: CommandSpec = {
  name: 'reset',
  summary: 'Remove every account, key and setting',
  description:
    'Remove every account, key and setting of the sandbox. A running one continues, as new.',
  options: [...selectionOptions, yes],
  examples: ['waypost sandbox reset --yes'],
  json: '{"success": true, "reset": true, "url": "…" or null}; url is null where it does not run',
  errors: [
    { code: 'invalid_input', when: 'where nobody can be asked and --yes is missing' },
    { code: 'network_error', when: 'where no sandbox listens on --port' },
  ],
  writesFiles: true,
  load: () => import('./reset').then(({ sandboxReset }) => sandboxReset),
};

export const urlSpec: CommandSpec = {
  name: 'url',
  summary: 'Print its base URL',
  description: 'Print the base URL of the running sandbox, and nothing else.',
  options: selectionOptions,
  examples: ['export WAYPOST_BASE_URL="$(waypost sandbox url)"'],
  json: '{"url": "http://127.0.0.1:8787/v1"}',
  errors: callErrors,
  textIsData: true,
  load: () => import('./status').then(({ sandboxUrl }) => sandboxUrl),
};

export const listSpec: CommandSpec = {
  name: 'list',
  summary: 'List the sandboxes that run',
  description:
    'List every sandbox of yours that runs on this machine, in memory or in a directory.',
  examples: ["waypost sandbox list --json | jq -r '.[].url'"],
  output: [
    {
      title: 'Output (--json), oldest first',
      text: '[{"running": true, "url": "…", "port": 8787, "pid": 4711, "version": "…", "data": "…" or null, "started_at": "…", "detached": true}]; running is false where a process does not answer',
    },
  ],
  rows: '',
  load: () => import('./status').then(({ sandboxList }) => sandboxList),
};

export const logsSpec: CommandSpec = {
  name: 'logs',
  summary: 'Print what a detached sandbox reported',
  description:
    'Print what a detached sandbox reported, also after it ended: a line for each request, starts, stops, warnings and failures of its own. A log of more than 10 MB begins anew.',
  options: [
    ...selectionOptions,
    option('--follow', 'print what is added, until Ctrl-C'),
    option('--lines <number>', 'at most the last so many', { default: '200' }),
  ],
  examples: ['waypost sandbox logs', 'waypost sandbox logs --follow --port 8788'],
  json: '{"file": "…", "lines": ["…", …]}',
  errors: [
    {
      code: 'network_error',
      when: 'where there is no such sandbox, or it runs in the foreground',
    },
  ],
  textIsData: true,
  load: () => import('./logs').then(({ sandboxLogs }) => sandboxLogs),
};
