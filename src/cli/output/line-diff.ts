// Returns the lines that differ between two texts, in the format of `diff -u`.
import { type StructuredPatchHunk, structuredPatch } from 'diff';

const contextLines = 3;

/**
 * The maximum number of removed and added lines in a diff. If two texts differ in more lines, the diff replaces the
 * complete text.
 */
const maxEditLength = 2_000;

/** Returns the differences as hunks with three lines of context. Returns an empty list if the texts are equal. */
export function lineDiff(before: string, after: string): string[] {
  const hunks = hunksBetween(before, after) ?? [replacement(before, after)];
  return hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${hunkRange(oldStart, oldLines)} +${hunkRange(newStart, newLines)} @@`,
    ...lines,
  ]);
}

/** Returns the hunks, or undefined if the texts differ in too many lines. */
function hunksBetween(before: string, after: string): StructuredPatchHunk[] | undefined {
  const options = { context: contextLines, maxEditLength };
  return structuredPatch('', '', before, after, undefined, undefined, options)?.hunks;
}

/** Returns one hunk that removes all old lines and adds all new lines. */
function replacement(before: string, after: string): StructuredPatchHunk {
  const [removed] = structuredPatch('', '', before, '').hunks;
  const [added] = structuredPatch('', '', '', after).hunks;
  return {
    oldStart: 1,
    oldLines: removed?.oldLines ?? 0,
    newStart: 1,
    newLines: added?.newLines ?? 0,
    lines: [...(removed?.lines ?? []), ...(added?.lines ?? [])],
  };
}

function hunkRange(line: number, count: number): string {
  if (count === 1) return String(line);
  return `${count === 0 ? line - 1 : line},${count}`;
}
