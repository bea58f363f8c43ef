// Schema of --json of a lookup command: the answer to one lookup, or the rows of a batch.
import {
  always,
  anyOf,
  integer,
  type JsonSchema,
  list,
  number,
  object,
  orNull,
  text,
} from '../output/json-schema';

const summary: JsonSchema = {
  title: 'with --file and -o',
  ...object({
    success: always(true),
    path: text,
    rows: integer,
    succeeded: integer,
    failed: integer,
    lookups: integer,
    in_doubt: integer,
    bytes: integer,
    outcomes: { type: 'object' },
  }),
};

const estimate: JsonSchema = {
  title: 'with --file and --dry-run',
  ...object({
    rows: integer,
    invalid: integer,
    invalid_rows: list(object({ row: integer, error: {} })),
    distinct: integer,
    cached: integer,
    lookups: integer,
    seconds: orNull(number),
    lookups_remaining: orNull(number),
  }),
};

const rows: JsonSchema = {
  title: 'with --file alone',
  ...list(object({ row: integer, input: {}, result: {}, error: {} }, ['result', 'error'])),
};

/** The output of a lookup command whose single lookup gives `result`. */
export function lookupOutput(result: JsonSchema): JsonSchema {
  return anyOf({ title: 'without --file', ...result }, summary, estimate, rows);
}
