// The home directory of a command and its files, and arguments that several parts of this program use.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** The paths of waypost's files, relative to the home directory. */
export const credentials = '.config/waypost/credentials.json';
export const settings = '.config/waypost/settings.json';
export const profiles = '.config/waypost/profiles.json';
export const pending = '.local/share/waypost/signup/default.json';

/** The arguments that select one day of the lookup log, and the arguments that export this day to a file. */
export const day = ['--start', '2026-10-01', '--end', '2026-10-02'];
export const exportTo = (name) => ['lookups', 'export', ...day, '-o', name, '--force'];

/** The environment variables that contain the keys, for a command without a login. */
export const keysIn = ({ key, user_token }, url) => ({
  WAYPOST_API_KEY: key,
  WAYPOST_USER_TOKEN: user_token,
  WAYPOST_BASE_URL: url,
});

/** Creates a home directory in `directory`, with a directory for temporary files. */
export function makeHome(directory) {
  const home = mkdtempSync(join(directory, 'home-'));
  mkdirSync(join(home, 'tmp'));
  return home;
}

/**
 * Removes a home directory. If a process is still writing to the home directory, scripts/torture.mjs removes the directory
 * at the end, together with its parent directory.
 */
export function removeHome(home) {
  try {
    rmSync(home, { recursive: true, force: true });
  } catch {
    // scripts/torture.mjs removes the home directory at the end, together with its parent directory.
  }
}

/**
 * Writes a text, or a value as JSON, to a file that only its owner can read. Creates the missing parent directories.
 */
export function put(path, content) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const text = typeof content === 'string' ? content : `${JSON.stringify(content)}\n`;
  writeFileSync(path, text, { mode: 0o600 });
}

/** Returns the text of a file, or undefined if the file does not exist. */
export const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/** Returns the value in a JSON file, or undefined if the file does not exist or is not JSON. */
export function readJson(path) {
  try {
    return JSON.parse(read(path));
  } catch {
    return undefined;
  }
}

/** Matches the files in which waypost stores keys, and the temporary files of unfinished writes next to them. */
const keptIn =
  /^(?:\.config\/waypost\/(?:.*\/)?\.?credentials\.json|\.local\/share\/waypost\/signup\/|tmp\/waypost-signup-)/;

/**
 * Returns a fault for each file below `home` that must not contain a secret but contains one, and for each file with a
 * secret that other users can access. `except` lists the paths of files that contain a secret on purpose.
 */
export function leaksIn(home, secrets, except = []) {
  const faults = [];
  for (const name of readdirSync(home, { recursive: true })) {
    const path = join(home, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found?.isFile() || found.size > 1024 * 1024 || except.includes(name)) continue;
    const text = readFileSync(path, 'latin1');
    if (!secrets.some((secret) => text.includes(secret))) continue;
    if (!keptIn.test(name)) faults.push(['leaked', `a secret in ${name}`]);
    else if ((found.mode & 0o077) !== 0)
      faults.push(['leaked', `${name} has mode ${(found.mode & 0o777).toString(8)}`]);
  }
  return faults;
}
