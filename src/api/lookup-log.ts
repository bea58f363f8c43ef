// The lookup log, GET /keys/{key}/lookups, as data.

/** Names of the nine columns, in the order of the log. */
export const logColumns = [
  'timestamp',
  'ip',
  'search_term',
  'url',
  'lookup_type',
  'tags',
  'lookups_consumed',
  'licensee',
  'source_ip',
] as const;

export type LogColumn = (typeof logColumns)[number];

export function isLogColumn(name: string): name is LogColumn {
  return logColumns.some((column) => column === name);
}
