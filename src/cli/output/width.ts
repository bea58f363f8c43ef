// Measures the width of text on a terminal, in columns. Also shortens, pads and wraps text. East Asian characters and
// emoji take two columns. Combining marks do not take a column.
import { ellipsis } from './printable';

/** Matches text in which every character takes one column. waypost can measure such text without the segmenter. */
const singleColumn =
  /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2500-\u259f]*$/;

const invisible = /^[\p{M}\p{Cf}]*$/u;

const wide =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\p{Regional_Indicator}{2}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}])/u;

/** All calls share one segmenter, because the JavaScript engine frees a segmenter's memory late. */
let segmenter: Intl.Segmenter | undefined;

interface Glyph {
  glyph: string;
  columns: number;
}

/**
 * Returns the grapheme clusters of a text (the characters that a user sees), and the width of each cluster in columns.
 */
function* glyphs(text: string): Generator<Glyph> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const { segment: glyph } of segmenter.segment(text)) {
    yield { glyph, columns: columnsOf(glyph) };
  }
}

function columnsOf(glyph: string): number {
  if (invisible.test(glyph)) return 0;
  return wide.test(glyph) ? 2 : 1;
}

/** Returns the number of columns that a line takes. The text must not contain control characters. */
export function widthOf(text: string): number {
  if (singleColumn.test(text)) return text.length;
  let width = 0;
  for (const { columns } of glyphs(text)) width += columns;
  return width;
}

/** Returns the width of the widest line, in columns. */
export function widestOf(lines: readonly string[]): number {
  return lines.reduce((widest, line) => Math.max(widest, widthOf(line)), 0);
}

/** Shortens text to at most `width` columns. `…` replaces the omitted end. */
export function truncate(text: string, width: number): string {
  const mark = ellipsis();
  if (widthOf(text) <= width) return text;
  if (width < mark.length) return mark.slice(0, Math.max(0, width));
  return `${[...fitting(glyphs(text), width - mark.length)].join('').trimEnd()}${mark}`;
}

/** Shortens text to at most `width` columns. `…` replaces the omitted beginning. */
export function truncateStart(text: string, width: number): string {
  const mark = ellipsis();
  if (widthOf(text) <= width) return text;
  if (width < mark.length) return mark.slice(0, Math.max(0, width));
  const fromEnd = [...glyphs(text)].reverse();
  return `${mark}${[...fitting(fromEnd, width - mark.length)].reverse().join('')}`;
}

/** Returns as many of the first characters as fit into `width` columns. */
function* fitting(all: Iterable<Glyph>, width: number): Generator<string> {
  let used = 0;
  for (const { glyph, columns } of all) {
    used += columns;
    if (used > width) return;
    yield glyph;
  }
}

/** Pads the text with spaces to `width` columns. */
export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

interface WrapOptions {
  /** The number of spaces before the first line (default: 0). */
  first?: number;
  /** The number of spaces before every line after the first (default: 0). */
  further?: number;
  /** True to break a word that is longer than a line. If false, the word gets its own line. */
  breaksWords?: boolean;
}

/** Breaks the text at spaces into lines of at most `width` columns. */
export function wrap(
  text: string,
  width: number,
  { first = 0, further = 0, breaksWords = false }: WrapOptions = {},
): string[] {
  const whole = ' '.repeat(first) + text;
  if (widthOf(whole) <= width) return [whole];
  const lines: string[] = [];
  const [indent = ''] = /^ */.exec(whole) ?? [];
  const room = Math.max(1, width - Math.max(further, indent.length));
  const words = whole.trimStart().match(/ *[^ ]+/g) ?? [];
  let line = indent;
  let isEmpty = true;
  for (const part of breaksWords ? words.flatMap((word) => partsOf(word, room)) : words) {
    if (!isEmpty && widthOf(line) + widthOf(part) > width) {
      lines.push(line);
      line = ' '.repeat(further) + part.trimStart();
    } else {
      line += part;
    }
    isEmpty = false;
  }
  return [...lines, line];
}

/**
 * Splits a word, with the spaces before the word, into pieces of at most `room` columns. If possible, splits after
 * punctuation.
 */
function partsOf(word: string, room: number): string[] {
  const text = word.trimStart();
  if (widthOf(text) <= room) return [word];
  const fits = [...fitting(glyphs(text), room)].join('') || [...text].slice(0, 1).join('');
  const marked = Math.max(
    ...['|', '/', ',', '_', '-', ':', '.'].map((mark) => fits.lastIndexOf(mark)),
  );
  const end = marked > 0 ? marked + 1 : fits.length;
  const blanks = word.slice(0, word.length - text.length);
  return [blanks + text.slice(0, end), ...partsOf(text.slice(end), room)];
}

/**
 * Wraps the lines of a text at spaces to at most `width` columns. Does not break longer words. Returns the text
 * unchanged if `width` is undefined.
 */
export function wrapLines(text: string, width: number | undefined): string {
  if (width === undefined) return text;
  const lines = text.split('\n');
  return lines.flatMap((line) => (widthOf(line) > width ? wrap(line, width) : [line])).join('\n');
}
