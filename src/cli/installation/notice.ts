// Whether this run may say that a newer version is out. Nearly none may, so this loads nothing itself.
import { fstatSync } from 'node:fs';
import { readVariable, type VariableName } from '../../lib/environment';
import type { Surroundings } from '../context';

/** First argument of the detached process that asks the registry. */
export const upgradeCheck = '__upgrade-check';

/**
 * Says that a newer version is out, and sees to it that the registry is asked in the background; each at most
 * once a day, for a person at a terminal only. Never fails.
 */
export async function tellOfUpgrade(argv: readonly string[], world: Surroundings): Promise<void> {
  if (!mayTell(argv, world.env)) return;
  try {
    const { tell } = await import('./upgrade');
    tell(world, upgradeCheck);
  } catch {
    // An upgrade has replaced the files while this command ran: there is nothing left to tell.
  }
}

function mayTell(argv: readonly string[], env: Surroundings['env']): boolean {
  if (argv.includes('--json') || argv.includes('--no-input')) return false;
  const isSet = (name: VariableName) => readVariable(env, name) !== undefined;
  const ci = readVariable(env, 'CI');
  if (ci !== undefined && ci !== 'false' && ci !== '0') return false;
  if (isSet('NO_UPDATE_NOTIFIER') || isSet('WAYPOST_NO_INPUT')) return false;
  return [1, 2].every(isDevice);
}

/** What is no device is no terminal, and needs no closer look. */
function isDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false;
  }
}
