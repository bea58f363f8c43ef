// The lookup log as data (interface, "Lookup log row" and "GET /keys/{key}/lookups").

/** Names of the nine columns, in the order of the log (contract, section 6). */
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
