// Random numbers that come again with the same seed, so that a failure can be seen again.

/** Numbers from 0 up to, not including, 1. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
