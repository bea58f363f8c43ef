// The columns of the lookup log (GET /keys/{key}/lookups).

/** The names of the nine columns, in the order in which the CSV contains them. */
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
