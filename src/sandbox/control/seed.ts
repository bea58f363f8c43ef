// The control call that fills a sandbox.
import * as z from 'zod/mini';
import type { Sandbox } from '../sandbox';
import { applySeed } from '../seed/apply';
import { SeedError } from '../seed/read';
import { ControlError, type ControlHandler } from './control';
import { listAccounts } from './keys';

/** POST /_sandbox/seed: adds what a seed says, answers every account as GET /_sandbox/accounts does. */
export function seed(sandbox: Sandbox): ControlHandler {
  const accounts = listAccounts(sandbox);
  return async (call, receive) => {
    const document = await receive(z.unknown());
    try {
      applySeed(sandbox, document);
    } catch (error) {
      if (error instanceof SeedError) throw new ControlError(400, error.message, error.errors);
      throw error;
    }
    return accounts(call, receive);
  };
}
