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

/** Longest range of one request for usage or logs, in days. */
export const longestRangeDays = 90;

/** The range of a request that names none, in days before now. */
export const defaultRangeDays = 21;
