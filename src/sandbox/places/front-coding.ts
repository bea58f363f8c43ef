// Sorted keys, each without the bytes it shares with the key before it.

/** Keys in the form of the file: of each the shared bytes, the number of further ones, and these. */
export interface FrontCoded {
  shared: ArrayLike<number>;
  further: ArrayLike<number>;
  tails: Uint8Array;
}

/** Codes sorted keys, given as bytes with one character each. */
export function frontCode(keys: readonly string[]): FrontCoded {
  const shared = new Uint32Array(keys.length);
  const further = new Uint32Array(keys.length);
  const tails: string[] = [];
  let before = '';
  for (const [at, key] of keys.entries()) {
    let same = 0;
    while (same < before.length && key[same] === before[same]) same += 1;
    shared[at] = same;
    further[at] = key.length - same;
    tails.push(key.slice(same));
    before = key;
  }
  return { shared, further, tails: Buffer.from(tails.join(''), 'latin1') };
}

/** The bytes of all keys, and where each begins; the last position is the end. */
export function frontDecode({ shared, further, tails }: FrontCoded) {
  const from = new Uint32Array(shared.length + 1);
  for (let at = 0; at < shared.length; at += 1) {
    from[at + 1] = (from[at] ?? 0) + (shared[at] ?? 0) + (further[at] ?? 0);
  }
  const text = new Uint8Array(from[shared.length] ?? 0);
  let [next, tail, before] = [0, 0, 0];
  for (let at = 0; at < shared.length; at += 1) {
    const start = next;
    const same = shared[at] ?? 0;
    const rest = further[at] ?? 0;
    // Most copies are of a few bytes: a loop is faster than a call.
    for (let byte = 0; byte < same; byte += 1) text[next++] = text[before + byte] ?? 0;
    for (let byte = 0; byte < rest; byte += 1) text[next++] = tails[tail++] ?? 0;
    before = start;
  }
  return { text, from };
}
