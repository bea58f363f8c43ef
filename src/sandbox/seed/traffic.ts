// Sample lookups with the traffic pattern of an online shop: more lookups during the day (UTC) than at night, more on
// weekdays than on weekends, several lookup types, tags with different frequencies, and returning visitors.
import { hourMs } from '../server/clock';
import type { LookupType } from '../store/lookup-log';
import { defaultTypes, sampleNames, samplePages, sampleStreets } from '../store/sample-lookups';
import { repeatableSequence } from './repeatable';

/** The weight of each UTC hour in a day's traffic. */
const hourWeights = [
  3, 2, 1, 1, 1, 2, 4, 8, 14, 20, 24, 26, 25, 24, 25, 26, 25, 22, 18, 16, 14, 11, 8, 5,
];

/** The weight of each day in a week's traffic, starting with Sunday. */
const dayWeights = [0.45, 1, 1.08, 1.1, 1.05, 0.95, 0.55];

export interface SampleTraffic {
  /** The words from which the generator derives the lookups. Different words produce different lookups. */
  words: readonly (string | number)[];
  count: number;
  /** The first and the last moment of the range, in milliseconds since the epoch. */
  start: number;
  end: number;
  types: Partial<Record<LookupType, number>>;
  /** Tags. Each lookup has one of these tags. Tags at the start of the list are more frequent. */
  tags: readonly string[];
  /** The licensee IDs. Each lookup is billed to one of these licensees or to no licensee. */
  licenseeIds: readonly number[];
}

/**
 * Returns a function that uses a random number to choose one of the values, according to the values' weights. The
 * random number is at least 0 and less than 1.
 */
function chooser<T>(entries: readonly (readonly [T, number])[]): (random: number) => T | undefined {
  let sum = 0;
  const ends = entries.map(([value, weight]) => {
    sum += weight;
    return { value, end: sum };
  });
  return (random) => {
    const wanted = random * sum;
    let low = 0;
    let high = ends.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.end ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    return ends[low]?.value;
  };
}

/**
 * Returns the hours in a range with their weights. Shortens the first and the last hour so that they do not extend
 * beyond the range.
 */
function hoursOf(
  start: number,
  end: number,
): [from: { from: number; to: number }, weight: number][] {
  const hours: [{ from: number; to: number }, number][] = [];
  for (let at = Math.floor(start / hourMs) * hourMs; at <= end; at += hourMs) {
    const from = Math.max(at, start);
    const to = Math.min(at + hourMs - 1, end);
    const date = new Date(at);
    const weight = (hourWeights[date.getUTCHours()] ?? 1) * (dayWeights[date.getUTCDay()] ?? 1);
    hours.push([{ from, to }, (weight * (to - from + 1)) / hourMs]);
  }
  return hours;
}

function termOf(type: LookupType, random: () => number): string {
  const number = (from: number, to: number): number => from + Math.floor(random() * (to - from));
  const word = (list: readonly string[]): string => list[number(0, list.length)] ?? '';
  switch (type) {
    case 'Place Resolution':
      return `geonames_${number(1_000_000, 9_999_999)}`;
    case 'Email Validation':
      return `${word(sampleNames)}.${number(1, 99)}@example.com`;
    case 'Phone Validation':
      return `+1415555${String(number(100, 200)).padStart(4, '0')}`;
    default:
      return `${number(1, 2000)} ${word(sampleStreets)}`;
  }
}

/** Returns sample lookups, oldest first. The same argument always returns the same lookups. */
export function trafficOf(traffic: SampleTraffic) {
  const { count, start, end, types, tags, licenseeIds } = traffic;
  const random = repeatableSequence(...traffic.words);
  const hourOf = chooser(hoursOf(start, end));
  const typeOf = chooser(
    Object.keys(defaultTypes).flatMap((name): [LookupType, number][] => {
      const type = name as LookupType;
      const weight = types[type] ?? 0;
      return weight > 0 ? [[type, weight]] : [];
    }),
  );
  const tagOf = chooser(tags.map((tag, at): [string, number] => [tag, 1 / (at + 1)]));
  const rows = Array.from({ length: count }, () => {
    const place = hourOf(random()) ?? { from: start, to: end };
    const at = place.from + Math.floor(random() * (place.to - place.from + 1));
    const type = typeOf(random()) ?? 'Place Resolution';
    // Squaring the random number makes a few visitors return often.
    const visitor = Math.floor(random() ** 2 * 600);
    const block = ['192.0.2', '198.51.100', '203.0.113'][visitor % 3];
    const tag = tagOf(random());
    const page = samplePages[Math.floor(random() * samplePages.length)];
    const licensee = licenseeIds[Math.floor(random() * (licenseeIds.length + 1))];
    return {
      at,
      ip: `${block}.${1 + Math.floor(visitor / 3)}`,
      term: termOf(type, random),
      url: `https://shop.example/${page}`,
      type,
      tags: tag === undefined ? [] : [tag],
      licenseeId: licensee ?? null,
    };
  });
  return rows.sort((one, other) => one.at - other.at);
}

/**
 * Divides a range into parts with at most `size` lookups each, and yields the parts in order. Each hour is one part,
 * but an hour with more than `size` lookups is divided into several parts. The parts contain `count` lookups in total.
 */
export function* sharesOf(count: number, start: number, end: number, size: number) {
  const hours = hoursOf(start, end);
  const total = hours.reduce((sum, [, weight]) => sum + weight, 0);
  let passed = 0;
  let made = 0;
  for (const [{ from, to }, weight] of hours) {
    passed += weight;
    const due = Math.round((count * passed) / total);
    const parts = Math.ceil((due - made) / size);
    const edge = (part: number): number => from + Math.floor(((to + 1 - from) * part) / parts);
    for (let part = 0; part < parts; part += 1) {
      const share = Math.ceil((due - made) / (parts - part));
      yield { start: edge(part), end: Math.max(edge(part), edge(part + 1) - 1), count: share };
      made += share;
    }
  }
}
