// The lines that differ between two texts, in the format of `diff -u`. Pure.
import { type StructuredPatchHunk, structuredPatch } from 'diff';

const contextLines = 3;

/** The most lines to remove and add between two texts; texts that differ in more are shown as replaced. */
const maxEditLength = 2_000;

/** The differences, in hunks with three lines of context; none if the texts are equal. */
export function lineDiff(before: string, after: string): string[] {
  const hunks = hunksBetween(before, after) ?? [replacement(before, after)];
  return hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${hunkRange(oldStart, oldLines)} +${hunkRange(newStart, newLines)} @@`,
    ...lines,
  ]);
}

/** Undefined if the texts differ in too many lines. */
function hunksBetween(before: string, after: string): StructuredPatchHunk[] | undefined {
  const options = { context: contextLines, maxEditLength };
  return structuredPatch('', '', before, after, undefined, undefined, options)?.hunks;
}

/** One hunk that removes every line and adds every other. */
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
