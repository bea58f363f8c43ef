// The duration of slow answers, as a distribution given by some of its percentiles.

/** A percentile, from 0 to 100, and its time in milliseconds. */
interface Point {
  percentile: number;
  milliseconds: number;
}

export type Latency = readonly Point[];

export const latencyForm =
  'must name percentiles and milliseconds, both rising, such as p50=50,p99=800';

const maxMilliseconds = 600_000;

/** Reads `p50=50,p99=800`; undefined for an invalid text. */
export function readLatency(text: string): Latency | undefined {
  const points: Point[] = [];
  for (const part of text.split(',')) {
    const found = /^\s*p(\d{1,3}(?:\.\d{1,3})?)=(\d{1,6})\s*$/.exec(part);
    const point = { percentile: Number(found?.[1]), milliseconds: Number(found?.[2]) };
    const last = points.at(-1) ?? { percentile: -1, milliseconds: 0 };
    const rises = point.percentile > last.percentile && point.milliseconds >= last.milliseconds;
    if (!rises || point.percentile > 100 || point.milliseconds > maxMilliseconds) return undefined;
    points.push(point);
  }
  return points;
}

/**
 * Milliseconds at a share from 0 to 1 of a distribution: interpolated between two points, from 0 before the
 * first one, and never longer than the last one.
 */
export function latencyAt(latency: Latency, share: number): number {
  const wanted = share * 100;
  let before: Point = { percentile: 0, milliseconds: 0 };
  for (const point of latency) {
    if (wanted <= point.percentile) {
      const width = point.percentile - before.percentile;
      const part = width === 0 ? 1 : (wanted - before.percentile) / width;
      return Math.round(before.milliseconds + part * (point.milliseconds - before.milliseconds));
    }
    before = point;
  }
  return before.milliseconds;
}
