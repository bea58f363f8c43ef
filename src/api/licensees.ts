// The operations on licensees, for keys with sublicensing.
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
  name: text('Licensee name, unique among the key’s licensees.', {
    filled: true,
    max: 128,
    test: (value) => /^[^\p{Cc}\p{Cs}]*$/u.test(value),
    form: 'must not contain control characters',
  }),
  address: text('Street address.', { max: 512 }),
  postcode: text('Postcode.', { max: 32 }),
  whitelist: list(text('A URL.', { max: 256 }), 'Allowed URLs. An empty list allows all URLs.', 10),
};

const limit = orNull(
  integer('Maximum number of lookups.', 0),
  'Maximum number of lookups in a day. Null means no limit.',
);
const daily = record('The daily limit.', { limit });

/** The body of a licensee update. Omitted fields do not change. */
export const licenseeChanges = named(
  'LicenseeUpdate',
  changes(
    record(undocumented('Changes to a licensee. Omitted fields do not change.'), {
      ...licenseeShape,
      daily: changes(daily),
    }),
  ),
);

export const newLicensee = named(
  'LicenseeCreate',
  described(
    z.extend(licenseeChanges, { name: licenseeShape.name }),
    undocumented('A licensee to create.'),
  ),
);

export const licensee = component(
  'Licensee',
  'A company that uses the service through another company’s API key.',
  {
    id: text('Licensee ID: a string of digits. Newer licensees have larger IDs.', {
      pattern: /^\d+$/,
    }),
    key: text('Licensee key.', { pattern: /^sl_/ }),
    ...licenseeShape,
    daily: showing(
      record(undocumented('The daily limit, and the number of lookups on the current day (UTC).'), {
        count: integer('Number of lookups on the current day (UTC).', 0),
        limit,
        updatedAt: moment('Time at which the count last changed.'),
      }),
      'count',
      'updatedAt',
    ),
    createdAt: moment('Time at which the licensee was created.'),
  },
);

export const licensees = component('Licensees', 'One page of licensees.', {
  licensees: list(
    licensee,
    'Active licensees, oldest first. The list does not contain canceled licensees.',
    maximumLicensees,
  ),
  hasMore: flag('Whether there are more licensees after this page.'),
});

const licenseePath = inPath('licensee', 'ID or key of the licensee.');
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
      startingAfter: inQuery(
        'starting_after',
        'ID of a licensee. The list contains only licensees with a larger ID.',
        {
          type: 'integer',
          format: 'int32',
          minimum: 0,
        },
      ),
      limit: inQuery(
        'limit',
        `Maximum number of licensees. Values over ${maximumLicensees} count as ${maximumLicensees}.`,
        {
          type: 'integer',
          format: 'int32',
          minimum: 1,
          default: defaultLicensees,
        },
      ),
      licenseeName: inQuery('query', 'Text that the licensee name must contain.'),
      licenseeNameShort: inQuery(
        'q',
        'Alias of `query`. If a request has both, `query` takes precedence.',
      ),
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
    description: 'This operation has the same effect as an update with POST.',
  },
  licenseeCancel: {
    method: 'DELETE',
    path: '/keys/{key}/licensees/{licensee}',
    credential: 'management_key',
    command: 'licensees delete',
    tag: 'Licensees',
    summary: 'Cancel a licensee',
    description:
      'The licensee no longer appears in lists of licensees, and the licensee key stops working.',
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
    summary: 'Regenerate a licensee key',
    description:
      'The request does not need a body. The old licensee key stops working immediately.',
    parameters: licenseeParameters,
    result: licensee,
    codes: [...licenseeCodes, 4045],
  },
} as const satisfies Operations;

export type Licensee = ResultOf<typeof licensee>;
export type LicenseePage = ResultOf<typeof licensees>;
