// A home of the command's: the files in it, and the words that several parts run.
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

/** The files of the tool, below a home. */
export const credentials = '.config/waypost/credentials.json';
export const settings = '.config/waypost/settings.json';
export const profiles = '.config/waypost/profiles.json';
export const pending = '.local/share/waypost/signup/default.json';

/** A day of the lookup log, as words of a command, and the export of it into a file. */
export const day = ['--start', '2026-10-01', '--end', '2026-10-02'];
export const exportTo = (name) => ['lookups', 'export', ...day, '-o', name, '--force'];

/** What gives a command its keys without a login. */
export const keysIn = ({ key, user_token }, url) => ({
  WAYPOST_API_KEY: key,
  WAYPOST_USER_TOKEN: user_token,
  WAYPOST_BASE_URL: url,
});

/** A home in `directory`, with a directory for temporary files. */
export function makeHome(directory) {
  const home = mkdtempSync(join(directory, 'home-'));
  mkdirSync(join(home, 'tmp'));
  return home;
}

/** Removes a home. Where something is at work in it still, it goes with the directory that it is in. */
export function removeHome(home) {
  try {
    rmSync(home, { recursive: true, force: true });
  } catch {
    // Later.
  }
}

/** Writes a file, of text or of what becomes JSON, with the directories above it, for its owner alone. */
export function put(path, content) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const text = typeof content === 'string' ? content : `${JSON.stringify(content)}\n`;
  writeFileSync(path, text, { mode: 0o600 });
}

/** The text of a file; undefined where there is none. */
export const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/** What a file says in JSON; undefined where there is none, or it is no JSON. */
export function readJson(path) {
  try {
    return JSON.parse(read(path));
  } catch {
    return undefined;
  }
}

/** Where the tool keeps keys, with the remains of a write that was cut off beside it. */
const keptIn =
  /^(?:\.config\/waypost\/(?:.*\/)?\.?credentials\.json|\.local\/share\/waypost\/signup\/|tmp\/waypost-signup-)/;

/**
 * Every file below `home` that holds a secret and should not, or that somebody else may read, as faults.
 * `except` are paths that hold it on purpose.
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
