// The kinds of faults: failures on purpose, for tests of other programs.

/** What each fault does. A fault that damages an answer carries the request out first: only the answer is lost. */
export const faultKinds = {
  503: 'answers 503 without a body; the request is not carried out',
  429: 'answers 429; the request is not carried out',
  4290: 'answers 4290, as verification and phone validation do after ten seconds; not carried out',
  5001: 'answers 5001, an unclassified failure of the service; the request is not carried out',
  5002: 'answers 5002, as a search does that takes too long; the request is not carried out',
  html: 'answers a page of HTML in place of JSON; the request is not carried out',
  stall: 'accepts the request and never answers; it is not carried out',
  slow: 'carries the request out and sends the answer in small pieces',
  truncate: 'carries the request out, sends half of the answer and closes the connection',
  reset: 'carries the request out, sends half of the answer and resets the connection',
  drop: 'carries the request out and resets the connection before any answer',
} as const;

export type FaultKind = `${keyof typeof faultKinds}`;

/** A fault and the share of requests it applies to, from 0 to 1. */
export interface Fault {
  kind: FaultKind;
  rate: number;
}

function isFaultKind(text: string): text is FaultKind {
  return Object.hasOwn(faultKinds, text);
}

/** Reads `503` or `reset:0.2`; undefined for anything else. */
export function readFault(text: string): Fault | undefined {
  const [kind = '', rate = '1', ...rest] = text.trim().split(':');
  if (!isFaultKind(kind) || rest.length > 0 || !/^(?:0|1|0?\.\d{1,6}|1\.0{1,6})$/.test(rate)) {
    return undefined;
  }
  return { kind, rate: Number(rate) };
}

export const faultMessage = `must be one of ${Object.keys(faultKinds).join(', ')}, with an optional rate such as reset:0.2`;

/** A percentile, from 0 to 100, and its time in milliseconds. */
interface Percentile {
  percentile: number;
  milliseconds: number;
}

export type Latency = readonly Percentile[];

export const latencyForm =
  'must name percentiles and milliseconds, both rising, such as p50=50,p99=800';

const maxMilliseconds = 600_000;

/** Reads `p50=50,p99=800`; undefined for an invalid text. */
export function readLatency(text: string): Latency | undefined {
  const points: Percentile[] = [];
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
  let before: Percentile = { percentile: 0, milliseconds: 0 };
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
