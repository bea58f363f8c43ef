// Opens a page in a browser if the user can see this browser. Tries several programs until one opens the page. The
// environment of these programs does not contain waypost's keys.

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

/** The time in milliseconds after which a program that is still running counts as a started browser. */
const startMs = 3000;

/** The facts about the machine that determine which programs can open a page. */
export interface BrowserHost {
  env: Environment;
  /** The `browser` setting, which the BROWSER environment variable overrides. */
  setting?: string | undefined;
  platform: NodeJS.Platform;
  exists: (path: string) => boolean;
  /**
   * Returns the kernel version from /proc/version, which shows whether the system is WSL. Returns an empty string if
   * this file cannot be read.
   */
  kernel: () => string;
}

/** A program that might be able to open a page. */
export interface Opener {
  name: string;
  /** The program and its arguments, or undefined for the operating system's opener. */
  command: [program: string, ...args: string[]] | undefined;
}

interface BrowserDependencies {
  system: Pick<Machine, 'env' | 'platform'>;
  output: Output;
  settings: { interactive: boolean; browser: string | undefined };
}

/** Opens the page, or prints why waypost does not open it. Does nothing in a script. */
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
    : 'the page uses plain HTTP on another host';
  if (typeof openers === 'string') {
    await output.note((color) => color.dim(`waypost did not open the page, because ${openers}.`));
    return;
  }
  const failures: string[] = [];
  for (const { name, command } of openers) {
    const failure = await (command === undefined ? openBySystem(page) : startOpener(command, env));
    if (failure === undefined) return;
    failures.push(`${name}: ${failure}`);
  }
  await output.note((color) =>
    color.dim(
      `waypost could not start a browser (${failures.join('; ')}). Open the page yourself.`,
    ),
  );
}

function kernelVersion(): string {
  try {
    return readFileSync('/proc/version', 'utf8');
  } catch {
    return '';
  }
}

/** True if the page uses HTTPS or is on this machine. waypost does not open other pages. */
export function mayOpen(page: string): boolean {
  const url = new URL(page);
  return url.protocol === 'https:' || isLoopback(url);
}

/**
 * Loads the code that opens a page. Call this function before waypost waits for a long time, because an upgrade might
 * replace waypost's files during the wait.
 */
export async function preloadBrowser(): Promise<void> {
  await import('open');
}

/**
 * Runs a program without a shell. Resolves to undefined if the program succeeds, or if it is still running after
 * `startMs`. Otherwise, resolves to the reason for the failure.
 */
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
      end(status === 0 ? undefined : `it ended with ${signal ?? `exit code ${status}`}`),
    );
    child.unref();
  });
}

/** Opens a page with the operating system's own command, on Windows or macOS. */
async function openBySystem(page: string): Promise<string | undefined> {
  // The `open` package passes this process's environment to the program that it starts, so this code removes waypost's
  // own variables and replaces PATH until the program has started.
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
 * Returns the programs that might open a page, in the order in which to try them. The programs in BROWSER or in the
 * `browser` setting come first. If no program can open the page, if waypost runs in CI, or if BROWSER or the `browser`
 * setting is `none`, returns the reason as text for the user.
 */
export function openersFor(page: string, host: BrowserHost): Opener[] | string {
  const { env } = host;
  if (isCi(env)) return 'this is a CI run';
  const variable = readVariable(env, 'BROWSER');
  const commands = variable ?? host.setting;
  const name = variable === undefined ? 'settings' : 'BROWSER';
  if (commands === 'none') return `${name === 'settings' ? 'the browser setting' : name} is none`;
  const system = systemOpeners(page, host);
  const own = commands === undefined ? [] : ownOpeners(commands, name, page, host);
  if (typeof system !== 'string') return [...own, ...system];
  return own.length > 0 ? own : system;
}

function systemOpeners(page: string, host: BrowserHost): Opener[] | string {
  const { env, platform, exists, kernel } = host;
  const isSet = (...names: VariableName[]) =>
    names.some((name) => readVariable(env, name) !== undefined);
  // If the terminal belongs to VS Code on another host, in a dev container or in a codespace, VS Code's own command
  // opens the page on the user's machine.
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

/**
 * Returns the programs that open a page from WSL in a browser on Windows. These programs do not pass the URL to a
 * shell.
 */
function windowsOpeners(page: string): Opener[] {
  const handler = ['url.dll,FileProtocolHandler', page];
  return [
    opener('wslview', ['wslview', page]),
    opener('rundll32.exe', ['rundll32.exe', ...handler]),
    // This path works even if the PATH in WSL does not include the Windows directories.
    opener('the Windows browser', ['/mnt/c/Windows/System32/rundll32.exe', ...handler]),
  ];
}

function opener(name: string, command?: Opener['command']): Opener {
  return { name, command };
}

/**
 * Returns the programs in BROWSER or in the `browser` setting. If there are several commands, a colon separates them (a
 * semicolon on Windows). A command can contain arguments. The URL replaces `%s`, or follows the arguments if they do
 * not contain `%s`.
 */
function ownOpeners(
  value: string,
  name: string,
  page: string,
  { platform, exists }: BrowserHost,
): Opener[] {
  return value.split(platform === 'win32' ? ';' : ':').flatMap((text) => {
    // If a file with this name exists, the text is a path without arguments. Users often forget the quotes around a
    // path with spaces.
    const [program, ...args] = exists(text) ? [text] : words(text);
    if (program === undefined) return [];
    const filled = args.map((word) => word.replaceAll('%s', () => page));
    const all = args.some((word) => word.includes('%s')) ? filled : [...filled, page];
    return [opener(`${program} (${name})`, [program, ...all])];
  });
}

/** Splits a command line at spaces that are outside quotes. Does not perform shell expansions. */
function words(text: string): string[] {
  const found = text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  return found.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}
