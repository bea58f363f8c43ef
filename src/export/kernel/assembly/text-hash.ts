// AssemblyScript. Compares two texts, and hashes them so that most different texts differ in their hash.

/** A hash of a text, from eight bytes at a time; the last ones may be read twice. */
export function seededHash(from: usize, length: usize, seed: u64): u32 {
  let h = seed ^ <u64>length;
  if (length < 8) h = mixed(h, load<u64>(from) << (64 - ((<u64>length) << 3)));
  else {
    const last = from + length - 8;
    for (let at = from; at < last; at += 8) h = mixed(h, load<u64>(at));
    h = mixed(h, load<u64>(last));
  }
  // Mixes the higher half into the lower, and the result into the higher half.
  return (((h ^ (h >> 32)) * 0x9e3779b97f4a7c15) >> 32) as u32;
}

function mixed(h: u64, value: u64): u64 {
  const product = (h ^ value) * 0x9e3779b97f4a7c15;
  return product ^ (product >> 29);
}

export function same(a: usize, b: usize, length: usize): bool {
  let at: usize = 0;
  for (; at + 8 <= length; at += 8) {
    if (load<u64>(a + at) !== load<u64>(b + at)) return false;
  }
  const rest = (<u64>(length - at)) << 3;
  return rest === 0 || (load<u64>(a + at) ^ load<u64>(b + at)) << (64 - rest) === 0;
}
