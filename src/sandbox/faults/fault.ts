// The faults that the sandbox can inject. Users inject faults to test how their programs handle failures.

/**
 * The effect of each fault. The sandbox processes the request only if the fault is `slow`, `truncate`, `reset` or
 * `drop`.
 */
export const faultKinds = {
  503: 'returns HTTP status 503 without a body, and does not process the request',
  429: 'returns HTTP status 429, and does not process the request',
  4290: 'returns API code 4290 (address verification or phone validation took over ten seconds), and does not process the request',
  5001: 'returns API code 5001 (unclassified failure of the service), and does not process the request',
  5002: 'returns API code 5002 (search took too long), and does not process the request',
  html: 'returns an HTML page instead of JSON, and does not process the request',
  stall: 'accepts the request, does not process it and never responds',
  slow: 'processes the request and sends the response slowly, in small chunks',
  truncate: 'processes the request, sends half of the response and closes the connection',
  reset: 'processes the request, sends half of the response and resets the connection',
  drop: 'processes the request and resets the connection without sending the response',
} as const;

export type FaultKind = `${keyof typeof faultKinds}`;

/** A fault, and the share of requests to which it applies (`rate`, from 0 to 1). */
export interface Fault {
  kind: FaultKind;
  rate: number;
}

function isFaultKind(text: string): text is FaultKind {
  return Object.hasOwn(faultKinds, text);
}

/** Reads a fault such as `503` or `reset:0.2`. Returns undefined for any other text. */
export function readFault(text: string): Fault | undefined {
  const [kind = '', rate = '1', ...rest] = text.trim().split(':');
  if (!isFaultKind(kind) || rest.length > 0 || !/^(?:0|1|0?\.\d{1,6}|1\.0{1,6})$/.test(rate)) {
    return undefined;
  }
  return { kind, rate: Number(rate) };
}

export const faultMessage = `must be one of ${Object.keys(faultKinds).join(', ')}, with an optional rate such as reset:0.2`;

/** A point in a distribution: a percentile from 0 to 100, and the duration in milliseconds at this percentile. */
interface Percentile {
  percentile: number;
  milliseconds: number;
}

/** A distribution of durations: percentiles in ascending order. */
export type Latency = readonly Percentile[];

export const latencyForm =
  'must be a list of percentiles and milliseconds, both in ascending order, such as p50=50,p99=800';

const maxMilliseconds = 600_000;

/** Reads a latency such as `p50=50,p99=800`. Returns undefined for any other text. */
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
 * Returns the duration at a quantile (0 to 1) of a distribution, in milliseconds. Interpolates between two percentiles.
 * Below the first percentile, interpolates from a duration of 0 ms at percentile 0. Above the last percentile, returns
 * the duration at the last percentile.
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
