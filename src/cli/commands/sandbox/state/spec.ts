// The commands that change a running sandbox: its key settings, clock, snapshots and sign-ups.

import { keySettingNames } from '../../../../sandbox/rules/key-setting-kinds';
import { argument, type CommandSpec, option } from '../../../line/command';
import { callErrors, defaultSelection, selectionOptions } from '../target/options';

const otherSettings = keySettingNames.filter((name) => name !== 'lookups_remaining');

export const setSpec: CommandSpec = {
  name: 'set',
  summary: "Change a key's settings in the sandbox",
  description:
    "In a running sandbox, change a key's settings, such as the remaining lookups, plan, limits and datasets. At the hosted service, only the service's operator or the account owner can change these settings.",
  arguments: [
    argument(
      '<key|setting=value...>',
      "optional key (default: the key in use, otherwise the sandbox's only key), followed by the settings to change",
      { suggestions: ['lookups=', ...keySettingNames.map((name) => `${name}=`)] },
    ),
  ],
  options: selectionOptions,
  examples: [
    'waypost sandbox set lookups=1000',
    'waypost sandbox set daily_limit=500 datasets=geonames,email,phone',
    'waypost sandbox set plan=unlimited suspended=off datasets.email=on',
  ],
  details: [
    `Settings: lookups (short for lookups_remaining), ${otherSettings.join(', ')}. For a limit, use a number or none. For a switch such as suspended, use on or off. For a list, separate the entries with commas. datasets=a,b enables the datasets a and b, and disables all other datasets. To change a single entry, set it by name, for example datasets.email=on or notifications.enabled=on.`,
    defaultSelection,
  ],
  json: '{"success": true, "key": "ak_1a2…", "url": "…", "details": {"name": "…", "lookups_remaining": 1000, …}}',
  errors: [
    {
      code: 'invalid_input',
      when: 'if the key or a setting does not exist, or a value is invalid',
    },
    ...callErrors,
  ],
  writesFiles: true,
  load: () => import('./set').then(({ sandboxSet }) => sandboxSet),
};

export const clockSpec: CommandSpec = {
  name: 'clock',
  summary: "Show or change the sandbox's time",
  description:
    'Show or change the time of a running sandbox. The sandbox uses this time for limits, for sign-up expiration, and for the weekly removal of personal data from old log entries.',
  arguments: [
    argument(
      '[when]',
      'new time: a duration to add, such as +8d; a date; or now, for the real time',
      {
        suggestions: ['+1h', '+1d', '+8d', '+31d', 'now'],
      },
    ),
  ],
  options: selectionOptions,
  examples: [
    'waypost sandbox clock',
    'waypost sandbox clock +8d',
    'waypost sandbox clock 2026-01-31T23:59:00Z',
    'waypost sandbox clock now',
  ],
  details: [
    'A duration is a number with a unit: ms, s, m, h, d or w. To go back in time, put `--` before a negative duration: `waypost sandbox clock -- -2h`. Dates are UTC.',
    defaultSelection,
  ],
  json: '{"success": true, "now": "2026-11-30T12:00:00.000Z", "url": "…"}',
  errors: [
    {
      code: 'invalid_input',
      when: 'if the argument is invalid, or the new time would be before 1970 or after 9999',
    },
    ...callErrors,
  ],
  writesFiles: true,
  load: () => import('./clock').then(({ sandboxClock }) => sandboxClock),
};

export const snapshotSpec: CommandSpec = {
  name: 'snapshot',
  summary: 'Save, restore, list or delete snapshots of the sandbox',
  description:
    'Save the data and the clock of a running sandbox under a name, and restore them later. A snapshot contains accounts, keys, remaining lookups, licensees, configs, the lookup log, sign-ups and the clock.',
  arguments: [
    argument('<action>', 'save, restore, list or delete', {
      choices: ['save', 'restore', 'list', 'delete'],
    }),
    argument('[name]', 'snapshot name (not used with list)'),
  ],
  options: [
    ...selectionOptions,
    option('--force', 'with save: replace a snapshot that has the same name'),
    option('--yes', 'with restore and delete: skip the confirmation'),
  ],
  examples: [
    'waypost sandbox snapshot save empty-cart',
    'waypost sandbox snapshot restore empty-cart --yes',
    "waypost sandbox snapshot list --json | jq -r '.[].name'",
    'waypost sandbox snapshot delete empty-cart --yes',
  ],
  details: [
    `${defaultSelection} Snapshots are files in the data directory. In-memory sandboxes (--memory) share their snapshots. waypost keeps these snapshots after a sandbox ends. Snapshots do not include faults.`,
  ],
  output: [
    {
      title: 'Output of list (--json), oldest first',
      text: '[{"name": "empty-cart", "size": 98304, "saved_at": "…"}, …]',
    },
    {
      title: 'Output of save, restore, delete (--json)',
      text: '{"success": true, "name": "empty-cart", "size": 98304, "saved_at": "…", "url": "…"}; with restore, now (the sandbox\'s time) replaces size and saved_at; with delete, the output contains none of these three fields',
    },
  ],
  errors: [
    {
      code: 'invalid_input',
      when: 'if the snapshot does not exist or is damaged, if a snapshot with the new name already exists and --force is missing, or if --yes is missing in a script',
    },
    ...callErrors,
  ],
  writesFiles: true,
  load: () => import('./snapshot').then(({ sandboxSnapshot }) => sandboxSnapshot),
};

export const signupSpec: CommandSpec = {
  name: 'signup',
  summary: 'Complete a sign-up without a browser',
  description:
    "Complete the sandbox's newest pending sign-up, or the sign-up that you pass. The command has the same effect as the button on the sign-up page. If there is no pending sign-up, waypost waits for a sign-up.",
  arguments: [argument('[sign-up]', 'URL or token of the sign-up')],
  options: [
    ...selectionOptions,
    option('--wait <seconds>', 'maximum time to wait for a sign-up, in seconds', { default: '30' }),
  ],
  examples: [
    'waypost signup --no-browser & waypost sandbox signup; wait',
    'waypost sandbox signup http://127.0.0.1:8787/sign_up/…',
  ],
  details: [
    `${defaultSelection} waypost finds only sign-ups that began after the sandbox started. To complete an older sign-up, pass its URL.`,
  ],
  json: '{"success": true, "state": "ready", "user_id": "user_…", "url": "…"}',
  errors: [
    {
      code: 'invalid_input',
      when: 'if the sign-up belongs to a different sandbox or has expired, or if the sandbox has already returned its keys',
    },
    { code: 'network_error', when: 'if no sandbox is running' },
    { code: 'timeout', when: 'if no sign-up begins within the --wait time' },
  ],
  writesFiles: true,
  load: () => import('./signup').then(({ sandboxSignup }) => sandboxSignup),
};
