// The commands that change the state of a running sandbox.

import { keySettingNames } from '../../../../sandbox/rules/key-setting-kinds';
import { argument, type CommandSpec, option } from '../../../line/command';
import { callErrors, defaultSelection, selectionOptions } from '../target/options';

const otherSettings = keySettingNames.filter((name) => name !== 'lookups_remaining');

export const setSpec: CommandSpec = {
  name: 'set',
  summary: 'Change settings of a key',
  description:
    'Change settings of a key of a running sandbox: its balance, plan, limits, datasets and more, as the service or the owner of the account would.',
  arguments: [
    argument(
      '<key|setting=value...>',
      'a key (default: the one in use, else the only one), then settings',
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
    `Settings: lookups (short for lookups_remaining), ${otherSettings.join(', ')}. Limits take a number or none, switches on or off, lists their entries with commas between. datasets names those to enable, while all others are disabled; datasets.email=on switches one, notifications.enabled=on one member.`,
    defaultSelection,
  ],
  json: '{"success": true, "key": "ak_1a2…", "url": "…", "details": {"name": "…", "lookups_remaining": 1000, …}}',
  errors: [
    { code: 'invalid_input', when: 'where the key, a setting or a value is not known' },
    ...callErrors,
  ],
  writesFiles: true,
  load: () => import('./set').then(({ sandboxSet }) => sandboxSet),
};

export const clockSpec: CommandSpec = {
  name: 'clock',
  summary: 'Show or move its time',
  description:
    'Show the time of a running sandbox, or move it. Limits, retention, the weekly redaction and the expiry of sign-ups follow it.',
  arguments: [
    argument('[when]', 'a span such as +8d, a date, or now for the real time', {
      suggestions: ['+1h', '+1d', '+8d', '+31d', 'now'],
    }),
  ],
  options: selectionOptions,
  examples: [
    'waypost sandbox clock',
    'waypost sandbox clock +8d',
    'waypost sandbox clock 2026-01-31T23:59:00Z',
    'waypost sandbox clock now',
  ],
  details: [
    'A span is a number with ms, s, m, h, d or w. A span into the past follows `--`: `waypost sandbox clock -- -2h`. A date is UTC.',
    defaultSelection,
  ],
  json: '{"success": true, "now": "2026-11-30T12:00:00.000Z", "url": "…"}',
  errors: [
    { code: 'invalid_input', when: 'for anything else, and a time before 1970 or after 9999' },
    ...callErrors,
  ],
  writesFiles: true,
  load: () => import('./clock').then(({ sandboxClock }) => sandboxClock),
};

export const snapshotSpec: CommandSpec = {
  name: 'snapshot',
  summary: 'Save, restore, list or delete states of it',
  description:
    'Save the state of a running sandbox under a name, and restore it: accounts, keys, balances, licensees, configs, the log, sign-ups and the clock.',
  arguments: [
    argument('<action>', 'save, restore, list or delete', {
      choices: ['save', 'restore', 'list', 'delete'],
    }),
    argument('[name]', 'name of the snapshot; list takes none'),
  ],
  options: [
    ...selectionOptions,
    option('--force', 'with save: replace a snapshot of the same name'),
    option('--yes', 'with restore and delete: do not ask'),
  ],
  examples: [
    'waypost sandbox snapshot save empty-cart',
    'waypost sandbox snapshot restore empty-cart --yes',
    "waypost sandbox snapshot list --json | jq -r '.[].name'",
    'waypost sandbox snapshot delete empty-cart --yes',
  ],
  details: [
    `${defaultSelection} Snapshots are files in the data directory: of a sandbox in memory they are shared with every other in memory, and outlive it. They do not include faults.`,
  ],
  output: [
    {
      title: 'Output of list (--json), oldest first',
      text: '[{"name": "empty-cart", "size": 98304, "saved_at": "…"}, …]',
    },
    {
      title: 'Output of save, restore, delete (--json)',
      text: '{"success": true, "name": "empty-cart", "size": 98304, "saved_at": "…", "url": "…"}; restore has "now", the time of its clock, in place of size and saved_at, and delete neither',
    },
  ],
  errors: [
    {
      code: 'invalid_input',
      when: 'where there is no such snapshot, it is damaged, save finds one of that name, or nobody can be asked and --yes is missing',
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
    "Do what the button of the sign-up page does: complete the sandbox's newest pending sign-up, or the one that is named. Waits until there is one.",
  arguments: [argument('[sign-up]', 'its URL, or its token')],
  options: [
    ...selectionOptions,
    option('--wait <seconds>', 'how long a sign-up is waited for', { default: '30' }),
  ],
  examples: [
    'waypost signup --no-browser & waypost sandbox signup; wait',
    'waypost sandbox signup http://127.0.0.1:8787/sign_up/…',
  ],
  details: [
    `${defaultSelection} Only sign-ups that were started since the sandbox runs are found; an older one is named by its URL.`,
  ],
  json: '{"success": true, "state": "ready", "user_id": "user_…", "url": "…"}',
  errors: [
    {
      code: 'invalid_input',
      when: 'where the sign-up is not of this sandbox, expired or was claimed',
    },
    { code: 'network_error', when: 'where no sandbox runs' },
    { code: 'timeout', when: 'where no sign-up is pending in time' },
  ],
  writesFiles: true,
  load: () => import('./signup').then(({ sandboxSignup }) => sandboxSignup),
};
