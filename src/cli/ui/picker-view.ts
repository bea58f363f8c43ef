// What the picker shows: a line to type on, the hits below it, and what can be done. Nothing is wider or
// higher than the terminal, because what wraps or scrolls cannot be drawn over.
import type { ChalkInstance } from 'chalk';
import type { SearchState } from './live-search';
import { sanitize, sanitizeLine } from './sanitize';
import { cut, cutStart, widthOf, wrap } from './width';

/** A hit as it is shown. */
export interface Face {
  label: string;
  /** Stands behind the label, where there is room. */
  detail: string;
}

/** What the picker says in words of its user. */
export interface PickerTexts {
  /** Stands before the line: `Place`. */
  label: string;
  /** Said while the line is empty. */
  idle: string;
  /** Said where nothing was found. */
  none: string;
  /** What Enter does: `resolves it`. */
  enter: string;
}

/** The picker at a moment. */
export interface PickerFrame {
  texts: PickerTexts;
  /** What was typed, and how much of it is before the cursor. */
  line: string;
  cursor: number;
  state: SearchState<Face>;
  /** What to say of a failed search, a line each. */
  failure: readonly string[];
}

/** The terminal it is drawn on. */
export interface Canvas {
  columns: number;
  rows: number;
  colour: ChalkInstance;
}

/** The picture: the line, where the cursor stands on it, and the lines below. */
export interface Picture {
  line: string;
  /** Column of the cursor, from 0. */
  column: number;
  below: string[];
}

const fewestColumns = 12;
const maxStatusLines = 6;
/** From this many columns on, details are shown. */
const roomForDetails = 40;

/** Draws the picker. All texts are stripped here of what would move the cursor. */
export function drawPicker(frame: PickerFrame, canvas: Canvas): Picture {
  const room = Math.max(fewestColumns, canvas.columns) - 1;
  // The line itself, and one row that stays empty.
  const rows = Math.max(2, canvas.rows - 2);
  const status = statusLines(frame, room, canvas).slice(0, Math.min(maxStatusLines, rows - 1));
  const list = listLines(frame.state, { ...canvas, columns: room, rows: rows - status.length });
  return { ...inputLine(frame, room, canvas.colour), below: [...list, ...status] };
}

/** The line to type on, moved so far to the left that the cursor is on it. */
function inputLine(
  { texts, line, cursor }: PickerFrame,
  room: number,
  colour: ChalkInstance,
): Omit<Picture, 'below'> {
  const label = `${texts.label}: `;
  const free = room - widthOf(label);
  const rest = oneLine(line.slice(cursor));
  const before = cutStart(oneLine(line.slice(0, cursor)), free - Math.min(3, widthOf(rest)));
  const after = cut(rest, free - widthOf(before));
  return {
    line: `${colour.bold(label)}${before}${after}`,
    column: widthOf(label) + widthOf(before),
  };
}

function statusLines(
  { texts, state, failure }: PickerFrame,
  room: number,
  { rows, colour }: Canvas,
): string[] {
  const dim = (text: string) => fitted(text, room).map((line) => colour.dim(line));
  switch (state.step) {
    case 'idle':
      return dim(`${texts.idle} · Esc ends`);
    case 'failed': {
      const [first = '', ...more] = failure.flatMap((line) => fitted(sanitizeLine(line), room));
      return [colour.red(first), ...more, ...dim('Enter searches again · Esc ends')];
    }
    case 'searching':
      return dim(state.notice ?? busy(state.hurried));
    case 'found': {
      const { hits, active, settled, hurried } = state;
      if (hits.length === 0) return dim(`${texts.none} · Esc ends`);
      if (!settled) return dim(busy(hurried));
      const place = hits.length > rows - 4 ? `${active + 1} of ${hits.length} · ` : '';
      return dim(`${place}↑↓ choose · Enter ${texts.enter} · Esc ends`);
    }
  }
}

function busy(hurried: boolean): string {
  return hurried ? 'Searching… Press Enter again once you see what it finds.' : 'Searching…';
}

function listLines(state: SearchState<Face>, canvas: Canvas): string[] {
  if (state.step === 'searching') {
    const { colour, rows } = canvas;
    return state.outdated
      .slice(0, rows)
      .map((face) => colour.dim(`  ${shortLine(face, canvas).join('')}`));
  }
  if (state.step !== 'found') return [];
  const items = state.hits.map((face, index) =>
    index === state.active ? activeLines(face, canvas) : [plainLine(face, canvas)],
  );
  return windowAround(items, state.active, canvas.rows);
}

function plainLine(face: Face, canvas: Canvas): string {
  const [label, detail] = shortLine(face, canvas);
  return `  ${label}${canvas.colour.dim(detail)}`;
}

/** Label and detail within one line; the pointer's two columns are left. */
function shortLine(face: Face, { columns }: Canvas): [label: string, detail: string] {
  const detail =
    columns < roomForDetails || face.detail === '' ? '' : `  ${cut(sanitizeLine(face.detail), 16)}`;
  return [cut(sanitizeLine(face.label), columns - 2 - widthOf(detail)), detail];
}

/** The hit that Enter takes is shown whole, over several lines where it has to be. */
function activeLines({ label, detail }: Face, { columns, rows, colour }: Canvas): string[] {
  return fitted(sanitizeLine(`${label}  ${detail}`), columns - 2)
    .slice(0, rows)
    .map((line, index) => colour.cyan(`${index === 0 ? '❯' : ' '} ${line}`));
}

/** The items around the active one that fit into so many lines. */
function windowAround(items: readonly string[][], active: number, rows: number): string[] {
  const height = (index: number) => items[index]?.length ?? 0;
  let first = active;
  let last = active;
  let used = height(active);
  const grow = (index: number, most: number): boolean => {
    if (index < 0 || index >= items.length || used + height(index) > most) return false;
    used += height(index);
    return true;
  };
  const half = Math.ceil(rows / 2);
  while (grow(first - 1, half)) first -= 1;
  while (grow(last + 1, rows)) last += 1;
  while (grow(first - 1, rows)) first -= 1;
  return items.slice(first, last + 1).flat();
}

/** The text in lines of at most `room` columns; a word that is longer is broken. */
function fitted(text: string, room: number): string[] {
  if (widthOf(text) <= room) return [text];
  return wrap(text, room).flatMap((line) => {
    const lines: string[] = [];
    let rest = line;
    while (widthOf(rest) > room) {
      // One column more is asked for, which the mark of the cut takes.
      const head = cut(rest, room + 1).slice(0, -1);
      lines.push(head);
      rest = rest.slice(head.length);
    }
    return [...lines, rest];
  });
}

/** What was typed, without what a terminal would act on; blanks stay as they are. */
function oneLine(text: string): string {
  return sanitize(text).replace(/[\n\t]/g, ' ');
}
