// Control calls that change the whole state of a sandbox: seeds and snapshots.
import * as z from 'zod/mini';
import { WaypostError } from '../../lib/errors';
import type { Call } from '../http/call';
import type { Sandbox } from '../sandbox';
import { applySeed } from '../seed/apply';
import { SeedError } from '../seed/read';
import {
  deleteSnapshot,
  listSnapshots,
  restoreSnapshot,
  SnapshotError,
  saveSnapshot,
} from '../snapshots/snapshots';
import { ControlError, type ControlHandler } from './control';
import { listAccounts } from './keys';

/**
 * POST /_sandbox/seed: adds the accounts of a seed, answers every account as GET /_sandbox/accounts does.
 */
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

/** The answer for an error of a snapshot. */
function told(error: unknown): unknown {
  if (error instanceof SnapshotError) {
    return new ControlError(error.callStatus, [error.message, error.hint ?? ''].join(' ').trim());
  }
  return error instanceof WaypostError ? new ControlError(500, error.message) : error;
}

const saving = z.strictObject({ replace: z.exactOptional(z.boolean()) });

const named = (call: Call): string => call.param('name');

/** GET /_sandbox/snapshots; POST, POST …/restore and DELETE on /_sandbox/snapshots/{name}. */
export function snapshotCalls(
  sandbox: Sandbox,
): Record<'list' | 'save' | 'restore' | 'remove', ControlHandler> {
  const explained =
    (handler: ControlHandler): ControlHandler =>
    async (call, receive) => {
      try {
        return await handler(call, receive);
      } catch (error) {
        throw told(error);
      }
    };
  return {
    list: () => ({ snapshots: listSnapshots(sandbox) }),
    save: explained(async (call, receive) => {
      const { replace = false } = await receive(saving);
      return saveSnapshot(sandbox, named(call), { replace });
    }),
    restore: explained(async (call) => {
      await restoreSnapshot(sandbox, named(call));
      return { restored: named(call), now: new Date(sandbox.clock.now()).toISOString() };
    }),
    remove: explained((call) => {
      deleteSnapshot(sandbox, named(call));
      return { deleted: 1 };
    }),
  };
}
