// Standard output gets each byte of a window once, however often the download starts again.
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

describe('a download that starts again', () => {
  test.each([
    [1, 10],
    [1000, 1000],
    [65_536, 65_536],
    [70_000, 3_000],
    [300_000, 65_536],
    [text.length, 100_000],
  ])(
    'is not written twice if the first attempt is interrupted after %d bytes (chunks of %d bytes)',
    (broken, size) => {
      const { window, passed } = passing();
      send(window, text.subarray(0, broken), size);
      send(window, text.subarray(0, Math.floor(broken / 2)), size + 7);
      send(window, text, size + 1);
      window.end();
      expect(passed().equals(text)).toBe(true);
    },
  );

  test('is rejected if its content differs from the first attempt', () => {
    const { window } = passing();
    send(window, text.subarray(0, 100_000), 5_000);
    const other = Buffer.from(text);
    other[99_990] = 0;
    expect(() => send(window, other, 4_000)).toThrow('had changed');
  });

  test('is rejected at its end if it is shorter than the first attempt', () => {
    const { window } = passing();
    send(window, text, 5_000);
    send(window, text.subarray(0, 1_000), 5_000);
    expect(() => window.end()).toThrow('had changed');
  });
});
