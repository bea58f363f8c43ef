// Reads SQLite's write-ahead log before SQLite does: SQLite stops silently at the first frame with a wrong
// checksum, and the rest is lost. (https://sqlite.org/fileformat2.html#walformat)

const headerBytes = 32;
const frameHeaderBytes = 24;
const magics = { 931071618: 'little', 931071619: 'big' } as const;

/** The content of a log. */
export interface WalState {
  /** Numbers of the pages in its complete transactions, from 1. */
  pages: Set<number>;
  pageSize: number | undefined;
  /** Its damage, in words; undefined if it has none. */
  damage: string | undefined;
  /** Its last entry is incomplete: cut off before it was acknowledged, or damaged since. */
  isTorn: boolean;
}

type Sum = readonly [number, number];

/** The format's checksum, continued from the previous frame. */
function sumOf(bytes: Buffer, order: 'little' | 'big', [first, second]: Sum): Sum {
  let one = first;
  let two = second;
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = order === 'little';
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    one = (one + words.getUint32(at, isLittle) + two) >>> 0;
    two = (two + words.getUint32(at + 4, isLittle) + one) >>> 0;
  }
  return [one, two];
}

const isSame = (bytes: Buffer, at: number, [one, two]: Sum): boolean =>
  bytes.readUInt32BE(at) === one && bytes.readUInt32BE(at + 4) === two;

function orderOf(magic: number): 'little' | 'big' | undefined {
  return magic === 0x377f0682 || magic === 0x377f0683 ? magics[magic] : undefined;
}

/** Checks a log, given the whole file. */
export function readWal(wal: Buffer): WalState {
  const state: WalState = {
    pages: new Set(),
    pageSize: undefined,
    damage: undefined,
    isTorn: false,
  };
  if (wal.length <= headerBytes) return state;
  const order = orderOf(wal.readUInt32BE(0));
  const header = order && sumOf(wal.subarray(0, 24), order, [0, 0]);
  if (!order || !header || !isSame(wal, 24, header)) {
    return { ...state, damage: 'its header does not match its checksum' };
  }
  const pageSize = wal.readUInt32BE(8);
  state.pageSize = pageSize;
  const frameBytes = frameHeaderBytes + pageSize;
  const count = Math.floor((wal.length - headerBytes) / frameBytes);
  const start = (frame: number): number => headerBytes + frame * frameBytes;
  /** How many of the two salts of a frame match this log. A frame of an older log has neither. */
  const saltsOf = (frame: number): number =>
    [0, 4].filter((at) => wal.readUInt32BE(start(frame) + 8 + at) === wal.readUInt32BE(16 + at))
      .length;
  let sum: Sum = header;
  let open: number[] = [];
  let end = 0;
  for (; end < count && saltsOf(end) === 2; end += 1) {
    const at = start(end);
    sum = sumOf(wal.subarray(at, at + 8), order, sum);
    sum = sumOf(wal.subarray(at + frameHeaderBytes, at + frameBytes), order, sum);
    if (!isSame(wal, at + 16, sum)) break;
    open.push(wal.readUInt32BE(at));
    if (wal.readUInt32BE(at + 4) === 0) continue;
    for (const page of open) state.pages.add(page);
    open = [];
  }
  if (end === count) return state;
  const salts = saltsOf(end);
  const isFollowed = Array.from({ length: count - end - 1 }, (_, next) => end + 1 + next).some(
    (frame) => saltsOf(frame) === 2,
  );
  if (isFollowed || salts === 1) {
    state.damage = `entry ${end + 1} of ${count} does not match its checksum`;
  } else {
    // A frame without an end of its transaction, and with nothing after it, was never acknowledged.
    state.isTorn = salts === 2 && wal.readUInt32BE(start(end) + 4) !== 0;
  }
  return state;
}

/** The pages of the first `count` frames of a valid log, in their order. */
export function* pagesOf(wal: Buffer, count: number): Generator<{ page: number; bytes: Buffer }> {
  const pageSize = wal.readUInt32BE(8);
  for (let frame = 0; frame < count; frame += 1) {
    const at = headerBytes + frame * (frameHeaderBytes + pageSize);
    const bytes = wal.subarray(at + frameHeaderBytes, at + frameHeaderBytes + pageSize);
    yield { page: wal.readUInt32BE(at), bytes };
  }
}
