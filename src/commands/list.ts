// The commands: their names, what they are for, and where each is found. The place for the next one.
import type { CommandModule } from './command';

/** A command that does something; its module is imported when it is named. */
export interface Verb {
  name: string;
  summary: string;
  load: () => Promise<CommandModule>;
}

/** Verbs about one thing. */
export interface Group {
  name: string;
  summary: string;
  verbs: Verb[];
}

/** Every command, in the order in which help lists them. */
export const commands: (Group | Verb)[] = [
  {
    name: 'signup',
    summary: 'Open an account in the browser and store its keys',
    load: () => import('./signup'),
  },
  {
    name: 'auth',
    summary: 'Log in, log out, and see which credentials are in use',
    verbs: [
      {
        name: 'login',
        summary: 'Verify an API key and store it',
        load: () => import('./auth/login'),
      },
      {
        name: 'logout',
        summary: 'Remove the stored credentials',
        load: () => import('./auth/logout'),
      },
      {
        name: 'whoami',
        summary: 'Show where each credential comes from and whether the API key works',
        load: () => import('./auth/whoami'),
      },
      {
        name: 'token',
        summary: 'Print the API key or the management key',
        load: () => import('./auth/token'),
      },
    ],
  },
  {
    name: 'keys',
    summary: 'Show and change API keys, and the lookups they consumed',
    verbs: [
      {
        name: 'show',
        summary: 'Show whether a key can be used now',
        load: () => import('./keys/show'),
      },
      {
        name: 'details',
        summary: 'Show what is left on a key, its limits and settings',
        load: () => import('./keys/details'),
      },
      {
        name: 'update',
        summary: 'Change settings of a key',
        load: () => import('./keys/update'),
      },
      {
        name: 'usage',
        summary: 'Show the lookups a key consumed, day by day',
        load: () => import('./keys/usage'),
      },
    ],
  },
  {
    name: 'lookups',
    summary: 'Export the log of lookups',
    verbs: [
      {
        name: 'export',
        summary: 'Write the lookup log as CSV, NDJSON, JSON or Parquet',
        load: () => import('./lookups/export'),
      },
    ],
  },
  {
    name: 'licensees',
    summary: 'Manage the licensees of a key for sublicensing',
    verbs: [
      {
        name: 'list',
        summary: 'List licensees, oldest first',
        load: () => import('./licensees/list'),
      },
      {
        name: 'create',
        summary: 'Create a licensee, and show its key',
        load: () => import('./licensees/create'),
      },
      {
        name: 'get',
        summary: 'Show a licensee with its key',
        load: () => import('./licensees/get'),
      },
      {
        name: 'update',
        summary: 'Change a licensee',
        load: () => import('./licensees/update'),
      },
      {
        name: 'delete',
        summary: 'Cancel a licensee; its key stops',
        load: () => import('./licensees/delete'),
      },
      {
        name: 'regenerate-key',
        summary: 'Give a licensee a new key; the old one stops',
        load: () => import('./licensees/regenerate-key'),
      },
    ],
  },
  {
    name: 'configs',
    summary: 'Manage the configs of a key, by hand or as files',
    verbs: [
      {
        name: 'list',
        summary: 'List configs, oldest first',
        load: () => import('./configs/list'),
      },
      {
        name: 'get',
        summary: 'Show a config with its payload',
        load: () => import('./configs/get'),
      },
      {
        name: 'create',
        summary: 'Create a config',
        load: () => import('./configs/create'),
      },
      {
        name: 'update',
        summary: "Replace a config's payload",
        load: () => import('./configs/update'),
      },
      {
        name: 'delete',
        summary: 'Delete a config',
        load: () => import('./configs/delete'),
      },
      {
        name: 'pull',
        summary: 'Write the payloads as files into a directory',
        load: () => import('./configs/pull'),
      },
      {
        name: 'push',
        summary: 'Make the configs what the files of a directory hold',
        load: () => import('./configs/push'),
      },
      {
        name: 'diff',
        summary: 'Show what push would change',
        load: () => import('./configs/diff'),
      },
    ],
  },
  {
    name: 'places',
    summary: 'Search places, and resolve them',
    verbs: [
      {
        name: 'search',
        summary: 'Search places by name; costs nothing',
        load: () => import('./places/search'),
      },
      {
        name: 'resolve',
        summary: 'Show a place with its coordinates; costs a lookup',
        load: () => import('./places/resolve'),
      },
    ],
  },
  {
    name: 'addresses',
    summary: 'Complete, resolve, verify and cleanse addresses',
    verbs: [
      {
        name: 'autocomplete',
        summary: 'Suggest addresses for what is typed; costs nothing',
        load: () => import('./addresses/autocomplete'),
      },
      {
        name: 'resolve',
        summary: 'Show the address of a suggestion; costs a lookup',
        load: () => import('./addresses/resolve'),
      },
      {
        name: 'verify',
        summary: 'Check whether an address exists; a match costs a lookup',
        load: () => import('./addresses/verify'),
      },
      {
        name: 'cleanse',
        summary: 'Find the address a text means; a match costs a lookup',
        load: () => import('./addresses/cleanse'),
      },
      {
        name: 'near',
        summary: 'List the addresses at a point; costs a lookup where there are any',
        load: () => import('./addresses/near'),
      },
    ],
  },
  {
    name: 'emails',
    summary: 'Validate e-mail addresses',
    verbs: [
      {
        name: 'validate',
        summary: 'Check whether mail arrives at an address; costs a lookup',
        load: () => import('./emails/validate'),
      },
    ],
  },
  {
    name: 'phones',
    summary: 'Validate phone numbers',
    verbs: [
      {
        name: 'validate',
        summary: 'Check whether a phone number is one; costs a lookup',
        load: () => import('./phones/validate'),
      },
    ],
  },
  {
    name: 'api',
    summary: 'Make any request of the service',
    load: () => import('./api'),
  },
  {
    name: 'sandbox',
    summary: 'Run the service on this machine',
    verbs: [
      {
        name: 'start',
        summary: 'Start the service, in the foreground or detached',
        load: () => import('./sandbox/start'),
      },
      {
        name: 'stop',
        summary: 'Stop it',
        load: () => import('./sandbox/stop'),
      },
      {
        name: 'status',
        summary: 'Show whether it runs, and where',
        load: () => import('./sandbox/status'),
      },
      {
        name: 'reset',
        summary: 'Forget every account, key and setting',
        load: () => import('./sandbox/reset'),
      },
      {
        name: 'url',
        summary: 'Print its base URL',
        load: () => import('./sandbox/url'),
      },
      {
        name: 'places',
        summary: 'Install more places',
        load: () => import('./sandbox/places-install'),
      },
    ],
  },
  {
    name: 'help',
    summary: 'Explain a command or a topic: exit-codes, environment, batch',
    load: () => import('./help'),
  },
];
