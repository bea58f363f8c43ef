// The schemas of a licensee: what its owner sends and reads.
import * as z from 'zod/mini';
import { maximumLicensees } from '../../api/limits';
import {
  changes,
  described,
  flag,
  integer,
  list,
  moment,
  notInServiceDocs,
  orNull,
  record,
  text,
} from './types';

const details = {
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
export const licenseeChanges = notInServiceDocs(
  changes(
    record('What to change of a licensee; what is not sent stays.', {
      ...details,
      daily: changes(daily),
    }),
  ),
);

/** The document that creates a licensee. */
export const newLicensee = notInServiceDocs(
  described(z.extend(licenseeChanges, { name: details.name }), 'A licensee to make.'),
);

/** A licensee as its owner sees it. */
export const licensee = record('An alternate legal end user of the data.', {
  id: text('Licensee id: an integer, rising with creation.', { pattern: /^\d+$/ }),
  key: text('Licensee key.', { pattern: /^sl_/ }),
  ...details,
  daily: notInServiceDocs(
    record('Lookups of today.', {
      count: integer('Lookups so far.', 0),
      limit,
      updatedAt: moment('When it last counted.'),
    }),
  ),
  createdAt: moment('When it was made.'),
});

/** A page of a list. */
export const licensees = record('One page of licensees.', {
  licensees: list(licensee, 'Oldest first, without cancelled ones.', maximumLicensees),
  hasMore: flag('Whether more follow beyond the limit.'),
});
