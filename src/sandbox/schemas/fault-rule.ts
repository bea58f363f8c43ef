// A fault for some paths, as a control call sets it.
import * as z from 'zod/mini';
import { text } from '../../api/schema';
import { faultMessage, readFault } from '../faults/fault';
import { latencyForm, readLatency } from '../faults/latency';

/** One rule. */
export const faultRule = z.strictObject({
  path: text('Path with `*` for any text, such as `/v1/keys/*`.', {
    max: 1024,
    pattern: /^[/*]/,
    form: 'must begin with / or *',
  }),
  method: z.exactOptional(text('Method it is for; every method when it is absent.', { max: 16 })),
  fault: text('As `readFault` reads it.', {
    test: (value) => readFault(value) !== undefined,
    form: faultMessage,
  }),
  /** How often it still applies; without end if it is absent. */
  times: z.exactOptional(z.int().check(z.gte(1))),
  /** Makes its rate and latency repeat: same seed, same requests, same faults. */
  seed: z.exactOptional(z.int().check(z.gte(0))),
  latency: z.exactOptional(
    text('How long it takes where the fault is `slow`, as `readLatency` reads it.', {
      test: (value) => readLatency(value) !== undefined,
      form: latencyForm,
    }),
  ),
});

export type FaultRule = z.infer<typeof faultRule>;
