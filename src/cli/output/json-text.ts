// JSON as it is printed, and large output in chunks: of ten million characters, few are in memory twice.
import { safeJson } from '../../lib/safe-json';
import { maxCell } from './printable';

/** Chunks have at least this many characters, except the last. */
const minChunkLength = 4 * 1024;

/** The text; no character of two units is split. */
export function* chunksOf(text: string): Generator<string> {
  for (let from = 0, end: number; from < text.length; from = end) {
    end = from + minChunkLength;
    if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end += 1;
    yield text.slice(from, end);
  }
}

/** Short parts of a text joined to chunks, so that a list of thousands is not written row by row. */
export function* inChunks(parts: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const part of parts) {
    chunk += part;
    if (chunk.length < minChunkLength) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/** Each value as `safeJson` writes it, on a line of its own. */
export function jsonLines(values: readonly unknown[]): Generator<string> {
  return inChunks(partsOfLines(values));
}

function* partsOfLines(values: readonly unknown[]): Generator<string> {
  for (const value of values) {
    yield* jsonParts(value);
    yield '\n';
  }
}

/** The beginning of the JSON text of a value, at least as much as a person is shown of it. */
export function jsonBeginning(value: unknown): string {
  let text = '';
  for (const part of jsonParts(value)) {
    text += part;
    if (text.length > maxCell) break;
  }
  return text;
}

function* jsonParts(value: unknown): Generator<string> {
  if (roomAfter(value, minChunkLength) >= 0) yield safeJson(value);
  else if (typeof value === 'string') yield* partsOfText(value);
  else if (Array.isArray(value)) {
    yield '[';
    for (const [index, item] of value.entries()) {
      if (index > 0) yield ',';
      yield* jsonParts(item ?? null);
    }
    yield ']';
  } else {
    const members = value as Record<string, unknown>;
    let before = '{';
    for (const name of Object.keys(members)) {
      if (members[name] === undefined) continue;
      yield before;
      yield* jsonParts(name);
      yield ':';
      yield* jsonParts(members[name]);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  }
}

function* partsOfText(text: string): Generator<string> {
  yield '"';
  for (const chunk of chunksOf(text)) yield safeJson(chunk).slice(1, -1);
  yield '"';
}

/** About what is left of `room`, in characters, after a value; below zero as soon as it does not fit. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length;
  if (typeof value !== 'object' || value === null) return room - 1;
  let left = room - 1;
  const members = value as Record<string, unknown>;
  for (const name of Object.keys(value)) {
    left = roomAfter(members[name], left - name.length);
    if (left < 0) break;
  }
  return left;
}
