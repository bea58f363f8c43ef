// The log as Parquet describes it: a timestamp, an integer, text, and a list of tags.
import type { SchemaElement } from 'hyparquet';
import { logColumns } from '../api/lookup-log';

/** The schema's elements, the root first. */
export const logSchema: SchemaElement[] = [
  { name: 'log', num_children: logColumns.length },
  ...logColumns.flatMap(schemaOf),
];

function schemaOf(name: (typeof logColumns)[number]): SchemaElement[] {
  if (name === 'timestamp') {
    return [
      {
        name,
        type: 'INT64',
        repetition_type: 'OPTIONAL',
        converted_type: 'TIMESTAMP_MILLIS',
        logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
      },
    ];
  }
  if (name === 'lookups_consumed') return [{ name, type: 'INT64', repetition_type: 'OPTIONAL' }];
  if (name !== 'tags') return [text(name)];
  return [
    {
      name,
      repetition_type: 'REQUIRED',
      num_children: 1,
      converted_type: 'LIST',
      logical_type: { type: 'LIST' },
    },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    text('element'),
  ];
}

function text(name: string): SchemaElement {
  return {
    name,
    type: 'BYTE_ARRAY',
    repetition_type: 'REQUIRED',
    converted_type: 'UTF8',
    logical_type: { type: 'STRING' },
  };
}
