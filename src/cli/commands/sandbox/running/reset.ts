// `waypost sandbox reset`: removes the data of a running or stopped sandbox.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { resetSandbox } from '../../../../sandbox/control/control-client';
import { register } from '../../../../sandbox/server/registry';
import type { Output } from '../../../output/output';
import { confirmYes, declined } from '../../../prompts/confirm';
import type { Credentials } from '../../../run/credentials';
import type { SettingsInUse } from '../../../run/settings-in-use';
import type { System } from '../../../run/system';
import { lookAtTarget, type SeenTarget } from '../target/selected';
import { noSandbox, type SandboxSelection, silentSandbox, targetText } from '../target/selection';
import { othersForPerson } from './others';

interface ResetDependencies {
  system: System;
  output: Output;
  credentials: Credentials;
  settings: SettingsInUse;
}

interface ResetOptions extends SandboxSelection {
  yes?: boolean;
}

export async function sandboxReset(
  { system, output, credentials, settings }: ResetDependencies,
  options: ResetOptions,
): Promise<number> {
  const seen = await lookAtTarget(system, options);
  const { target, found } = seen;
  if (found.state === 'silent') throw silentSandbox(target, found.pid);
  if (found.state === 'stopped' && 'port' in target) throw noSandbox(target, '');
  const url = found.state === 'running' ? found.sandbox.url : null;
  const consequence = `Resetting removes every account, key and log entry of the sandbox ${targetText(target)}.`;
  if (
    !options.yes &&
    !(await confirmYes({ output, settings }, consequence, `${consequence} Continue?`))
  ) {
    return declined(output);
  }
  await resetTarget(seen);
  const other =
    found.state === 'stopped'
      ? await othersForPerson({ system, output, credentials }, options, 'reset')
      : '';
  await output.result({ success: true, reset: true, url }, (color) => {
    const lines = [
      color.green('The sandbox was reset.'),
      'Of the earlier keys, only the shared test key and keys in the seed still work. Get new keys with `waypost signup --force`.',
    ];
    if (other !== '') lines.push(other);
    return lines.join('\n');
  });
  return 0;
}

async function resetTarget({ target, found }: SeenTarget): Promise<void> {
  if (found.state !== 'running') {
    if ('data' in target) await resetDirectory(target.data);
    return;
  }
  const { sandbox } = found;
  if (!(await resetSandbox(sandbox))) throw silentSandbox(target, sandbox.pid, sandbox.data);
}

/** Locks the data directory of a stopped sandbox, and removes all data from the sandbox's store. */
async function resetDirectory(data: string): Promise<void> {
  const { openDirectoryStore, storeFile } = await import('../../../../sandbox/store/store');
  if (!existsSync(join(data, storeFile))) return;
  const registration = register(data);
  try {
    // If `recover` is set, waypost saves copies of a damaged store's files instead of failing.
    const store = await openDirectoryStore(data, { recover: true });
    store.clear();
    store.close();
  } finally {
    registration.remove();
  }
}
