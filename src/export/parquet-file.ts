// Writes a Parquet file one row group at a time. `ParquetFile` sends each group to the sink immediately. Only the
// metadata stays in memory until the end of the file.
import type { RowGroup, SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { logColumns } from '../api/lookup-log';
import { isObject } from '../lib/exact-json';
import { appName, version } from '../lib/identity';
import type { Sink } from '../lib/sink';
import type { Json } from './format';
import type { LogColumns } from './kernel/columns';
import { writeRowGroup } from './row-group';

export class ParquetFile {
  readonly #sink: Sink;
  readonly #bytes: ByteWriter;
  readonly #writer: ParquetWriter;
  /** Caches the metadata of each group as JSON, because a long export saves the metadata many times. */
  #savedGroups: Json[] = [];

  /** `bytes` is the buffer for a row group. Consecutive files share the buffer. */
  constructor(sink: Sink, bytes = new ByteWriter()) {
    this.#sink = sink;
    this.#bytes = bytes;
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: logSchema,
      createdBy: `${appName} version ${version}`,
    });
    this.#startAt(sink.length);
  }

  /**
   * Writes the rows that the columns contain as a row group, and then clears the columns. Does nothing if there are no
   * rows.
   */
  async writeGroup(columns: LogColumns): Promise<void> {
    if (columns.rows === 0) return;
    const group = writeRowGroup(this.#bytes, columns);
    this.#writer.row_groups.push(group);
    this.#savedGroups.push(groupToJson(group));
    this.#writer.num_rows += BigInt(columns.rows);
    columns.clear();
    await this.#send();
  }

  /** Writes the metadata at the end of the file. */
  async finish(): Promise<void> {
    await this.#writer.finish();
    await this.#send();
  }

  save(): Json {
    return { groups: [...this.#savedGroups] };
  }

  /** Restores saved metadata. The caller must truncate the sink before it calls this method. */
  restore(saved: Json): void {
    const groups = isObject(saved) && Array.isArray(saved.groups) ? saved.groups : [];
    this.#savedGroups = [...groups];
    // The cast is safe, because this class saved the groups in a state file with a version and a checksum.
    this.#writer.row_groups = groups.map(groupFromJson) as RowGroup[];
    this.#writer.num_rows = this.#writer.row_groups.reduce(
      (sum, group) => sum + group.num_rows,
      0n,
    );
    this.#startAt(this.#sink.length);
  }

  /** Sets the writer's position in the file. At the start of the file, writes the magic number PAR1. */
  #startAt(length: number): void {
    this.#bytes.index = 0;
    this.#bytes.offset = length;
    if (length > 0) return;
    this.#bytes.appendUint32(0x31524150);
  }

  async #send(): Promise<void> {
    await this.#sink.write(this.#bytes.getBytes());
    this.#bytes.index = 0;
  }
}

/** Converts metadata to JSON. A `bigint`, which `JSON.stringify` does not support, becomes `{"int64": "…"}`. */
function groupToJson(value: unknown): Json {
  return JSON.parse(
    JSON.stringify(value, (_, field: unknown) =>
      typeof field === 'bigint' ? { int64: String(field) } : field,
    ),
  );
}

function groupFromJson(value: Json): unknown {
  return JSON.parse(JSON.stringify(value), (_, field: Json) =>
    isObject(field) && typeof field.int64 === 'string' ? BigInt(field.int64) : field,
  );
}

/** The elements of the schema, starting with the root. */
const logSchema: SchemaElement[] = [
  { name: 'log', num_children: logColumns.length },
  ...logColumns.flatMap(columnSchema),
];

function columnSchema(name: (typeof logColumns)[number]): SchemaElement[] {
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
  if (name !== 'tags') return [textElement(name)];
  return [
    {
      name,
      repetition_type: 'REQUIRED',
      num_children: 1,
      converted_type: 'LIST',
      logical_type: { type: 'LIST' },
    },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    textElement('element'),
  ];
}

function textElement(name: string): SchemaElement {
  return {
    name,
    type: 'BYTE_ARRAY',
    repetition_type: 'REQUIRED',
    converted_type: 'UTF8',
    logical_type: { type: 'STRING' },
  };
}
