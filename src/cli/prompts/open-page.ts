// Opens a page in a browser, if a person can see it, with the first program that accepts it.
// The programs inherit no key of ours.

import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import {
  childEnvironment,
  type Environment,
  isCi,
  isOwnVariable,
  readVariable,
  type VariableName,
} from '../../lib/environment';
import { isLoopback } from '../../lib/loopback';
import { configuredProgram, safePath } from '../../lib/program';
import type { Machine } from '../../lib/runtime';
import { hasCode, systemReason } from '../../lib/system-error';
import type { Output } from '../output/output';

/** A program that runs longer than this is the browser itself. In milliseconds. */
const startMs = 3000;

/** The facts that decide which programs there are. */
export interface BrowserHost {
  env: Environment;
  /** The setting `browser`, which `$BROWSER` overrides. */
  setting?: string | undefined;
  platform: NodeJS.Platform;
  exists: (path: string) => boolean;
  /** The kernel's own description of itself; '' where it has none. */
  kernel: () => string;
}

/** A program that may open a page. */
export interface Opener {
  name: string;
  /** Program and arguments; undefined for the opener of the operating system. */
  command: [program: string, ...args: string[]] | undefined;
}

interface BrowserDependencies {
  system: Pick<Machine, 'env' | 'platform'>;
  output: Output;
  settings: { interactive: boolean; browser: string | undefined };
}

/** Opens the page, or says why not. Does nothing in a run that cannot ask a person. */
export async function openInBrowser(
  { system, output, settings }: BrowserDependencies,
  page: string,
): Promise<void> {
  const { interactive, browser } = settings;
  if (!interactive) return;
  const { env, platform } = system;
  const openers = mayOpen(page)
    ? openersFor(page, {
        env,
        setting: browser,
        platform,
        exists: existsSync,
        kernel: kernelVersion,
      })
    : 'the page is plain http on another machine';
  if (typeof openers === 'string') {
    await output.note((color) => color.dim(`Not opened by itself, because ${openers}.`));
    return;
  }
  const failures: string[] = [];
  for (const { name, command } of openers) {
    const failure = await (command === undefined ? openBySystem(page) : startOpener(command, env));
    if (failure === undefined) return;
    failures.push(`${name}: ${failure}`);
  }
  await output.note((color) =>
    color.dim(`No browser could be started (${failures.join('; ')}); open the page yourself.`),
  );
}

function kernelVersion(): string {
  try {
    return readFileSync('/proc/version', 'utf8');
  } catch {
    return '';
  }
}

/** Whether a page may be opened automatically; another is only printed. */
export function mayOpen(page: string): boolean {
  const url = new URL(page);
  return url.protocol === 'https:' || isLoopback(url);
}

/** Loads the code that opens a page; see `Output.preload`. */
export async function preloadBrowser(): Promise<void> {
  await import('open');
}

/** Runs a program without a shell; resolves with the reason for a failure, or undefined. */
function startOpener(
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
  const removed = Object.entries(process.env).filter(
    ([name]) => isOwnVariable(name) || name === 'PATH',
  );
  for (const [name] of removed) delete process.env[name];
  process.env.PATH = safePath(Object.fromEntries(removed)).join(delimiter);
  try {
    const { default: open } = await import('open');
    await open(page);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    Object.assign(process.env, Object.fromEntries(removed));
  }
}

/**
 * The programs to try for a page, the best first; or why there is none, in words for the user. `$BROWSER` is
 * the user's own choice and comes first except in a CI run.
 */
export function openersFor(page: string, host: BrowserHost): Opener[] | string {
  const { env } = host;
  if (isCi(env)) return 'this is a CI run';
  const variable = readVariable(env, 'BROWSER');
  const commands = variable ?? host.setting;
  const name = variable === undefined ? 'settings' : 'BROWSER';
  if (commands === 'none') return `${name === 'settings' ? 'the setting browser' : name} is none`;
  const system = systemOpeners(page, host);
  const own = commands === undefined ? [] : ownOpeners(commands, name, page, host);
  if (typeof system !== 'string') return [...own, ...system];
  return own.length > 0 ? own : system;
}

function systemOpeners(page: string, host: BrowserHost): Opener[] | string {
  const { env, platform, exists, kernel } = host;
  const isSet = (...names: VariableName[]) =>
    names.some((name) => readVariable(env, name) !== undefined);
  // A terminal of VS Code on another machine, in a dev container or a codespace: its own command opens the
  // page on the user's machine.
  const editor = isSet('VSCODE_IPC_HOOK_CLI')
    ? [opener('code', ['code', '--openExternal', page])]
    : [];
  if (isSet('SSH_CONNECTION', 'SSH_CLIENT', 'SSH_TTY')) {
    return editor.length > 0 ? editor : 'this is an SSH session';
  }
  if (platform === 'win32' || platform === 'darwin') return [opener('the default browser')];
  const isContainer =
    isSet('KUBERNETES_SERVICE_HOST', 'REMOTE_CONTAINERS', 'CODESPACES', 'container') ||
    exists('/.dockerenv') ||
    exists('/run/.containerenv');
  const isWsl =
    !isContainer && (isSet('WSL_DISTRO_NAME', 'WSL_INTEROP') || /microsoft/i.test(kernel()));
  const found = [
    ...editor,
    ...(isWsl ? windowsOpeners(page) : []),
    ...(isSet('DISPLAY', 'WAYLAND_DISPLAY') ? [opener('xdg-open', ['xdg-open', page])] : []),
  ];
  return found.length > 0 ? found : 'there is no display';
}

/** From WSL to the browser of Windows. No shell parses the page's address. */
function windowsOpeners(page: string): Opener[] {
  const handler = ['url.dll,FileProtocolHandler', page];
  return [
    opener('wslview', ['wslview', page]),
    opener('rundll32.exe', ['rundll32.exe', ...handler]),
    // If the path of Windows is not appended to that of WSL.
    opener('the Windows browser', ['/mnt/c/Windows/System32/rundll32.exe', ...handler]),
  ];
}

function opener(name: string, command?: Opener['command']): Opener {
  return { name, command };
}

/**
 * The commands in `$BROWSER` or the setting `browser`: one, or several separated by a colon (a semicolon on
 * Windows); each may contain arguments, and `%s` in place of the page.
 */
function ownOpeners(
  value: string,
  name: string,
  page: string,
  { platform, exists }: BrowserHost,
): Opener[] {
  return value.split(platform === 'win32' ? ';' : ':').flatMap((text) => {
    // A path with spaces is often given without quotes.
    const [program, ...args] = exists(text) ? [text] : words(text);
    if (program === undefined) return [];
    const filled = args.map((word) => word.replaceAll('%s', () => page));
    const all = args.some((word) => word.includes('%s')) ? filled : [...filled, page];
    return [opener(`${program} (${name})`, [program, ...all])];
  });
}

/** The words of a command line: blanks separate them, quotes keep them together. Nothing is expanded. */
function words(text: string): string[] {
  const found = text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  return found.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}
