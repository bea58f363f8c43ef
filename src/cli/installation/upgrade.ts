// Tells of a known newer version, and asks for the newest one in a background process, so that no command
// waits for a registry.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import { ensurePrivateDirectory, writeFileAtomically } from '../../lib/atomic-file';
import { childEnvironment } from '../../lib/environment';
import { version } from '../../lib/identity';
import { ownEntry } from '../../lib/installation';
import type { Machine } from '../../lib/runtime';
import { readOwnFile } from '../../lib/small-file';
import { cacheDirectory } from '../../lib/system-directories';
import type { System } from '../run/context';
import { installed, upgradeHints } from './installed';

const checkIntervalMs = 24 * 60 * 60 * 1000;

/** The stored state; times in milliseconds since the epoch. */
export interface UpgradeState {
  checkedAt: number;
  toldAt: number;
  /** The newest version that was seen; undefined before the first check. */
  latest?: string | undefined;
}

const released = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/;

/** Whether this is the number of a released version, and no preview. */
export function isReleased(version: unknown): version is string {
  return typeof version === 'string' && released.test(version);
}

function statePath(machine: Machine): string {
  return join(cacheDirectory(machine), 'upgrade.json');
}

export function readUpgradeState(machine: Machine): UpgradeState {
  try {
    const { checkedAt, toldAt, latest } = Object(JSON.parse(readOwnFile(statePath(machine)).text));
    return {
      checkedAt: typeof checkedAt === 'number' ? checkedAt : 0,
      toldAt: typeof toldAt === 'number' ? toldAt : 0,
      latest: isReleased(latest) ? latest : undefined,
    };
  } catch {
    return { checkedAt: 0, toldAt: 0 };
  }
}

/** Keeps the state. Throws the file system's error. */
export function writeUpgradeState(machine: Machine, state: UpgradeState): void {
  ensurePrivateDirectory(cacheDirectory(machine));
  writeFileAtomically(statePath(machine), `${JSON.stringify(state)}\n`);
}

/** Whether a released version is newer than one that may be a preview, such as `1.0.0-beta.2`. */
export function isNewer(latest: string, current: string): boolean {
  const theirs = released.exec(latest);
  const ours = released.exec(current.replace(/[-+].*$/, ''));
  if (theirs === null || ours === null) return false;
  for (const part of [1, 2, 3]) {
    const difference = Number(theirs[part]) - Number(ours[part]);
    if (difference !== 0) return difference > 0;
  }
  return current.includes('-');
}

/** A clock that was set back must not silence this for years. */
function isDue(last: number, now: number): boolean {
  return Math.abs(now - last) >= checkIntervalMs;
}

/**
 * Tells of a known version, and starts a request: `ask` is the argument with which this command asks the
 * registry. A git clone is not told: its user follows git.
 */
export function tell(system: System, ask: string): void {
  const { home, clock, env, stderr } = system;
  if (!isatty(1) || !isatty(2)) return;
  const way = installed();
  if (way === 'git-clone') return;
  const now = clock.now();
  const state = readUpgradeState(system);
  const { latest } = state;
  const tells = latest !== undefined && isNewer(latest, version) && isDue(state.toldAt, now);
  const asks = isDue(state.checkedAt, now);
  if (!tells && !asks) return;
  try {
    // Written first: if the directory cannot be written, each run would count as the first.
    writeUpgradeState(system, {
      ...state,
      ...(asks ? { checkedAt: now } : {}),
      ...(tells ? { toldAt: now } : {}),
    });
  } catch {
    return;
  }
  if (tells) {
    stderr.write(`\nwaypost ${latest} is out; this is ${version}. ${upgradeHints[way]}\n`);
  }
  if (asks) askInBackground(env, home, ask);
}

/** It gets no key, and keeps no directory in use. */
function askInBackground(env: System['env'], home: string, ask: string): void {
  const words = [...ownEntry(), ask];
  const child = spawn(process.execPath, words, {
    cwd: home,
    detached: true,
    env: childEnvironment(env),
    stdio: 'ignore',
    windowsHide: true,
  });
  child.on('error', () => {});
  child.unref();
}
