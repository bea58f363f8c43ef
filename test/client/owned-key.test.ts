// Whether the service might have made a change although the request failed.
import { expect, test } from 'vitest';
import { type FailureKind, TransportFailure } from '../../src/client/http/exchange';
import { mayHaveHappened } from '../../src/client/owned-key';
import type { ErrorCode } from '../../src/lib/error-codes';
import { WaypostError } from '../../src/lib/errors';

test.each<[kind: FailureKind, status: number | undefined, may: boolean]>([
  ['unreached', undefined, false],
  ['timeout', undefined, true],
  ['reset', undefined, true],
  ['reset', 200, true],
  ['reset', 302, true],
  ['reset', 399, true],
  ['reset', 400, false],
  ['reset', 404, false],
  ['reset', 499, false],
  ['reset', 500, true],
  ['reset', 503, true],
  ['unreached', 200, false],
])(
  'after the transport failure "%s" with status %s, mayHaveHappened returns %s (true if the service might have made the change)',
  (kind, status, may) => {
    const partial = status === undefined ? undefined : { status, headers: {}, body: Buffer.of() };
    const cause = new TransportFailure(kind, 'x', partial);
    expect(mayHaveHappened(new WaypostError('network_error', 'x', { cause }))).toBe(may);
  },
);

test.each<[code: ErrorCode, may: boolean]>([
  ['invalid_response', true],
  ['service_unavailable', true],
  ['auth_failed', false],
  ['api_error', false],
  ['network_error', false],
])(
  'after the error code %s, mayHaveHappened returns %s (true if the service might have made the change)',
  (code, may) => {
    expect(mayHaveHappened(new WaypostError(code, 'x'))).toBe(may);
  },
);
