// What the commands about the lookup log print with --json.
import {
  always,
  anyOf,
  integer,
  list,
  number,
  type Outputs,
  object,
  text,
  texts,
} from '../../json-schema';

const row = object({
  timestamp: text,
  ip: text,
  search_term: text,
  url: text,
  lookup_type: text,
  tags: texts,
  lookups_consumed: number,
  licensee: text,
  source_ip: text,
});

export const outputs: Outputs = {
  list: list(row),
  export: anyOf(
    {
      title: 'with -o',
      ...object(
        {
          success: always(true),
          path: text,
          rows: integer,
          bytes: integer,
          start: text,
          end: text,
          windows: integer,
          irregular_rows: integer,
        },
        ['irregular_rows'],
      ),
    },
    {
      title: 'without -o',
      ...list(row),
    },
  ),
};
