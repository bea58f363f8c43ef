// Where sandboxes keep their data, their entries in the registry and their snapshots.
import { join, resolve } from 'node:path';
import { invalidInput } from '../../../../lib/errors';
import type { Host } from '../../../../lib/runtime';
import { dataDirectory } from '../../../../lib/system-directories';
import { refuseWindowsPath } from '../../../line/option-values';

type Home = Pick<Host, 'home'>;

/** The data directory that --data names, or the default one. */
export function sandboxDirectory(system: Home, named: string | undefined): string {
  if (named?.trim() === '') {
    throw invalidInput('--data takes a directory.', 'Name one, or omit --data for the default.');
  }
  if (named === undefined) return join(dataDirectory(system), 'sandbox');
  refuseWindowsPath('--data', named);
  return resolve(named);
}

/** Where the sandboxes of this user are registered, with the logs of those in memory. */
export function registryDirectory(system: Home): string {
  return join(dataDirectory(system), 'sandboxes');
}

/** Where the snapshots of sandboxes in memory are; those of a data directory are in it. */
export function snapshotDirectory(system: Home): string {
  return join(dataDirectory(system), 'snapshots');
}
