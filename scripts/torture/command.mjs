// Runs the built command as a process with a separate home directory, and checks how the process ended.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const peakPreload = join(root, 'test/support/note-peak.cjs');
/** A module that breaks the command on purpose, to check that this script detects broken behavior. */
const breaking = process.env.WAYPOST_TORTURE_BREAK;

/** The entry point of the built command. */
export const entry = join(root, 'bin/waypost.js');

/** The standalone executable, or undefined if this script tests the Node build. */
const executable = process.env.WAYPOST_TEST_COMMAND;

/** The maximum memory of a command, from docs/compatibility.md. `memoryLimit` is in kB. */
const isLarger = Number.parseInt(process.versions.node, 10) >= 24;
const memoryOfNode = isLarger ? 180 : 150;
const memoryLimit = (executable === undefined ? memoryOfNode : 200) * 1024;
/**
 * The time in milliseconds after which a command counts as hung. The time is long because the machine might be busy.
 */
const patience = 300_000;

/** The exit code for each error code. The values are from docs/compatibility.md, not from the source. */
const exitStatuses = Object.fromEntries(
  Object.entries({
    1: 'api_error',
    2: 'invalid_input invalid_credentials_file',
    3: 'network_error timeout rate_limited service_unavailable invalid_response',
    4: 'auth_failed missing_api_key missing_user_token',
    5: 'write_failed',
    6: 'signup_expired signup_timeout signup_lost',
  }).flatMap(([status, codes]) => codes.split(' ').map((code) => [code, Number(status)])),
);

/**
 * Runs the command until it ends. Returns { status, signal, stdout, stderr, hung, peak }. `peak` is the peak memory in
 * kB, if known. `wrapper` is a command line that runs the command, for example prlimit. `preloads` are modules that
 * Node loads before the command. If `untilLine` is true, this function ends the command after its first line of output,
 * because the command is a server.
 */
export function runCommand(args, options) {
  const { home, env = {}, input = '', wrapper = [], preloads = [] } = options;
  const { untilLine = false } = options;
  // The file is outside of the home directory, because the home directory's disk might be full.
  const peakFile = join(dirname(home), `peak-${Math.random()}`);
  const modules = [...preloads, peakPreload, ...(breaking ? [breaking] : [])];
  const command = executable ?? [
    process.execPath,
    ...modules.flatMap((path) => ['--require', path]),
    entry,
  ];
  const words = [...wrapper, command, args].flat();
  const child = spawn(words[0], words.slice(1), {
    cwd: home,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      TMPDIR: join(home, 'tmp'),
      CI: '1',
      WAYPOST_TEST_PEAK: peakFile,
      NODE_DISABLE_COMPILE_CACHE: '1',
      ...(executable && { BUN_OPTIONS: modules.map((path) => `--preload ${path}`).join(' ') }),
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const run = { status: null, signal: null, stdout: '', stderr: '', hung: false, peak: undefined };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    run.stdout += text;
    if (untilLine && text.includes('\n')) child.kill('SIGTERM');
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    run.stderr += text;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const timer = setTimeout(() => {
    run.hung = true;
    // This call kills the process group, which contains the wrapper and the command.
    process.kill(-child.pid, 'SIGKILL');
  }, patience);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => {
      clearTimeout(timer);
      try {
        run.peak = Number(readFileSync(peakFile, 'utf8')) || undefined;
        rmSync(peakFile);
      } catch {
        // The command was killed, or ended before it wrote the file.
      }
      resolve({ ...run, status, signal });
    });
  });
}

/**
 * Returns the faults of a run with --json as [kind, text] pairs. A kind is the name of a column in the table, or `wrong
 * result`. The output must not contain any of `secrets`. `killed` is true if the fault was expected to kill the
 * command. If `isData` is true, standard output contains data that this function does not check.
 */
export function faultsOf(run, { secrets, killed = false, isData = false }) {
  const faults = [];
  const told = run.stdout + run.stderr;
  if (secrets.some((secret) => told.includes(secret)))
    faults.push(['leaked', 'a secret in the output']);
  if (run.hung) faults.push(['hung', 'the command did not end']);
  if (run.peak > memoryLimit) faults.push(['over memory', `${Math.round(run.peak / 1024)} MB`]);
  // Node aborts if an error occurs on one of its own file descriptors. The script treats this abort like a kill.
  const ended = run.signal === 'SIGABRT' || run.status === 134;
  if (run.hung || ended || (killed && (run.signal !== null || run.status > 128))) return faults;
  const wrong = contractFault(run, isData);
  if (wrong !== undefined) faults.push(['wrong result', wrong]);
  return faults;
}

function contractFault({ status, signal, stdout, stderr }, isData) {
  if (signal !== null) return `${signal} ended the command`;
  if (status === 0)
    return isData || isDocument(stdout)
      ? undefined
      : 'the command succeeded, but did not print exactly one JSON document';
  const text = isData ? (stderr.trimEnd().split('\n').at(-1) ?? '') : stdout;
  if (!isData && !/^[^\n]+\n$/.test(text))
    return `the command did not print exactly one JSON document (exit code ${status}): ${text}${stderr}`;
  let error;
  try {
    ({ error } = JSON.parse(text));
  } catch {
    return `no document (${status}): ${text || stderr}`;
  }
  // If `doctor`, `whoami --check` or `diff` fails, the command can print a report instead of an error.
  if (error === undefined) return undefined;
  if (exitStatuses[error.code] !== status)
    return `${error.code} with exit code ${status}: ${error.message}`;
  if (typeof error.message !== 'string' || error.message === '')
    return `${error.code} without a message`;
  return undefined;
}

function isDocument(text) {
  if (!/^[^\n]+\n$/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
