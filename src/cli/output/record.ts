// Formats the result of a lookup for users: a record as a card, or the hits of a search as a table. The fields that the
// command formats itself come first. The label of every other field is the field's name.
import { isObject } from '../../lib/exact-json';
import type { Colors } from './color';
import { type CardRow, type Column, card, table } from './table';
import { factText, labelOf } from './words';

/** Formats a result as lines of text. `isSandbox` is true if the service is on this machine. */
export type LookupView = (
  result: unknown,
  color: Colors,
  width: number | undefined,
  isSandbox?: boolean,
) => string[];

/** The fields of an object from the service. */
export type ServiceObject = Readonly<Record<string, unknown>>;

/** True if a value is undefined, or an empty string, list or object. */
export function isEmptyValue(value: unknown): boolean {
  if (value === undefined || value === '') return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Returns a card row for a value. Returns an empty list if the value is empty. */
export function row(label: string, value: unknown): CardRow[] {
  return isEmptyValue(value) ? [] : [{ label, value: factText(value) }];
}

/** Returns a card row for each field that is not empty, in the order of the record. */
export function cardRows(record: ServiceObject): CardRow[] {
  return Object.entries(record).flatMap(([name, value]) => row(labelOf(name), value));
}

/** Joins the values that are not empty into a string, such as `Springfield, USA`. */
export function joinValues(values: readonly unknown[], between = ', '): string {
  return values
    .filter((value) => !isEmptyValue(value))
    .map(factText)
    .join(between);
}

/** Formats coordinates with the latitude first, as maps do. Returns undefined if the record has no coordinates. */
export function coordinatesText(longitude: unknown, latitude: unknown): string | undefined {
  if (longitude === undefined && latitude === undefined) return undefined;
  if (isEmptyValue(longitude) || isEmptyValue(latitude)) return 'unknown';
  return `${factText(latitude)}, ${factText(longitude)} (latitude, longitude)`;
}

/**
 * Returns a note about the dataset's own record. Only --json prints this record, because it has too many fields for a
 * card. Returns an empty list if the result does not contain this record.
 */
export function nativeNote({ native, dataset }: ServiceObject, path: string): string[] {
  return isObject(native)
    ? [`The ${joinValues([dataset, 'record'], ' ')} is in the --json output, under ${path}.`]
    : [];
}

/** Formats a result: first the verdict (one or two lines), then a card, and then dim notes. */
export function resultLines(
  { verdict = [], rows, notes = [] }: { verdict?: string[]; rows: CardRow[]; notes?: string[] },
  color: Colors,
  width: number | undefined,
): string[] {
  const parts = [verdict, card(rows, color, width), notes.map((note) => color.dim(note))];
  const lines = parts.filter((part) => part.length > 0).flatMap((part) => ['', ...part]);
  return lines.length === 0 ? ['The result is empty.'] : lines.slice(1);
}

interface HitColumn extends Column {
  text: (hit: ServiceObject) => string;
}

/** The table that shows the hits of a search. */
export interface HitsTable {
  /** The text to show if there are no hits. */
  none: string;
  /** The text to show if there are no hits and the service is on this machine (default: `none`). */
  noneInSandbox?: string;
  columns: readonly HitColumn[];
  /** The fields that the table omits, because other columns show them or because only programs need them. */
  omit: readonly string[];
  note?: string;
}

/** Returns a view that shows `{ hits: […] }` as a table, and a result without `hits` as a card. */
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
