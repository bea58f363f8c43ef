// The kinds of faults: failures on purpose, for tests of other programs.

/**
 * What each fault does. A fault that damages an answer carries the request out first: only the answer is
 * lost.
 */
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
