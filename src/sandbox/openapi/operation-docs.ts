// The description of each operation beyond its row in the endpoint table: parameters, body, result, and every
// code it can answer.
import type { CatalogueCode } from '../../api/catalogue';
import type { endpoints } from '../../api/endpoints';
import type { ParameterName } from './parameters';
import type { SchemaName } from './schemas';

/** One operation. */
export interface OperationFacts {
  tag: 'Keys' | 'Licensees' | 'Configs' | 'Places' | 'Addresses' | 'Validation' | 'Sign-up';
  summary: string;
  description?: string;
  parameters: readonly ParameterName[];
  body?: { schema: SchemaName; required?: boolean };
  /** Schema of `result`; the log is CSV. */
  result: SchemaName | readonly SchemaName[] | 'csv';
  /** Its rows of the error catalogue, in addition to those of every operation. */
  codes: readonly CatalogueCode[];
  /** Whether the answer has the three headers of a search window. */
  rated?: boolean;
}

/** Codes of every operation: malformed percent encoding, and a failure of the service. */
export const commonCodes: readonly CatalogueCode[] = [4000, 5001];

const managed = [4010, 4012, 4041, 4042] as const;
const sublicensing = [...managed, 4013] as const;
const searched = [4010, 4011, 4013, 4014, 4015, 40010, 4291] as const;
const billed = [...searched, 4020, 4021] as const;
const ranged = [4005, 4006, 4007, 4008, 4009, 4045] as const;

const onBehalf = ['licensee', 'sourceIp'] as const;
const ofLookup = ['tags', ...onBehalf] as const;

const cleanse = {
  tag: 'Addresses',
  summary: 'Cleanse an address',
  description:
    'The service’s documentation names this operation without detail. Without a match it costs nothing.',
  parameters: ofLookup,
  body: { schema: 'CleanseRequest', required: true },
  result: 'Cleansing',
  codes: [...billed, 40018, 4150],
} as const satisfies OperationFacts;

const licenseeUpdate = {
  tag: 'Licensees',
  summary: 'Update a licensee',
  parameters: ['key', 'licenseePath'],
  body: { schema: 'LicenseeUpdate' },
  result: 'Licensee',
  codes: [...sublicensing, 4045, 4001, 4090, 4150],
} as const satisfies OperationFacts;

