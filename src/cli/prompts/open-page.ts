// Opens a page in a browser, if a person can see it, with the first program that accepts it.
// The programs inherit no key of ours.
import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import { childEnvironment, type Environment, isOwnVariable } from '../../lib/environment';
import { isLoopback } from '../../lib/loopback';
import { configuredProgram, safePath } from '../../lib/program';
import { hasCode, systemReason } from '../../lib/system-error';
import type { Context } from '../run/context';
import { browserSurroundings, type Opener, openersFor } from './browser';

/** A program that runs longer than this is the browser itself. In milliseconds. */
const startMs = 3000;

/** Opens the page, or says why not. Does nothing in a run that cannot ask a person. */
export async function openInBrowser(context: Context, page: string): Promise<void> {
  const { output, system, interactive, configuration } = context;
  if (!interactive) return;
  const openers = mayOpen(page)
    ? openersFor(
        page,
        browserSurroundings(system.env, system.platform, configuration.settings.browser),
      )
    : 'the page is plain http on another machine';
  if (typeof openers === 'string') {
    await output.note((colour) => colour.dim(`Not opened by itself, because ${openers}.`));
    return;
  }
  const failures = await openPage(page, openers, system.env);
  if (failures === undefined) return;
  await output.note((colour) =>
    colour.dim(`No browser could be started (${failures.join('; ')}); open the page yourself.`),
  );
}

/** Whether a page may be opened automatically; another is only printed. */
export function mayOpen(page: string): boolean {
  const url = new URL(page);
  return url.protocol === 'https:' || isLoopback(url);
}

/**
 * Opens a page. Resolves with undefined if a program accepted it, else with the programs that were tried and
 * why each failed, such as `xdg-open: it is not installed`.
 */
async function openPage(
  page: string,
  openers: readonly Opener[],
  env: Environment,
): Promise<string[] | undefined> {
  const failures: string[] = [];
  for (const { name, command } of openers) {
    const failure = await (command === undefined ? openBySystem(page) : run(command, env));
    if (failure === undefined) return undefined;
    failures.push(`${name}: ${failure}`);
  }
  return failures;
}

/** Loads the code that opens a page; see `Output.preload`. */
export async function preloadBrowser(): Promise<void> {
  await import('open');
}

/** Runs a program without a shell; resolves with the reason for a failure, or undefined. */
function run(
  [program, ...args]: NonNullable<Opener['command']>,
  env: Environment,
): Promise<string | undefined> {
  let path: string;
  try {
    path = configuredProgram(program, env);
  } catch (error) {
    return Promise.resolve(hasCode(error, 'ENOENT') ? 'it is not installed' : systemReason(error));
  }
  return new Promise((resolve) => {
    const child = spawn(path, args, {
      argv0: program,
      env: childEnvironment(env),
      stdio: 'ignore',
      detached: true,
      windowsHide: true,
    });
    const started = setTimeout(() => resolve(undefined), startMs);
    const end = (failure: string | undefined) => {
      clearTimeout(started);
      resolve(failure);
    };
    child.once('error', (error) => end(systemReason(error)));
    child.once('exit', (status, signal) =>
      end(status === 0 ? undefined : `it ended with ${signal ?? `exit status ${status}`}`),
    );
    child.unref();
  });
}

/** With the operating system's own opener, on Windows and macOS. */
async function openBySystem(page: string): Promise<string | undefined> {
  // The package starts its program with this process's environment, and takes no other.
  const kept = Object.entries(process.env).filter(
    ([name]) => isOwnVariable(name) || name === 'PATH',
  );
  for (const [name] of kept) delete process.env[name];
  process.env.PATH = safePath(Object.fromEntries(kept)).join(delimiter);
  try {
    const { default: open } = await import('open');
    await open(page);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    Object.assign(process.env, Object.fromEntries(kept));
  }
}
