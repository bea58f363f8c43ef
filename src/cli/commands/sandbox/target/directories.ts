// The directories for sandbox data, for the registry of running sandboxes, and for snapshots.
import { join, resolve } from 'node:path';
import { invalidInput } from '../../../../lib/errors';
import type { Host } from '../../../../lib/runtime';
import { dataDirectory } from '../../../../lib/system-directories';
import { refuseWindowsPath } from '../../../line/option-values';

type Home = Pick<Host, 'home'>;

/** Returns the data directory that --data names, or the default directory. */
export function sandboxDirectory(system: Home, named: string | undefined): string {
  if (named?.trim() === '') {
    throw invalidInput(
      '--data requires a directory.',
      'Set --data to a directory, or remove --data to use the default directory.',
    );
  }
  if (named === undefined) return join(dataDirectory(system), 'sandbox');
  refuseWindowsPath('--data', named);
  return resolve(named);
}

/**
 * Returns the directory in which waypost registers this user's running sandboxes. The directory also contains the logs
 * of in-memory sandboxes.
 */
export function registryDirectory(system: Home): string {
  return join(dataDirectory(system), 'sandboxes');
}

/**
 * Returns the directory that contains the snapshots of in-memory sandboxes. Other sandboxes store snapshots in their
 * data directory.
 */
export function snapshotDirectory(system: Home): string {
  return join(dataDirectory(system), 'snapshots');
}
