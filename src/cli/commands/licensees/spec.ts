// Describes the `waypost licensees` commands.
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
  'licensee ID, licensee key, or unique licensee name',
  { completion: 'licensee' },
);

const fields: readonly OptionSpec[] = [
  option('--name <name>', 'name of the licensee'),
  option('--address <text>', 'street address of the licensee'),
  option('--postcode <code>', 'postcode of the licensee'),
  option(
    '--whitelist <url>',
    'allowed origin, such as https://shop.example or *.shop.example; repeat the option for several origins, or use none to allow every origin',
    { repeatable: true },
  ),
  option('--daily-limit <n|none>', 'maximum number of lookups per day, or none for no limit'),
];

const noSuchLicensee = {
  code: 'not_found',
  when: 'with API code 4045, if the licensee does not exist',
} as const;

const unclear = {
  code: 'invalid_input',
  when: 'if several licensees have this name',
} as const;

export const licenseesSpec: CommandGroup = {
  name: 'licensees',
  summary: "Manage a key's licensees for sublicensing",
  commands: asking([
    {
      name: 'list',
      summary: 'List licensees, oldest first',
      description:
        "List a key's licensees, oldest first. The list does not include canceled licensees.",
      arguments: [keyArgument],
      options: [
        option(
          '--limit <n>',
          `number of licensees per request, 1 to ${maximumLicensees} (default: 10)`,
        ),
        option('--starting-after <id>', 'list only licensees after the licensee with this ID', {
          completion: 'licensee',
        }),
        option('--query <text>', 'list only licensees whose names contain this text'),
        option('--all', 'request all pages of the list'),
      ],
      examples: [
        'waypost licensees list --query acme',
        "waypost licensees list --all --json | jq -r '.licensees[].id'",
      ],
      json: 'the page as the service sends it, {"licensees": […], "hasMore": false}; with --all, one document with the licensees from all pages; if the request for a later page fails, error.details contains the licensees from the earlier pages',
      errors: [
        {
          code: 'auth_failed',
          when: 'with API code 4013, if the key is not enabled for sublicensing',
        },
      ],
      rows: 'licensees',
      load: () => import('./licensees').then(({ licenseesList }) => licenseesList),
    },
    {
      name: 'create',
      summary: 'Create a licensee and show its key',
      description: 'Create a licensee for the key in use, and show the licensee key.',
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
          when: 'with API code 4090, if a licensee with this name already exists; with API code 4001, if a value is invalid',
        },
      ],
      load: () => import('./licensees').then(({ licenseesCreate }) => licenseesCreate),
    },
    {
      name: 'get',
      summary: 'Show a licensee and its key',
      description: 'Show a licensee of the key in use, including the licensee key.',
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
      description:
        'Change a licensee of the key in use. waypost does not change settings whose options you omit.',
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
        { code: 'api_error', when: 'with API code 4090, if another licensee has this name' },
      ],
      alsoCalls: ['licenseeList'],
      load: () => import('./licensees').then(({ licenseesUpdate }) => licenseesUpdate),
    },
    {
      name: 'delete',
      summary: 'Cancel a licensee and revoke its key',
      description:
        'Cancel a licensee of the key in use. The licensee key stops working immediately.',
      arguments: [licenseeArgument],
      options: [yes],
      examples: ['waypost licensees delete 12 --yes'],
      json: 'the service\'s response, {"deleted": 1}',
      errors: [notConfirmed, unclear, noSuchLicensee],
      alsoCalls: ['licenseeList'],
      load: () => import('./licensees').then(({ licenseesDelete }) => licenseesDelete),
    },
    {
      name: 'regenerate-key',
      summary: "Replace a licensee's key",
      description: "Replace a licensee's key. The old licensee key stops working immediately.",
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
