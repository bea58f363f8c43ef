// Formats JSON for output. Splits large output into chunks, so that memory never contains a second copy of the complete
// text.
import { safeJson } from '../../lib/safe-json';
import { maxCell } from './printable';

/** The minimum length of a chunk in characters. The last chunk can be shorter. */
const minChunkLength = 4 * 1024;

/** Splits text into chunks. Never splits a character that consists of two UTF-16 code units. */
export function* chunksOf(text: string): Generator<string> {
  for (let from = 0, end: number; from < text.length; from = end) {
    end = from + minChunkLength;
    if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end += 1;
    yield text.slice(from, end);
  }
}

/** Joins short pieces of text into chunks, so that waypost does not write a long list one row at a time. */
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

/** Formats each value like `safeJson`, on a separate line. */
export function jsonLines(values: readonly unknown[]): Generator<string> {
  return inChunks(partsOfLines(values));
}

function* partsOfLines(values: readonly unknown[]): Generator<string> {
  for (const value of values) {
    yield* jsonParts(value);
    yield '\n';
  }
}

/** Returns a prefix of a value's JSON text. The prefix is long enough for the text that a table or card shows. */
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
    const fields = value as Record<string, unknown>;
    let before = '{';
    for (const name of Object.keys(fields)) {
      if (fields[name] === undefined) continue;
      yield before;
      yield* jsonParts(name);
      yield ':';
      yield* jsonParts(fields[name]);
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

/**
 * Subtracts the estimated length of the value's JSON text from `room`. The result is negative if the text does not fit.
 */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length;
  if (typeof value !== 'object' || value === null) return room - 1;
  let left = room - 1;
  const fields = value as Record<string, unknown>;
  for (const name of Object.keys(value)) {
    left = roomAfter(fields[name], left - name.length);
    if (left < 0) break;
  }
  return left;
}