/** The facts of every operation. */
export const operations: Readonly<Record<keyof typeof endpoints, OperationFacts>> = {
  keyAvailability: {
    tag: 'Keys',
    summary: 'Key availability',
    description:
      'No management key is needed; with one, the result is the private details. A key that cannot be used is `available: false`.',
    parameters: ['anyKey', 'sourceIp'],
    result: ['Availability', 'KeyDetails'],
    codes: [4011, 4012, 4041, 4042],
  },
  keyDetails: {
    tag: 'Keys',
    summary: 'Private key details',
    parameters: ['key'],
    result: 'KeyDetails',
    codes: managed,
  },
  keyUpdate: {
    tag: 'Keys',
    summary: 'Update key settings',
    parameters: ['key'],
    body: { schema: 'KeyUpdate', required: true },
    result: 'KeyDetails',
    codes: [...managed, 4001, 4150],
  },
  keyUsage: {
    tag: 'Keys',
    summary: 'Usage statistics',
    parameters: ['key', 'start', 'end', 'tagFilter', 'licenseeFilter'],
    result: 'Usage',
    codes: [...managed, ...ranged],
  },
  lookupLog: {
    tag: 'Keys',
    summary: 'Lookup log as CSV',
    description:
      'Nine columns without a header row, oldest row first: timestamp (ISO 8601), IP address, search term, URL, lookup type, tags, lookups consumed, licensee name, source IP address. Personal columns (2, 3, 4, 9) are redacted weekly. Any other answer than 200 is JSON.',
    parameters: ['key', 'start', 'end', 'tagFilter', 'licenseeFilter'],
    result: 'csv',
    codes: [...managed, ...ranged],
  },
  licenseeList: {
    tag: 'Licensees',
    summary: 'List licensees',
    description: 'The key must be enabled for sublicensing.',
    parameters: ['key', 'startingAfter', 'limit', 'licenseeName', 'licenseeNameShort'],
    result: 'Licensees',
    codes: [...sublicensing, 4001],
  },
  licenseeCreate: {
    tag: 'Licensees',
    summary: 'Create a licensee',
    parameters: ['key'],
    body: { schema: 'LicenseeCreate', required: true },
    result: 'Licensee',
    codes: [...sublicensing, 4001, 4090, 4150],
  },
  licenseeRead: {
    tag: 'Licensees',
    summary: 'Read a licensee',
    parameters: ['key', 'licenseePath'],
    result: 'Licensee',
    codes: [...sublicensing, 4045],
  },
  licenseeUpdate,
  licenseeReplace: {
    ...licenseeUpdate,
    summary: 'Update a licensee (PUT)',
    description: 'The same as POST.',
  },
  licenseeCancel: {
    tag: 'Licensees',
    summary: 'Cancel a licensee',
    description: 'It is gone from lists, and its key stops.',
    parameters: ['key', 'licenseePath'],
    result: 'Deleted',
    codes: [...sublicensing, 4045],
  },
  licenseeRegenerateKey: {
    tag: 'Licensees',
    summary: 'New licensee key',
    description: 'Takes no body. The old key stops at once.',
    parameters: ['key', 'licenseePath'],
    result: 'Licensee',
    codes: [...sublicensing, 4045],
  },
  configList: {
    tag: 'Configs',
    summary: 'List configs',
    parameters: ['key'],
    result: 'Configs',
    codes: managed,
  },
  configCreate: {
    tag: 'Configs',
    summary: 'Create a config',
    parameters: ['key'],
    body: { schema: 'ConfigCreate', required: true },
    result: 'Config',
    codes: [...managed, 4001, 4090, 4150],
  },
  configRead: {
    tag: 'Configs',
    summary: 'Read a config',
    description: 'No management key is needed: a browser integration reads it.',
    parameters: ['key', 'config', 'sourceIp'],
    result: 'Config',
    codes: [4011, 4012, 4041, 4042, 4047],
  },
  configUpdate: {
    tag: 'Configs',
    summary: 'Update a config payload',
    parameters: ['key', 'config'],
    body: { schema: 'ConfigUpdate' },
    result: 'Config',
    codes: [...managed, 4047, 4001, 4150],
  },
  configDelete: {
    tag: 'Configs',
    summary: 'Delete a config',
    parameters: ['key', 'config'],
    result: 'Deleted',
    codes: [...managed, 4047],
  },
  places: {
    tag: 'Places',
    summary: 'Place suggestions',
    description: 'Countries, administrative areas and settlements, by relevance. Costs no lookup.',
    parameters: [
      'query',
      'queryShort',
      'countryIso',
      'biasCountryIso',
      'biasLonlat',
      'biasIp',
      ...onBehalf,
    ],
    result: 'PlaceSuggestions',
    codes: [...searched, 40016, 5002],
    rated: true,
  },
  placeResolve: {
    tag: 'Places',
    summary: 'Resolve a place',
    description:
      'Each request takes a lookup from the balance. The service’s documentation gives two codes for an id that does not resolve, 4040 and 4048; here it is 4040.',
    parameters: ['place', ...ofLookup],
    result: 'Place',
    codes: [...billed, 4040],
  },
  addressAutocomplete: {
    tag: 'Addresses',
    summary: 'Address suggestions',
    description:
      'The service’s documentation names this operation without detail. Costs no lookup. A filter that cannot be read, or names nothing known, is 40016.',
    parameters: [
      'query',
      'queryShort',
      'datasets',
      'countryIso',
      'context',
      'hitLimit',
      'biasLonlat',
      'biasIp',
      ...onBehalf,
    ],
    result: 'AddressSuggestions',
    codes: [...searched, 40016, 5002],
    rated: true,
  },
  addressResolve: {
    tag: 'Addresses',
    summary: 'Resolve an address of the USA',
    description: 'The service’s documentation names this operation without detail.',
    parameters: ['address', ...ofLookup],
    result: 'Address',
    codes: [...billed, 4048],
  },
  addressVerify: {
    tag: 'Addresses',
    summary: 'Verify an address',
    description:
      'The service’s documentation names this operation without detail. Without a match it costs nothing.',
    parameters: ofLookup,
    body: { schema: 'VerifyRequest', required: true },
    result: 'Verification',
    codes: [...billed, 40018, 4016, 4290, 4150],
  },
  addressCleanse: cleanse,
  addressCleanseAlias: { ...cleanse, summary: 'Cleanse an address (other path)' },
  addressesNear: {
    tag: 'Addresses',
    summary: 'Addresses around a point',
    description:
      'The service’s documentation names this operation without detail. Where there are none it costs nothing.',
    parameters: ['lon', 'lat', ...ofLookup],
    result: 'Addresses',
    codes: billed,
  },
  emailValidate: {
    tag: 'Validation',
    summary: 'Validate an email address',
    description: 'The service’s documentation names this operation without detail.',
    parameters: ['email', ...ofLookup],
    result: 'EmailValidation',
    codes: [...billed, 40011, 40017],
  },
  phoneValidate: {
    tag: 'Validation',
    summary: 'Validate a phone number',
    description: 'The service’s documentation names this operation without detail.',
    parameters: ['phone', ...ofLookup],
    result: 'PhoneValidation',
    codes: [...billed, 40011, 4290],
  },
  signUpStart: {
    tag: 'Sign-up',
    summary: 'Start a sign-up',
    parameters: [],
    body: { schema: 'SignUpRequest' },
    result: 'SignUpStart',
    codes: [4150],
  },
  signUpPoll: {
    tag: 'Sign-up',
    summary: 'Poll a sign-up',
    description:
      'Poll every 1 to 2 seconds with a deadline of your own. The credentials are answered once; a token that is not known is pending.',
    parameters: ['cliToken'],
    result: 'SignUpCredentials',
    codes: [4100],
  },
};
