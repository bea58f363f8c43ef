// Width of a text on a terminal in columns, and cutting and padding to a width. East Asian text and emoji
// take two columns, combining marks none.
import { ellipsis } from './printable';

/** Letters and signs of one column each, as long as no combining mark is among them: they need no segmenter. */
const singleColumn =
  /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2500-\u259f]*$/;

const invisible = /^[\p{M}\p{Cf}]*$/u;

const wide =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\p{Regional_Indicator}{2}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}])/u;

/** Made once: each takes memory that is given back late. */
let segmenter: Intl.Segmenter | undefined;

interface Glyph {
  glyph: string;
  columns: number;
}

/** The characters of a text as a person counts them, each with the columns it takes. */
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

/** Columns a line takes. The text holds no control characters. */
export function widthOf(text: string): number {
  if (singleColumn.test(text)) return text.length;
  let width = 0;
  for (const { columns } of glyphs(text)) width += columns;
  return width;
}

/** Columns of the widest of these lines. */
export function widestOf(lines: readonly string[]): number {
  return lines.reduce((widest, line) => Math.max(widest, widthOf(line)), 0);
}

/** The text in at most `width` columns; `…` marks a cut. */
export function truncate(text: string, width: number): string {
  const mark = ellipsis();
  if (widthOf(text) <= width) return text;
  if (width < mark.length) return mark.slice(0, Math.max(0, width));
  return `${[...fitting(glyphs(text), width - mark.length)].join('').trimEnd()}${mark}`;
}

/** The end of a text in at most `width` columns; `…` marks a cut. */
export function truncateStart(text: string, width: number): string {
  const mark = ellipsis();
  if (widthOf(text) <= width) return text;
  if (width < mark.length) return mark.slice(0, Math.max(0, width));
  const fromEnd = [...glyphs(text)].reverse();
  return `${mark}${[...fitting(fromEnd, width - mark.length)].reverse().join('')}`;
}

/** The first of these characters, as many as fit. */
function* fitting(all: Iterable<Glyph>, width: number): Generator<string> {
  let used = 0;
  for (const { glyph, columns } of all) {
    used += columns;
    if (used > width) return;
    yield glyph;
  }
}

/** The text padded with spaces to `width` columns. */
export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

interface WrapOptions {
  /** Spaces before the first line; none unless given. */
  first?: number;
  /** Spaces before every further line; none unless given. */
  further?: number;
  /** Whether a word that is longer than a line is broken; otherwise it has a line of its own. */
  breaksWords?: boolean;
}

/** The text in lines of at most `width` columns, broken at spaces. */
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

/** A word with the spaces before it, in parts of at most `room` columns, broken after punctuation if it has any. */
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

/** The lines of a text, those that are longer than `width` broken at spaces; as it is without a width. */
export function wrapLines(text: string, width: number | undefined): string {
  if (width === undefined) return text;
  const lines = text.split('\n');
  return lines.flatMap((line) => (widthOf(line) > width ? wrap(line, width) : [line])).join('\n');
}
