// Changes the JSON files of the user's configuration: under a lock and atomically. Separate from reading
// them, because most commands only read.
import { dirname } from 'node:path';
import {
  ensurePrivateDirectory,
  sweepTemporaryFiles,
  writeFileAtomically,
} from '../../lib/atomic-file';
import { jsonText } from '../../lib/exact-json';
import { withLock } from '../../lib/file-lock';
import type { Clock } from '../../lib/runtime';
import { isSystemError } from '../../lib/system-error';
import { writeFailure } from '../../lib/write-failure';
import { configFile, type Members, readMembers } from './member-file';
import { type ProfileRules, readProfileRules } from './profiles';
import { readSettings, type SettingMember } from './settings';

/**
 * Replaces such a file by the result of `change`, under its lock; permissions are repaired. Throws the errors
 * of `change`, and `write_failed`; the old file is then unchanged.
 */
export async function replaceMembers(
  path: string,
  clock: Clock,
  change: () => Members,
): Promise<void> {
  await changing(path, async () => {
    ensurePrivateDirectory(dirname(path));
    await withLock(path, { clock }, () => {
      const members = change();
      sweepTemporaryFiles(path);
      writeFileAtomically(path, `${jsonText(members, 2)}\n`);
    });
  });
}

/** Runs the work; an error of the system becomes `write_failed` with the path. */
export async function changing<T>(path: string, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    throw isSystemError(error) ? writeFailure(path, error) : error;
  }
}

/**
 * Writes one setting, or removes it if `value` is undefined; other members of the file are kept. Returns
 * whether it was set before. Throws as `readSettings`, and `write_failed`.
 */
export async function changeSetting(
  path: string,
  name: SettingMember,
  value: string | undefined,
  clock: Clock,
): Promise<boolean> {
  let wasSet = name in readSettings(path);
  if (!wasSet && value === undefined) return false;
  await replaceMembers(path, clock, () => {
    const { [name]: before, ...others } = readMembers(path, configFile)?.members ?? {};
    wasSet = before !== undefined;
    return value === undefined ? others : { ...others, [name]: value };
  });
  return wasSet;
}

/**
 * Replaces the rules; other members of the file are kept. Throws as `readProfileRules`, and `write_failed`.
 */
export async function changeProfileRules(
  path: string,
  clock: Clock,
  change: (rules: ProfileRules) => Partial<ProfileRules>,
): Promise<void> {
  await replaceMembers(path, clock, () => {
    const before = readProfileRules(path);
    const { current, bindings } = { ...before, ...change(before) };
    const {
      current: _current,
      bindings: _bindings,
      ...others
    } = readMembers(path, configFile)?.members ?? {};
    return {
      ...(current === undefined ? {} : { current }),
      bindings: Object.fromEntries(bindings),
      ...others,
    };
  });
}
