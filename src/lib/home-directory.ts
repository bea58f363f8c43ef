// Finds the home directory even if HOME cannot be used. This is a separate file because env-paths reads the home directory
// when it is loaded.
import { homedir, userInfo } from 'node:os';
import { isAbsolute, parse } from 'node:path';

/**
 * Returns the absolute path of the home directory: HOME, otherwise the one in the system's user database, otherwise the
 * root directory, for example in Docker for a user who is not in the database. Ignores an empty or relative HOME, because
 * waypost would otherwise read its files from the working directory, whose owner could choose the account and service.
 */
export function homeDirectory(): string {
  const home = absoluteOrNone(homedir) ?? absoluteOrNone(() => userInfo().homedir);
  if (home !== undefined) return home;
  const root = parse(process.execPath).root;
  // Libraries that look up the home directory when they are loaded would fail without HOME.
  process.env.HOME = root;
  return root;
}

function absoluteOrNone(ask: () => string): string | undefined {
  try {
    const home = ask();
    return isAbsolute(home) ? home : undefined;
  } catch {
    return undefined;
  }
}
