// What can be set on a licensee: what its owner sends and what the OpenAPI document says.
import * as z from 'zod/mini';
import { changes, integer, list, orNull, record, text, undocumented } from './types';

/** The members of a licensee that are set as they are. */
export const licenseeMembers = {
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

/** Most lookups a day. */
export const dailyLimit = orNull(
  integer('Most lookups a day.', 0),
  'Most lookups a day; null for no limit.',
);

const members = {
  ...licenseeMembers,
  daily: changes(record('The limit of a day.', { limit: dailyLimit })),
};

/** The document that makes a licensee. */
export const newLicensee = undocumented(
  record('A licensee to make.', {
    name: members.name,
    address: z.exactOptional(members.address),
    postcode: z.exactOptional(members.postcode),
    whitelist: z.exactOptional(members.whitelist),
    daily: z.exactOptional(members.daily),
  }),
);

/** The document that changes one; what is not there stays. */
export const licenseeChanges = undocumented(
  changes(record('What to change of a licensee; what is not sent stays.', members)),
);
