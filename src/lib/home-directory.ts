// Finds the home directory even if HOME cannot be used. This code is in a separate file, because it must run before
// waypost loads the env-paths package, which immediately reads the home directory.
import { homedir, userInfo } from 'node:os';
import { isAbsolute, parse } from 'node:path';

/**
 * Returns the absolute path of the home directory. Uses HOME unless the variable is empty or contains a relative path.
 * If HOME cannot be used, uses the home directory in the system's user database. If the user is not in the database,
 * for example in Docker, returns the root directory. If waypost used a relative HOME, it would read its files from the
 * working directory. The owner of the working directory could then choose the account and service.
 */
export function homeDirectory(): string {
  const home = absoluteOrNone(homedir) ?? absoluteOrNone(() => userInfo().homedir);
  if (home !== undefined) return home;
  const root = parse(process.execPath).root;
  // Set HOME for libraries that look up the home directory when they are loaded. Without HOME, these libraries would
  // fail.
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
