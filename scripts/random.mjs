// Generates pseudorandom numbers that are the same on every machine.

/** The generator mulberry32. Returns a function that returns numbers from 0 (included) to 1 (excluded). */
export function chanceFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the FNV-1a hash of a text. */
export function hashOf(text) {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

/** Returns a random element of a list. */
export function pickFrom(list, chance) {
  return list[Math.floor(chance() * list.length)];
}
