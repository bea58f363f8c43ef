// The commands about a key's licensees.
import { maximumLicensees } from '../../../api/limits';
import {
  type ArgumentSpec,
  argument,
  asking,
  type CommandGroup,
  type OptionSpec,
  option,
} from '../../line/command';
import { keyArgument, notConfirmed, yes } from '../../line/common-options';

const licenseeArgument: ArgumentSpec = argument(
  '<licensee>',
  'ID, licensee key, or name if it is unique',
  { completion: 'licensee' },
);

const fields: readonly OptionSpec[] = [
  option('--name <name>', 'name of the licensee'),
  option('--address <text>', 'street address of the licensee'),
  option('--postcode <code>', 'postcode of the licensee'),
  option(
    '--whitelist <url>',
    'allowed origin, such as https://shop.example or *.shop.example; repeat the option for several; none allows every origin',
    { repeatable: true },
  ),
  option('--daily-limit <n|none>', 'maximum number of lookups per day, or none'),
];

const noSuchLicensee = {
  code: 'not_found',
  when: 'with API code 4045, if there is no such licensee',
} as const;

const unclear = {
  code: 'invalid_input',
  when: 'if several licensees have the name',
} as const;

export const licenseesSpec: CommandGroup = {
  name: 'licensees',
  summary: "Manage a key's licensees for sublicensing",
  commands: asking([
    {
      name: 'list',
      summary: 'List licensees, oldest first',
      description: 'List the licensees of a key, oldest first. Canceled licensees are not listed.',
      arguments: [keyArgument],
      options: [
        option('--limit <n>', `licensees per request, 1 to ${maximumLicensees} (default: 10)`),
        option('--starting-after <id>', 'list licensees after this one', {
          completion: 'licensee',
        }),
        option('--query <text>', 'list only licensees with this text in their name'),
        option('--all', 'request all pages'),
      ],
      examples: [
        'waypost licensees list --query acme',
        "waypost licensees list --all --json | jq -r '.licensees[].id'",
      ],
      json: 'the page as the service sends it, {"licensees": […], "hasMore": false}; with --all, all pages as one',
      errors: [
        {
          code: 'auth_failed',
          when: 'with API code 4013, if the key is not enabled for sublicensing; with --all, details of an error after the first page has the licensees of the pages before',
        },
      ],
      rows: 'licensees',
      load: () => import('./licensees').then(({ licenseesList }) => licenseesList),
    },
    {
      name: 'create',
      summary: 'Create a licensee and show its key',
      description: 'Create a licensee of the key in use, and show its licensee key.',
      arguments: [argument('[name]', 'licensee name', { text: true })],
      options: fields,
      examples: [
        'waypost licensees create "Acme Ltd"',
        'waypost licensees create "Acme Ltd" --postcode 10115 --whitelist https://acme.example --daily-limit 500',
      ],
      json: 'the licensee as the service sends it, with its key (sl_…)',
      errors: [
        {
          code: 'api_error',
          when: 'with API code 4090, if the name is taken; 4001, if a value is invalid',
        },
      ],
      load: () => import('./licensees').then(({ licenseesCreate }) => licenseesCreate),
    },
    {
      name: 'get',
      summary: 'Show a licensee and its key',
      description: 'Show a licensee of the key in use, and its licensee key.',
      arguments: [licenseeArgument],
      examples: ['waypost licensees get 12 --json | jq -r .key'],
      json: 'the licensee as the service sends it, with its key (sl_…)',
      errors: [unclear, noSuchLicensee],
      alsoCalls: ['licenseeList'],
      load: () => import('./licensees').then(({ licenseesGet }) => licenseesGet),
    },
    {
      name: 'update',
      summary: 'Change a licensee',
      description: 'Change a licensee of the key in use. Settings without an option do not change.',
      arguments: [licenseeArgument],
      options: fields,
      examples: [
        'waypost licensees update 12 --daily-limit none',
        'waypost licensees update 12 --whitelist https://a.example --whitelist https://b.example',
      ],
      json: 'the licensee as the service sends it',
      errors: [
        unclear,
        noSuchLicensee,
        { code: 'api_error', when: 'with API code 4090, if the name is taken' },
      ],
      alsoCalls: ['licenseeList'],
      load: () => import('./licensees').then(({ licenseesUpdate }) => licenseesUpdate),
    },
    {
      name: 'delete',
      summary: 'Cancel a licensee and its key',
      description:
        'Cancel a licensee of the key in use. Its licensee key stops working immediately.',
      arguments: [licenseeArgument],
      options: [yes],
      examples: ['waypost licensees delete 12 --yes'],
      json: 'the response of the service, {"deleted": 1}',
      errors: [notConfirmed, unclear, noSuchLicensee],
      alsoCalls: ['licenseeList'],
      load: () => import('./licensees').then(({ licenseesDelete }) => licenseesDelete),
    },
    {
      name: 'regenerate-key',
      summary: 'Replace the key of a licensee',
      description: 'Replace the key of a licensee. The old licensee key stops working immediately.',
      arguments: [licenseeArgument],
      options: [yes],
      examples: ['waypost licensees regenerate-key 12 --yes --json | jq -r .key'],
      json: 'the licensee as the service sends it, with its new key (sl_…)',
      errors: [notConfirmed, unclear, noSuchLicensee],
      alsoCalls: ['licenseeList'],
      load: () =>
        import('./licensees').then(({ licenseesRegenerateKey }) => licenseesRegenerateKey),
    },
  ]),
};
