// The user's home directory, even if HOME is unusable, and the system's directories for data and caches, by a library that
// knows each system.

import { homedir, userInfo } from 'node:os';
import { isAbsolute, join, parse } from 'node:path';
import envPaths from 'env-paths';
import { appName } from './identity';
import type { Machine } from './runtime';

/** Directories of the tool, absolute. */
interface SystemDirectories {
  data: string;
  cache: string;
}

/** Such as `~/.local/share/waypost` and `~/.cache/waypost`. A relative XDG variable is ignored. */
export function systemDirectories({ home }: Pick<Machine, 'home'>): SystemDirectories {
  const { data, cache } = envPaths(appName, { suffix: '' });
  return {
    data: isAbsolute(data) ? data : join(home, '.local', 'share', appName),
    cache: isAbsolute(cache) ? cache : join(home, '.cache', appName),
  };
}

/**
 * The home directory, absolute: HOME, else the one in the system's list of users, else the root, as in Docker
 * for a user who is not in the list. An empty or relative HOME is ignored: otherwise files of the tool would
 * be looked for in the working directory, whose owner could then choose the account and its service.
 */
export function homeDirectory(): string {
  const home = quietly(homedir) ?? quietly(() => userInfo().homedir);
  if (home !== undefined) return home;
  const root = parse(process.execPath).root;
  // Libraries that ask the system for the home directory when they load would fail.
  process.env.HOME = root;
  return root;
}

function quietly(ask: () => string): string | undefined {
  try {
    const home = ask();
    return isAbsolute(home) ? home : undefined;
  } catch {
    return undefined;
  }
}
