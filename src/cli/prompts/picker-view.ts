// Draws the picker: an input line, and below it the hits and the keyboard shortcuts. The drawing is never wider or
// higher than the terminal, because waypost cannot redraw text that wraps or scrolls.
import { plainText } from '../../lib/plain-text';
import type { Colors } from '../output/color';
import { oneLine } from '../output/printable';
import { truncate, truncateStart, widthOf, wrap } from '../output/width';
import type { SearchState } from './live-search';

export interface HitLabel {
  label: string;
  /** Text to show after the label if the terminal is wide enough. */
  detail: string;
}

/** The texts that the caller sets for its picker. */
export interface PickerTexts {
  /** The label of the input line, such as `Place`. */
  label: string;
  /** The text to show while the input line is empty. */
  idle: string;
  /** The text to show if the search found nothing. */
  none: string;
  /** The effect of Enter, such as `resolves it`. */
  action: string;
}

export interface PickerFrame {
  texts: PickerTexts;
  /** The text that the user typed, and the position of the cursor in this text. */
  line: string;
  cursor: number;
  state: SearchState<HitLabel>;
  /** The lines of the message about a failed search. */
  failure: readonly string[];
}

export interface Canvas {
  columns: number;
  rows: number;
  color: Colors;
}

/** The drawing of the picker: the input line, the column of the cursor, and the lines below the input line. */
export interface Picture {
  line: string;
  /** The column of the cursor. The first column is 0. */
  column: number;
  below: string[];
}

const minColumns = 12;
const maxStatusLines = 6;
/** The minimum terminal width at which the picker shows details, in columns. */
const minDetailColumns = 40;

/** Draws the picker. Removes control sequences from all texts. */
export function drawPicker(frame: PickerFrame, canvas: Canvas): Picture {
  const room = Math.max(minColumns, canvas.columns) - 1;
  // One row is for the input line, and one row stays empty.
  const rows = Math.max(2, canvas.rows - 2);
  const status = statusLines(frame, room, canvas).slice(0, Math.min(maxStatusLines, rows - 1));
  const list = listLines(frame.state, { ...canvas, columns: room, rows: rows - status.length });
  return { ...inputLine(frame, room, canvas.color), below: [...list, ...status] };
}

/** Returns the input line, scrolled so that the cursor is visible. */
function inputLine(
  { texts, line, cursor }: PickerFrame,
  room: number,
  color: Colors,
): Omit<Picture, 'below'> {
  const label = `${texts.label}: `;
  const free = room - widthOf(label);
  const rest = typedText(line.slice(cursor));
  const before = truncateStart(typedText(line.slice(0, cursor)), free - Math.min(3, widthOf(rest)));
  const after = truncate(rest, free - widthOf(before));
  return {
    line: `${color.bold(label)}${before}${after}`,
    column: widthOf(label) + widthOf(before),
  };
}

function statusLines(
  { texts, state, failure }: PickerFrame,
  room: number,
  { rows, color }: Canvas,
): string[] {
  const dim = (text: string) => breakLines(text, room).map((line) => color.dim(line));
  switch (state.step) {
    case 'idle':
      return dim(`${texts.idle} · Esc to close`);
    case 'failed': {
      const [first = '', ...more] = failure.flatMap((line) => breakLines(oneLine(line), room));
      return [color.red(first), ...more, ...dim('Enter to search again · Esc to close')];
    }
    case 'searching':
      return dim(state.notice ?? busy(state.hurried));
    case 'found': {
      const { hits, active, settled, hurried } = state;
      if (hits.length === 0) return dim(`${texts.none} · Esc to close`);
      if (!settled) return dim(busy(hurried));
      const place = hits.length > rows - 4 ? `${active + 1} of ${hits.length} · ` : '';
      return dim(`${place}↑↓ to choose · Enter to ${texts.action} · Esc to close`);
    }
  }
}

function busy(hurried: boolean): string {
  return hurried ? 'Searching… Press Enter again when you see the results.' : 'Searching…';
}

function listLines(state: SearchState<HitLabel>, canvas: Canvas): string[] {
  if (state.step === 'searching') {
    const { color, rows } = canvas;
    return state.outdated
      .slice(0, rows)
      .map((hit) => color.dim(`  ${shortLine(hit, canvas).join('')}`));
  }
  if (state.step !== 'found') return [];
  const items = state.hits.map((hit, index) =>
    index === state.active ? activeLines(hit, canvas) : [plainLine(hit, canvas)],
  );
  return windowAround(items, state.active, canvas.rows);
}

function plainLine(hit: HitLabel, canvas: Canvas): string {
  const [label, detail] = shortLine(hit, canvas);
  return `  ${label}${canvas.color.dim(detail)}`;
}

/** Returns the label and the detail on one line. Leaves space for the pointer, which takes two columns. */
function shortLine(hit: HitLabel, { columns }: Canvas): [label: string, detail: string] {
  const detail =
    columns < minDetailColumns || hit.detail === '' ? '' : `  ${truncate(oneLine(hit.detail), 16)}`;
  return [truncate(oneLine(hit.label), columns - 2 - widthOf(detail)), detail];
}

/** Returns the lines of the highlighted hit. The picker shows this hit completely. */
function activeLines({ label, detail }: HitLabel, { columns, rows, color }: Canvas): string[] {
  return breakLines(oneLine(`${label}  ${detail}`), columns - 2)
    .slice(0, rows)
    .map((line, index) => color.cyan(`${index === 0 ? '❯' : ' '} ${line}`));
}

/** Returns as many items around the active item as fit into this number of lines. */
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

/** Breaks the text into lines of at most `room` columns. Also breaks words that are longer than a line. */
function breakLines(text: string, room: number): string[] {
  return wrap(text, room, { breaksWords: true });
}

/** Returns the typed text without control sequences. Keeps spaces. */
function typedText(text: string): string {
  return plainText(text).replace(/[\n\t]/g, ' ');
}
