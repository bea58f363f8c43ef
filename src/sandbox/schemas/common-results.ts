// What answers of several operations have in common.
import * as z from 'zod/mini';
import { described, list, record, text, undocumented } from './types';

/** What an operation answers that deletes. */
export const deleted = undocumented(
  record('What was deleted.', { deleted: described(z.literal(1), 'How many: one.') }),
);

/** The `errors` of a failure. */
export const fieldErrors = list(
  record('One mistake.', {
    path: text('The member that is wrong; empty for the whole body.'),
    message: text('What is wrong with it.'),
  }),
  'Which members were wrong, on some validation failures.',
  undefined,
  1,
);
