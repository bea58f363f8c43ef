// Time that passes forty times as fast, for commands that wait (`Home.call`).
import type { Clock } from '../../src/lib/runtime';
import { systemClock } from '../../src/lib/runtime';

const speed = 40;
const began = Date.now();

/** The clock: a second takes 25 milliseconds. */
export const fastClock: Clock = {
  now: () => began + (Date.now() - began) * speed,
  sleep: (ms, signal) => systemClock.sleep(ms / speed, signal),
};
