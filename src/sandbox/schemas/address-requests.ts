// The bodies of POST /verify/addresses and of cleansing. The operations check the members themselves, because
// each error has a code of its own: here any value passes, and the document names the types.
import * as z from 'zod/mini';
import { described, notInServiceDocs } from './types';

const query = (description: string) =>
  described(z.exactOptional(z.unknown()), description, { type: 'string', minLength: 1 });

const piece = (description: string) =>
  described(z.exactOptional(z.unknown()), description, { type: ['string', 'null'] });

const written = 'The address as it was written.';

/** An address to verify. */
export const verifyRequest = notInServiceDocs(
  described(
    z.object({
      query: query(written),
      q: query('The same as `query`, which wins.'),
      context: described(z.exactOptional(z.unknown()), 'Country of the address.', {
        type: ['string', 'null'],
        default: 'usa',
      }),
      city: piece('City.'),
      state: piece('State.'),
      zip_code: piece('ZIP code.'),
    }),
    'An address to verify.',
    {
      anyOf: [
        { required: ['query'], properties: { query: {} } },
        { required: ['q'], properties: { q: {} } },
      ],
    },
  ),
);

/** An address to cleanse. */
export const cleanseRequest = notInServiceDocs(
  described(
    z.object({
      query: query(written),
      postcode: piece('ZIP code.'),
      post_town: piece('City.'),
      county: piece('State.'),
    }),
    'An address to cleanse.',
    { required: ['query'] },
  ),
);

export type VerifyRequest = z.infer<typeof verifyRequest>;
export type CleanseRequest = z.infer<typeof cleanseRequest>;
