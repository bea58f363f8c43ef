// The hits of a search as a table: the columns a command knows, and one for each further member of a hit.

import { isObject } from '../../client/owned-key';
import type { LookupView } from '../run/lookup';
import type { Colours } from './colour';
import { isBlank, joined, type Members, memberRows, report } from './record';
import { type Column, table } from './table';
import { factText, labelOf } from './words';

/** A column, and its text for a hit. */
interface HitColumn extends Column {
  text: (hit: Members) => string;
}

/** How the hits of one operation are shown. */
export interface HitsTable {
  /** The text if there are none. */
  none: string;
  columns: readonly HitColumn[];
  /** Members that the columns show, or that only programs need. */
  told: readonly string[];
  /** A note below the table. */
  note?: string;
}

const minWidthOfOthers = 12;

/** A view of `{ hits: […] }`; a result of another form is shown as a record. */
export function hitsView({ none, columns, told, note }: HitsTable): LookupView {
  return (result, colour, width) => {
    if (!isObject(result)) return [factText(result)];
    const { hits, ...beside } = result;
    if (!Array.isArray(hits)) return report({ rows: memberRows(result) }, colour, width);
    const others = memberRows(beside);
    const all = [...columns, ...otherColumns(hits, told)];
    return [
      ...(hits.length === 0 ? [none] : hitLines(all, hits, colour, width)),
      ...(others.length === 0 ? [] : ['', ...report({ rows: others }, colour, width)]),
      ...(note === undefined || hits.length === 0 ? [] : ['', colour.dim(note)]),
    ];
  };
}

function hitLines(
  columns: readonly HitColumn[],
  hits: readonly unknown[],
  colour: Colours,
  width: number | undefined,
): string[] {
  const rows = hits.map((hit) =>
    isObject(hit) ? columns.map(({ text }) => text(hit)) : [factText(hit)],
  );
  return table(columns, rows, colour, width);
}

function otherColumns(hits: readonly unknown[], told: readonly string[]): HitColumn[] {
  const said = hits.flatMap((hit) =>
    isObject(hit) ? Object.keys(hit).filter((name) => !isBlank(hit[name])) : [],
  );
  return [...new Set(said)]
    .filter((name) => !told.includes(name))
    .map((name) => ({
      title: labelOf(name).toUpperCase(),
      minWidth: minWidthOfOthers,
      text: (hit) => joined([hit[name]]),
    }));
}
