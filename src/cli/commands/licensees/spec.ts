// The commands about the licensees of a key.
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
  'id, licensee key, or the name where only one has it',
  { completion: 'licensee' },
);

const fields: readonly OptionSpec[] = [
  option('--name <name>', 'name of the licensee'),
  option('--address <text>', 'street address'),
  option('--postcode <code>', 'postcode'),
  option(
    '--whitelist <url>',
    'allowed origin, such as https://shop.example or *.shop.example; may be repeated; none: any',
    { repeatable: true },
  ),
  option('--daily-limit <n|none>', 'lookups a day'),
];

const noSuchLicensee = {
  code: 'not_found',
  when: 'with code 4045 where there is no such licensee',
} as const;

const unclear = {
  code: 'invalid_input',
  when: 'where it is not clear which licensee a name means',
} as const;

export const licenseesSpec: CommandGroup = {
  name: 'licensees',
  summary: 'Manage the licensees of a key for sublicensing',
  commands: asking([
    {
      name: 'list',
      summary: 'List licensees, oldest first',
      description: 'List the licensees of a key, oldest first, without cancelled ones.',
      arguments: [keyArgument],
      options: [
        option('--limit <n>', `licensees a request, 1 to ${maximumLicensees} (default: 10)`),
        option('--starting-after <id>', 'list those after this licensee', {
          completion: 'licensee',
        }),
        option('--query <text>', 'only those with this in their name'),
        option('--all', 'read every page'),
      ],
      examples: [
        'waypost licensees list --query acme',
        "waypost licensees list --all --json | jq -r '.licensees[].id'",
      ],
      json: 'the service\'s page, {"licensees": […], "hasMore": false}; with --all the pages as one',
      errors: [
        {
          code: 'auth_failed',
          when: 'with code 4013 where the key is not enabled for sublicensing; with --all, an error after the first page carries what was read under details',
        },
      ],
      rows: 'licensees',
      load: () => import('./licensees').then(({ licenseesList }) => licenseesList),
    },
    {
      name: 'create',
      summary: 'Create a licensee, and show its key',
      description: 'Create a licensee of the key in use (or of --api-key), and show its key.',
      arguments: [argument('[name]', 'name of the licensee', { text: true })],
      options: fields,
      examples: [
        'waypost licensees create "Acme Ltd"',
        'waypost licensees create "Acme Ltd" --postcode 10115 --whitelist https://acme.example --daily-limit 500',
      ],
      json: 'the licensee as the service sends it, with its key (sl_…)',
      errors: [
        {
          code: 'api_error',
          when: 'with code 4090 where the name is taken, 4001 where a value is refused',
        },
      ],
      load: () => import('./licensees').then(({ licenseesCreate }) => licenseesCreate),
    },
    {
      name: 'get',
      summary: 'Show a licensee with its key',
      description: 'Show a licensee of the key in use (or of --api-key), with its key.',
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
        'Change a licensee of the key in use (or of --api-key). Only what is given changes.',
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
        { code: 'api_error', when: 'with code 4090 where the name is taken' },
      ],
      alsoCalls: ['licenseeList'],
      load: () => import('./licensees').then(({ licenseesUpdate }) => licenseesUpdate),
    },
    {
      name: 'delete',
      summary: 'Cancel a licensee; its key stops',
      description: 'Cancel a licensee of the key in use (or of --api-key). Its key stops at once.',
      arguments: [licenseeArgument],
      options: [yes],
      examples: ['waypost licensees delete 12 --yes'],
      json: 'the service\'s answer, {"deleted": 1}',
      errors: [notConfirmed, unclear, noSuchLicensee],
      alsoCalls: ['licenseeList'],
      load: () => import('./licensees').then(({ licenseesDelete }) => licenseesDelete),
    },
    {
      name: 'regenerate-key',
      summary: 'Give a licensee a new key; the old one stops',
      description:
        'Give a licensee of the key in use (or of --api-key) a new key. The old one stops.',
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
