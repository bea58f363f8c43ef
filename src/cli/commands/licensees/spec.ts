// The commands about the licensees of a key.
import { maximumLicensees } from '../../../api/limits';
import {
  type ArgumentSpec,
  asJson,
  asking,
  type CommandGroup,
  type OptionSpec,
} from '../../line/command';
import { anyKey, notConfirmed, yes } from '../../line/common-options';

const licensee: ArgumentSpec = {
  name: 'licensee',
  description: 'id, licensee key, or the name where only one has it',
  completion: 'licensee',
  required: true,
};
const fields: readonly OptionSpec[] = [
  { name: 'name', value: 'name', description: 'name of the licensee' },
  { name: 'address', value: 'text', description: 'street address' },
  { name: 'postcode', value: 'code', description: 'postcode' },
  {
    name: 'whitelist',
    value: 'url',
    description:
      'allowed origin, such as https://shop.example or *.shop.example; may be repeated; none: any',
    repeatable: true,
  },
  { name: 'daily-limit', value: 'n|none', description: 'lookups a day' },
];
const noSuchLicensee = {
  code: 'not_found',
  when: 'with code 4045 where there is no such licensee',
} as const;
const unclear = {
  code: 'invalid_input',
  when: 'where it is not clear which licensee a name means',
} as const;

export const licensees: CommandGroup = {
  name: 'licensees',
  summary: 'Manage the licensees of a key for sublicensing',
  commands: asking([
    {
      name: 'list',
      summary: 'List licensees, oldest first',
      description: 'List the licensees of a key, oldest first, without cancelled ones.',
      arguments: [anyKey],
      options: [
        {
          name: 'limit',
          value: 'n',
          description: `licensees a request, 1 to ${maximumLicensees} (default: 10)`,
        },
        {
          name: 'starting-after',
          value: 'id',
          description: 'list those after this licensee',
          completion: 'licensee',
        },
        { name: 'query', value: 'text', description: 'only those with this in their name' },
        { name: 'all', description: 'read every page' },
      ],
      examples: [
        { command: 'waypost licensees list --query acme' },
        { command: "waypost licensees list --all --json | jq -r '.licensees[].id'" },
      ],
      output: asJson(
        'the service\'s page, {"licensees": […], "hasMore": false}; with --all the pages as one',
      ),
      errors: [
        {
          code: 'auth_failed',
          when: 'with code 4013 where the key is not enabled for sublicensing; with --all, an error after the first page carries what was read under details',
        },
      ],
      rows: 'licensees',
      load: () => import('./licensees').then(({ list }) => list),
    },
    {
      name: 'create',
      summary: 'Create a licensee, and show its key',
      description: 'Create a licensee of the key in use (or of --api-key), and show its key.',
      arguments: [{ name: 'name', description: 'name of the licensee', text: true }],
      options: fields,
      examples: [
        { command: 'waypost licensees create "Acme Ltd"' },
        {
          command:
            'waypost licensees create "Acme Ltd" --postcode 10115 --whitelist https://acme.example --daily-limit 500',
        },
      ],
      output: asJson('the licensee as the service sends it, with its key (sl_…)'),
      errors: [
        {
          code: 'api_error',
          when: 'with code 4090 where the name is taken, 4001 where a value is refused',
        },
      ],
      load: () => import('./licensees').then(({ create }) => create),
    },
    {
      name: 'get',
      summary: 'Show a licensee with its key',
      description: 'Show a licensee of the key in use (or of --api-key), with its key.',
      arguments: [licensee],
      examples: [{ command: 'waypost licensees get 12 --json | jq -r .key' }],
      output: asJson('the licensee as the service sends it, with its key (sl_…)'),
      errors: [unclear, noSuchLicensee],
      alsoCalls: ['licenseeList'],
      load: () => import('./licensees').then(({ get }) => get),
    },
    {
      name: 'update',
      summary: 'Change a licensee',
      description:
        'Change a licensee of the key in use (or of --api-key). Only what is given changes.',
      arguments: [licensee],
      options: fields,
      examples: [
        { command: 'waypost licensees update 12 --daily-limit none' },
        {
          command:
            'waypost licensees update 12 --whitelist https://a.example --whitelist https://b.example',
        },
      ],
      output: asJson('the licensee as the service sends it'),
      errors: [
        unclear,
        noSuchLicensee,
        { code: 'api_error', when: 'with code 4090 where the name is taken' },
      ],
      alsoCalls: ['licenseeList'],
      load: () => import('./licensees').then(({ update }) => update),
    },
    {
      name: 'delete',
      summary: 'Cancel a licensee; its key stops',
      description: 'Cancel a licensee of the key in use (or of --api-key). Its key stops at once.',
      arguments: [licensee],
      options: [yes],
      examples: [{ command: 'waypost licensees delete 12 --yes' }],
      output: asJson('the service\'s answer, {"deleted": 1}'),
      errors: [notConfirmed, unclear, noSuchLicensee],
      alsoCalls: ['licenseeList'],
      load: () => import('./licensees').then(({ remove }) => remove),
    },
    {
      name: 'regenerate-key',
      summary: 'Give a licensee a new key; the old one stops',
      description:
        'Give a licensee of the key in use (or of --api-key) a new key. The old one stops.',
      arguments: [licensee],
      options: [yes],
      examples: [{ command: 'waypost licensees regenerate-key 12 --yes --json | jq -r .key' }],
      output: asJson('the licensee as the service sends it, with its new key (sl_…)'),
      errors: [notConfirmed, unclear, noSuchLicensee],
      alsoCalls: ['licenseeList'],
      load: () => import('./licensees').then(({ regenerateKey }) => regenerateKey),
    },
  ]),
};
