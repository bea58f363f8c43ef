// The licensees of a sublicensing key.
import * as z from 'zod/mini';
import { defaultLicensees, maximumLicensees } from './limits';
import { inPath, inQuery, key, managed, type Operations } from './operation';
import {
  changes,
  component,
  deleted,
  described,
  flag,
  integer,
  list,
  moment,
  named,
  orNull,
  type ResultOf,
  record,
  showing,
  text,
  undocumented,
} from './schema';

const licenseeShape = {
  name: text('Licensee name, unique among the licensees of the key.', {
    filled: true,
    max: 128,
    test: (value) => /^[^\p{Cc}\p{Cs}]*$/u.test(value),
    form: 'must not hold control characters',
  }),
  address: text('Street address.', { max: 512 }),
  postcode: text('Postcode.', { max: 32 }),
  whitelist: list(text('A URL.', { max: 256 }), 'Allowed URLs; empty for all.', 10),
};

const limit = orNull(integer('Most lookups.', 0), 'Most lookups a day; null for no limit.');
const daily = record('The limit of a day.', { limit });

/** The changes; missing members stay. */
export const licenseeChanges = named(
  'LicenseeUpdate',
  changes(
    record(undocumented('What to change of a licensee; what is not sent stays.'), {
      ...licenseeShape,
      daily: changes(daily),
    }),
  ),
);

export const newLicensee = named(
  'LicenseeCreate',
  described(
    z.extend(licenseeChanges, { name: licenseeShape.name }),
    undocumented('A licensee to make.'),
  ),
);

export const licensee = component('Licensee', 'An alternate legal end user of the data.', {
  id: text('Licensee id: an integer, rising with creation.', { pattern: /^\d+$/ }),
  key: text('Licensee key.', { pattern: /^sl_/ }),
  ...licenseeShape,
  daily: showing(
    record(undocumented('Lookups of today.'), {
      count: integer('Lookups so far.', 0),
      limit,
      updatedAt: moment('When it last counted.'),
    }),
    'count',
    'updatedAt',
  ),
  createdAt: moment('When it was made.'),
});

export const licensees = component('Licensees', 'One page of licensees.', {
  licensees: list(licensee, 'Oldest first, without cancelled ones.', maximumLicensees),
  hasMore: flag('Whether more follow beyond the limit.'),
});

const licenseePath = inPath('licensee', 'Id or key of the licensee.');
const licenseeParameters = { key, licenseePath };
const licenseeCodes = [...managed, 4013] as const;

const licenseeUpdate = {
  method: 'POST',
  path: '/keys/{key}/licensees/{licensee}',
  credential: 'management_key',
  command: 'licensees update',
  tag: 'Licensees',
  summary: 'Update a licensee',
  parameters: licenseeParameters,
  body: { schema: licenseeChanges },
  result: licensee,
  codes: [...licenseeCodes, 4045, 4001, 4090, 4150],
} as const;

export const operations = {
  licenseeList: {
    method: 'GET',
    path: '/keys/{key}/licensees',
    credential: 'management_key',
    command: 'licensees list',
    tag: 'Licensees',
    summary: 'List licensees',
    description: 'The key must be enabled for sublicensing.',
    parameters: {
      key,
      startingAfter: inQuery('starting_after', 'Id of the licensee after which to list.', {
        type: 'integer',
        format: 'int32',
        minimum: 0,
      }),
      limit: inQuery('limit', `Most records. More than ${maximumLicensees} counts as that.`, {
        type: 'integer',
        format: 'int32',
        minimum: 1,
        default: defaultLicensees,
      }),
      licenseeName: inQuery('query', 'Filters by licensee name.'),
      licenseeNameShort: inQuery('q', 'The same as `query`.'),
    },
    result: licensees,
    codes: [...licenseeCodes, 4001],
  },
  licenseeCreate: {
    method: 'POST',
    path: '/keys/{key}/licensees',
    credential: 'management_key',
    command: 'licensees create',
    tag: 'Licensees',
    summary: 'Create a licensee',
    parameters: { key },
    body: { schema: newLicensee, required: true },
    result: licensee,
    codes: [...licenseeCodes, 4001, 4090, 4150],
  },
  licenseeRead: {
    method: 'GET',
    path: '/keys/{key}/licensees/{licensee}',
    credential: 'management_key',
    command: 'licensees get',
    tag: 'Licensees',
    summary: 'Read a licensee',
    parameters: licenseeParameters,
    result: licensee,
    codes: [...licenseeCodes, 4045],
  },
  licenseeUpdate,
  licenseeReplace: {
    ...licenseeUpdate,
    method: 'PUT',
    summary: 'Update a licensee (PUT)',
    description: 'The same as POST.',
  },
  licenseeCancel: {
    method: 'DELETE',
    path: '/keys/{key}/licensees/{licensee}',
    credential: 'management_key',
    command: 'licensees delete',
    tag: 'Licensees',
    summary: 'Cancel a licensee',
    description: 'It is gone from lists, and its key stops.',
    parameters: licenseeParameters,
    result: deleted,
    codes: [...licenseeCodes, 4045],
  },
  licenseeRegenerateKey: {
    method: 'POST',
    path: '/keys/{key}/licensees/{licensee}/regenerate-key',
    credential: 'management_key',
    command: 'licensees regenerate-key',
    tag: 'Licensees',
    summary: 'New licensee key',
    description: 'Takes no body. The old key stops at once.',
    parameters: licenseeParameters,
    result: licensee,
    codes: [...licenseeCodes, 4045],
  },
} as const satisfies Operations;

export type Licensee = ResultOf<typeof licensee>;
export type LicenseePage = ResultOf<typeof licensees>;
