// Opens a page in the user's browser if the user can see it. Uses the first program that accepts the page. waypost does
// not pass its keys to these programs.

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

/** The time in milliseconds after which a program counts as the browser itself, and as started. */
const startMs = 3000;

/** The facts that determine which programs are available. */
export interface BrowserHost {
  env: Environment;
  /** The setting `browser`. The environment variable BROWSER overrides it. */
  setting?: string | undefined;
  platform: NodeJS.Platform;
  exists: (path: string) => boolean;
  /** Returns the kernel's description of itself, or an empty text if there is none. */
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
    color.dim(`No browser could be started (${failures.join('; ')}). Open the page yourself.`),
  );
}

function kernelVersion(): string {
  try {
    return readFileSync('/proc/version', 'utf8');
  } catch {
    return '';
  }
}

/** True if waypost can open a page automatically. waypost only prints the URL of any other page. */
export function mayOpen(page: string): boolean {
  const url = new URL(page);
  return url.protocol === 'https:' || isLoopback(url);
}

/** Loads the code that opens a page. `Output.preload` explains the reason. */
export async function preloadBrowser(): Promise<void> {
  await import('open');
}

/** Runs a program without a shell. Resolves to the reason if it fails, and otherwise to undefined. */
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

/** Opens a page with the opener of Windows or macOS. */
async function openBySystem(page: string): Promise<string | undefined> {
  // The `open` package passes this process's environment to the program that it starts, so this code changes the
  // environment.
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
 * Returns the programs to try for a page, the best first, or the reason that there is none, as a text for the user.
 * BROWSER is the user's own choice and has priority, except in a CI run.
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
  // In a terminal of VS Code on another host, in a dev container or in a codespace, the editor's own command opens the
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

/** Returns the programs that open a page from WSL in a browser on Windows. They do not pass the URL to a shell. */
function windowsOpeners(page: string): Opener[] {
  const handler = ['url.dll,FileProtocolHandler', page];
  return [
    opener('wslview', ['wslview', page]),
    opener('rundll32.exe', ['rundll32.exe', ...handler]),
    // This path works if the PATH of WSL does not include the directories of Windows.
    opener('the Windows browser', ['/mnt/c/Windows/System32/rundll32.exe', ...handler]),
  ];
}

function opener(name: string, command?: Opener['command']): Opener {
  return { name, command };
}

/**
 * Returns the programs in BROWSER or in the setting `browser`. A colon (on Windows a semicolon) separates several
 * commands. A command can contain arguments, and the URL replaces `%s`.
 */
function ownOpeners(
  value: string,
  name: string,
  page: string,
  { platform, exists }: BrowserHost,
): Opener[] {
  return value.split(platform === 'win32' ? ';' : ':').flatMap((text) => {
    // Users often write a path with spaces without quotes.
    const [program, ...args] = exists(text) ? [text] : words(text);
    if (program === undefined) return [];
    const filled = args.map((word) => word.replaceAll('%s', () => page));
    const all = args.some((word) => word.includes('%s')) ? filled : [...filled, page];
    return [opener(`${program} (${name})`, [program, ...all])];
  });
}

/** Splits a command line into words at spaces. Quotes keep a word together. Does not perform shell expansions. */
function words(text: string): string[] {
  const found = text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  return found.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}
