// The home directory, even if HOME is unusable. A file of its own: env-paths asks for it when it loads.
import { homedir, userInfo } from 'node:os';
import { isAbsolute, parse } from 'node:path';

/**
 * The home directory, absolute: HOME, else the one in the system's list of users, else the root, as in Docker
 * for a user who is not in the list. An empty or relative HOME is ignored: otherwise files of the tool would
 * be looked for in the working directory, whose owner could then choose the account and its service.
 */
export function homeDirectory(): string {
  const home = absoluteOrNone(homedir) ?? absoluteOrNone(() => userInfo().homedir);
  if (home !== undefined) return home;
  const root = parse(process.execPath).root;
  // Libraries that ask the system for the home directory when they load would fail.
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
