// The result of a lookup as text for people: a record, or the hits of a search as a table. Members that a command
// has words for come first; others are shown under their own names.
import { isObject } from '../../lib/exact-json';
import type { Colors } from './color';
import { type CardRow, type Column, card, table } from './table';
import { factText, labelOf } from './words';

/** The text of a result. `isSandbox` if the service is on this machine. */
export type LookupView = (
  result: unknown,
  color: Colors,
  width: number | undefined,
  isSandbox?: boolean,
) => string[];

/** Members of an object of the service. */
export type ServiceObject = Readonly<Record<string, unknown>>;

/** Whether a value is empty. */
export function isEmptyValue(value: unknown): boolean {
  if (value === undefined || value === '') return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** A row for a value; none for an empty one. */
export function row(label: string, value: unknown): CardRow[] {
  return isEmptyValue(value) ? [] : [{ label, value: factText(value) }];
}

/** A row for each member with a value, in the order of the record. */
export function cardRows(record: ServiceObject): CardRow[] {
  return Object.entries(record).flatMap(([name, value]) => row(labelOf(name), value));
}

/** The values that are not empty, as one text: `Springfield, USA`. */
export function joinValues(values: readonly unknown[], between = ', '): string {
  return values
    .filter((value) => !isEmptyValue(value))
    .map(factText)
    .join(between);
}

/** A point in the form of maps; undefined if the record has none. */
export function coordinatesText(longitude: unknown, latitude: unknown): string | undefined {
  if (longitude === undefined && latitude === undefined) return undefined;
  if (isEmptyValue(longitude) || isEmptyValue(latitude)) return 'unknown';
  return `${factText(latitude)}, ${factText(longitude)} (latitude, longitude)`;
}

/**
 * Where to find the dataset's own record, which has too many members for a card; nothing if there is none.
 */
export function nativeNote({ native, dataset }: ServiceObject, path: string): string[] {
  return isObject(native)
    ? [`The ${joinValues([dataset, 'record'], ' ')} is in --json, under ${path}.`]
    : [];
}

/** The result in a line or two, the rest as a card, and dim notes below. */
export function resultLines(
  { verdict = [], rows, notes = [] }: { verdict?: string[]; rows: CardRow[]; notes?: string[] },
  color: Colors,
  width: number | undefined,
): string[] {
  const parts = [verdict, card(rows, color, width), notes.map((note) => color.dim(note))];
  const lines = parts.filter((part) => part.length > 0).flatMap((part) => ['', ...part]);
  return lines.length === 0 ? ['The answer is empty.'] : lines.slice(1);
}

interface HitColumn extends Column {
  text: (hit: ServiceObject) => string;
}

/** How the hits of one operation are shown. */
export interface HitsTable {
  /** The text if there are none. */
  none: string;
  /** The same if the service is on this machine; default: `none`. */
  noneInSandbox?: string;
  columns: readonly HitColumn[];
  /** Members that get no column of their own: others show them, or only programs need them. */
  omit: readonly string[];
  note?: string;
}

/** A view of `{ hits: […] }`; a result of another form is shown as a record. */
export function hitsView({
  none,
  noneInSandbox = none,
  columns,
  omit,
  note,
}: HitsTable): LookupView {
  return (result, color, width, isSandbox) => {
    if (!isObject(result)) return [factText(result)];
    const { hits, ...beside } = result;
    const nothing = isSandbox === true ? noneInSandbox : none;
    if (!Array.isArray(hits)) return resultLines({ rows: cardRows(result) }, color, width);
    const others = cardRows(beside);
    const all = [...columns, ...otherColumns(hits, omit)];
    const rows = hits.map((hit) =>
      isObject(hit) ? all.map(({ text }) => text(hit)) : [factText(hit)],
    );
    return [
      ...(hits.length === 0 ? [nothing] : table(all, rows, color, width)),
      ...(others.length === 0 ? [] : ['', ...resultLines({ rows: others }, color, width)]),
      ...(note === undefined || hits.length === 0 ? [] : ['', color.dim(note)]),
    ];
  };
}

function otherColumns(hits: readonly unknown[], omit: readonly string[]): HitColumn[] {
  const names = hits.flatMap((hit) =>
    isObject(hit) ? Object.keys(hit).filter((name) => !isEmptyValue(hit[name])) : [],
  );
  return [...new Set(names)]
    .filter((name) => !omit.includes(name))
    .map((name) => ({
      title: labelOf(name).toUpperCase(),
      minWidth: 12,
      text: (hit) => joinValues([hit[name]]),
    }));
}
