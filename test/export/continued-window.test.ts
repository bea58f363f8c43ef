// Standard output gets each byte of a window once, however often the window begins anew.
import { describe, expect, test } from 'vitest';
import { ContinuedWindow } from '../../src/export/continued-window';

const text = Buffer.from(Array.from({ length: 40_000 }, (_, n) => `row ${n}\n`).join(''));

function passing() {
  const passed: Buffer[] = [];
  const window = new ContinuedWindow((bytes) => {
    passed.push(Buffer.from(bytes));
    return undefined;
  });
  return { window, passed: () => Buffer.concat(passed) };
}

function send(window: ContinuedWindow, bytes: Buffer, size: number): void {
  window.begin();
  for (let from = 0; from < bytes.length; from += size)
    window.chunk(bytes.subarray(from, from + size));
}

describe('begun anew', () => {
  test.each([
    [1, 10],
    [1000, 1000],
    [65_536, 65_536],
    [70_000, 3_000],
    [300_000, 65_536],
    [text.length, 100_000],
  ])('after %d bytes in chunks of %d', (broken, size) => {
    const { window, passed } = passing();
    send(window, text.subarray(0, broken), size);
    send(window, text.subarray(0, Math.floor(broken / 2)), size + 7);
    send(window, text, size + 1);
    window.end();
    expect(passed().equals(text)).toBe(true);
  });

  test('another text is noticed where it is remembered', () => {
    const { window } = passing();
    send(window, text.subarray(0, 100_000), 5_000);
    const other = Buffer.from(text);
    other[99_990] = 0;
    expect(() => send(window, other, 4_000)).toThrow('another');
  });

  test('a shorter one is noticed at its end', () => {
    const { window } = passing();
    send(window, text, 5_000);
    send(window, text.subarray(0, 1_000), 5_000);
    expect(() => window.end()).toThrow('another');
  });
});
