// The lines that differ between two texts, in the format of `diff -u`. Pure.

const contextLines = 3;
/** Most pairs of lines to compare: a larger block counts as replaced. */
const maxPairs = 4_000_000;

interface DiffLine {
  sign: ' ' | '-' | '+';
  text: string;
}

/** The differences, in hunks with three lines of context; none if the texts are equal. */
export function lineDiff(before: string, after: string): string[] {
  const lines = compareLines(splitLines(before), splitLines(after));
  const isInHunk = lines.map((_, index) =>
    lines
      .slice(Math.max(0, index - contextLines), index + contextLines + 1)
      .some(({ sign }) => sign !== ' '),
  );
  const result: string[] = [];
  let old = 1;
  let fresh = 1;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) break;
    if (isInHunk[index] && !isInHunk[index - 1]) {
      const end = isInHunk.indexOf(false, index);
      const hunk = lines.slice(index, end === -1 ? undefined : end);
      const count = (without: DiffLine['sign']) =>
        hunk.filter(({ sign }) => sign !== without).length;
      result.push(`@@ -${hunkRange(old, count('+'))} +${hunkRange(fresh, count('-'))} @@`);
    }
    if (isInHunk[index]) result.push(...outputLines(line));
    if (line.sign !== '+') old += 1;
    if (line.sign !== '-') fresh += 1;
  }
  return result;
}

/** Lines with their line feeds, so that a missing one at the end is a difference. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function hunkRange(line: number, count: number): string {
  return count === 1 ? String(line) : `${count === 0 ? line - 1 : line},${count}`;
}

function outputLines({ sign, text }: DiffLine): string[] {
  return text.endsWith('\n')
    ? [sign + text.slice(0, -1)]
    : [sign + text, '\\ No newline at end of file'];
}

function compareLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let head = 0;
  while (head < before.length && before[head] === after[head]) head += 1;
  let tail = 0;
  const shorter = Math.min(before.length, after.length) - head;
  while (tail < shorter && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const same = (text: string): DiffLine => ({ sign: ' ', text });
  return [
    ...before.slice(0, head).map(same),
    ...diffMiddle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(same),
  ];
}

/** By the longest common subsequence of lines. */
function diffMiddle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const removed = before.map((text): DiffLine => ({ sign: '-', text }));
  const added = after.map((text): DiffLine => ({ sign: '+', text }));
  if (before.length * after.length > maxPairs) return [...removed, ...added];
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const below = common[(row + 1) * width + column] ?? 0;
      const right = common[row * width + column + 1] ?? 0;
      const both = common[(row + 1) * width + column + 1] ?? 0;
      common[row * width + column] =
        before[row] === after[column] ? both + 1 : Math.max(below, right);
    }
  }
  const lines: DiffLine[] = [];
  let row = 0;
  let column = 0;
  while (row < before.length || column < after.length) {
    const old = before[row];
    const fresh = after[column];
    const below = common[(row + 1) * width + column] ?? 0;
    const right = common[row * width + column + 1] ?? 0;
    if (old !== undefined && old === fresh) {
      lines.push({ sign: ' ', text: old });
      row += 1;
      column += 1;
    } else if (old !== undefined && (fresh === undefined || below >= right)) {
      lines.push({ sign: '-', text: old });
      row += 1;
    } else if (fresh !== undefined) {
      lines.push({ sign: '+', text: fresh });
      column += 1;
    }
  }
  return lines;
}
