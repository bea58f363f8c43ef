// The home directory, also where HOME is of no use.
import { homedir, userInfo } from 'node:os';
import { isAbsolute, parse } from 'node:path';

/**
 * The home directory, absolute: HOME, else that of the system's list of users, else the root, as Docker has it
 * for a user that is not in the list. An empty or relative HOME is ignored: files of the tool would be looked
 * for in the working directory, and whoever made that could choose the account and its service.
 */
export function homeDirectory(): string {
  const home = quietly(homedir) ?? quietly(() => userInfo().homedir);
  if (home !== undefined) return home;
  const root = parse(process.execPath).root;
  // Libraries that ask the system as they load would fail.
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
