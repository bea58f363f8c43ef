// Counts the lookups in the lookup log by tag, type or licensee, in one pass over the rows.
import { logColumns } from '../api/lookup-log';
import { invalidInput } from '../lib/errors';
import { ColumnFormat } from './column-format';
import type { KnownNumbers } from './kernel/columns';

/** The columns by which `UsageCounts` can count lookups. */
const countedColumns = {
  tag: 'tags',
  type: 'lookup_type',
  licensee: 'licensee',
} as const;

export type CountedBy = keyof typeof countedColumns;

interface NamedCount {
  /** The tag, type or licensee. The name is empty for lookups without a tag or licensee. */
  name: string;
  lookups: bigint;
}

const tagsColumn = logColumns.indexOf(countedColumns.tag);

/** The maximum number of distinct tags, types or licensees. This maximum limits the memory that a command uses. */
const maxNames = 100_000;

/**
 * If a number in a row group is at least this large, `UsageCounts` adds the group's numbers as bigint, which is slower.
 */
const largestSmall = 2n ** 31n;

export class UsageCounts extends ColumnFormat {
  readonly #by: CountedBy;
  readonly #column: number;
  readonly #tags: readonly string[];
  readonly #lookups = new Map<string, bigint>();
  #total = 0n;
  #severalTags = 0n;

  /** Creates a counter that counts only rows with all of these tags. */
  constructor(by: CountedBy, tags: readonly string[] = []) {
    super(false);
    this.#by = by;
    this.#column = logColumns.indexOf(countedColumns[by]);
    this.#tags = tags;
    this.columns.keepTexts([this.#column, ...(tags.length > 0 ? [tagsColumn] : [])]);
  }

  get total(): bigint {
    return this.#total;
  }

  /**
   * The lookups of rows with several tags. The count of each of these tags includes these lookups, but the total counts
   * them only once.
   */
  get severalTags(): bigint {
    return this.#severalTags;
  }

  /** The counts, in descending order of lookups. */
  get counts(): NamedCount[] {
    return [...this.#lookups]
      .map(([name, lookups]) => ({ name, lookups }))
      .sort((one, other) => {
        if (one.lookups !== other.lookups) return one.lookups > other.lookups ? -1 : 1;
        return one.name < other.name ? -1 : 1;
      });
  }

  override async endWindow(): Promise<void> {
    await super.endWindow();
    await this.makeSpace();
  }

  /** Counts the lookups of the rows that the columns contain, and then clears the columns. */
  protected async makeSpace(): Promise<void> {
    const { columns } = this;
    if (columns.rows === 0) return;
    const texts = columns.texts(this.#column);
    const sums = this.#sumByText(texts.length);
    for (const [index, lookups] of sums.entries()) {
      if (lookups !== undefined) this.#add(texts[index] ?? '', lookups);
    }
    columns.clear();
  }

  /**
   * Returns the number of lookups for each distinct text in the column. The number is undefined if no counted
   * row contains the text.
   */
  #sumByText(texts: number): (bigint | undefined)[] {
    const { columns } = this;
    const { rows } = columns;
    const counted = this.#countedRows();
    const consumed = columns.consumed();
    const isKnown = columns.kernel.bytes(consumed.flagsAt, rows);
    const ids = columns.kernel.integers(columns.idsAt(this.#column), rows);
    const lookupsAt = readerOf(consumed);
    const small = new Float64Array(texts);
    const large = new Map<number, bigint>();
    const isPresent = new Uint8Array(texts);
    let known = 0;
    for (let row = 0; row < rows; row += 1) {
      const lookups = isKnown[row] === 1 ? lookupsAt(known++) : 0;
      if (counted !== undefined && !counted(row)) continue;
      const id = ids[row] ?? 0;
      isPresent[id] = 1;
      if (typeof lookups === 'number') small[id] = (small[id] ?? 0) + lookups;
      else large.set(id, (large.get(id) ?? 0n) + lookups);
    }
    return Array.from(small, (sum, id) =>
      isPresent[id] === 1 ? BigInt(sum) + (large.get(id) ?? 0n) : undefined,
    );
  }

  /**
   * Returns a function that checks whether a row has all tags in `#tags`. Returns undefined if every row is counted.
   */
  #countedRows(): ((row: number) => boolean) | undefined {
    if (this.#tags.length === 0) return undefined;
    const { columns } = this;
    const hasAll = columns.texts(tagsColumn).map((text) => {
      const tags = tagsIn(text);
      return this.#tags.every((tag) => tags.includes(tag));
    });
    const ids = columns.kernel.integers(columns.idsAt(tagsColumn), columns.rows);
    return (row) => hasAll[ids[row] ?? 0] === true;
  }

  #add(text: string, lookups: bigint): void {
    const names = this.#by === 'tag' ? tagsIn(text) : [text];
    if (names.length === 0) names.push('');
    this.#total += lookups;
    if (names.length > 1) this.#severalTags += lookups;
    for (const name of names) {
      this.#lookups.set(name, (this.#lookups.get(name) ?? 0n) + lookups);
    }
    if (this.#lookups.size > maxNames) {
      throw invalidInput(
        `The log has more than ${maxNames.toLocaleString('en')} distinct ${this.#by}s.`,
        'Use a shorter range with --start and --end. Alternatively, export the log with `waypost lookups export`, and count the rows in the file.',
      );
    }
  }
}

/** Reads the comma-separated tags in a cell, and returns each distinct tag once. */
function tagsIn(cell: string): string[] {
  const tags = cell.split(',').map((tag) => tag.trim());
  return [...new Set(tags)].filter((tag) => tag !== '');
}

/**
 * Returns a function that reads the number at an index. The function returns bigint only if some numbers are negative
 * or too large to be added as JavaScript numbers.
 */
function readerOf({ bytes, least, greatest }: KnownNumbers): (index: number) => number | bigint {
  const { buffer, byteOffset, length } = bytes();
  if (least >= 0n && greatest < largestSmall) {
    const words = new Int32Array(buffer, byteOffset, length / 4);
    return (index) => words[2 * index] ?? 0;
  }
  const numbers = new BigInt64Array(buffer, byteOffset, length / 8);
  return (index) => numbers[index] ?? 0n;
}
