// The formats of `lookups export` by name: the only list of them, for help and for the command itself.

interface FormatFacts {
  /** The endings of file names that mean it, the usual one first. */
  endings: readonly string[];
  /** Whether a terminal cannot show it. */
  binary: boolean;
}

/** The properties of each format; `open-format.ts` has the code that writes it. */
export const formats = {
  csv: { endings: ['.csv'], binary: false },
  ndjson: { endings: ['.ndjson', '.jsonl'], binary: false },
  json: { endings: ['.json'], binary: false },
  parquet: { endings: ['.parquet'], binary: true },
} as const satisfies Record<string, FormatFacts>;

/** Name of a format. */
export type FormatName = keyof typeof formats;

/** The names, for --format. */
export const formatNames = Object.keys(formats) as FormatName[];
