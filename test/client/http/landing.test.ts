// The buffers of a long answer: nothing is overwritten that somebody still has to see.
import { Socket } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Landing } from '../../../src/client/http/landing';

/** What the system does to a socket: `n` bytes more, all of this value. */
function arriving(landing: Landing, socket: Socket) {
  const { buffer, callback } = landing.onread;
  let value = 0;
  return (n: number): number[] => {
    value = (value + 1) % 256;
    const into = typeof buffer === 'function' ? buffer() : buffer;
    into.fill(value, 0, n);
    callback.call(socket as never, n, into);
    return Array(n).fill(value);
  };
}

test('bytes stay what they were until they are read, and while the last piece is held', () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.nat(5).map((n) => n + 1) },
    { weight: 3, arbitrary: fc.constantFrom('read', 'copied', 'hold', 'let go') },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const socket = new Socket();
      const landing = new Landing();
      const arrive = arriving(landing, socket);
      landing.isTakenAtOnce = true;
      const sent: number[] = [];
      const seen: number[] = [];
      let held: Buffer | undefined;
      const look = () => {
        if (held !== undefined) seen.push(...held);
        held = undefined;
        landing.release();
      };
      for (const each of steps) {
        if (typeof each === 'number') sent.push(...arrive(each));
        else if (each === 'copied') landing.isTakenAtOnce = !landing.isTakenAtOnce;
        else if (each === 'let go') look();
        else if (held === undefined) {
          const piece: Buffer | null = socket.read();
          if (each === 'read') seen.push(...(piece ?? []));
          else if (piece !== null) {
            held = piece;
            landing.hold();
          }
        }
      }
      look();
      seen.push(...(socket.read() ?? []));
      expect(seen).toEqual(sent);
      socket.destroy();
    }),
    { numRuns: 500 },
  );
});

test('a socket that is held back, or has something waiting, does not read on', () => {
  const socket = new Socket();
  const landing = new Landing();
  landing.isTakenAtOnce = true;
  const { callback } = landing.onread;
  landing.hold();
  expect(callback.call(socket as never, 1, Buffer.alloc(0))).toBe(false);
  landing.release();
  expect(socket.readableLength).toBe(1);
  socket.destroy();
});

test('the end of the connection comes behind what waits', async () => {
  const socket = new Socket();
  const landing = new Landing();
  const arrive = arriving(landing, socket);
  arrive(2);
  expect(socket.read()).toHaveLength(2);
  landing.hold();
  arrive(3);
  socket.push(null);
  expect([socket.readableLength, socket.readableEnded]).toEqual([0, false]);
  landing.release();
  const seen: Buffer[] = [];
  for await (const piece of socket) seen.push(piece);
  expect(Buffer.concat(seen)).toHaveLength(3);
});
