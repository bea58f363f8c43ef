// Collects the pieces of a body in one buffer, up to a limit.
import { expect, test } from 'vitest';
import { WholeBody } from '../../../src/client/http/body';

const bytes = (length: number, value: number) => Buffer.alloc(length, value);

test.each([
  ['of unknown length', Number.NaN, 100_000],
  ['that is as long as announced', 60_000, 60_000],
  ['that is longer than announced', 10, 60_000],
  ['that is shorter than announced', 90_000, 60_000],
  ['with an announced length over the limit', 100_001, 60_000],
  ['with an announced length over the available memory', Number.MAX_SAFE_INTEGER, 60_000],
  ['with a negative announced length', -1, 60_000],
])('WholeBody joins the chunks in order for a body %s', (_, announced, length) => {
  const whole = new WholeBody(100_000);
  whole.expect(announced);
  const pieces = Array.from({ length: length / 10_000 }, (_, index) => bytes(10_000, index));
  for (const piece of pieces) expect(whole.add(piece)).toBe(true);
  expect(whole.bytes.equals(Buffer.concat(pieces))).toBe(true);
});

test('WholeBody grows if a chunk is larger than the free space', () => {
  const whole = new WholeBody(100_000);
  for (const value of [1, 2]) whole.add(bytes(50_000, value));
  expect(whole.bytes.equals(Buffer.concat([bytes(50_000, 1), bytes(50_000, 2)]))).toBe(true);
});

test('WholeBody rejects a chunk that exceeds the limit, and all later chunks', () => {
  const whole = new WholeBody(10);
  expect(whole.add(bytes(9, 1))).toBe(true);
  expect(whole.add(bytes(2, 2))).toBe(false);
  expect(whole.add(bytes(1, 3))).toBe(false);
  expect(whole.bytes.equals(bytes(9, 1))).toBe(true);
});
