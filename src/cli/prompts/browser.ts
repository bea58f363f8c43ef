// Which programs open a page in a browser on this machine. The page is always printed first, so without one
// the user opens it.
import { existsSync, readFileSync } from 'node:fs';
import { type Environment, isCi, readVariable, type VariableName } from '../../lib/environment';

/** The facts that decide which programs there are. */
export interface BrowserSurroundings {
  env: Environment;
  /** The setting `browser`, which `$BROWSER` overrides. */
  setting?: string | undefined;
  platform: NodeJS.Platform;
  /** Whether a file is there. */
  exists: (path: string) => boolean;
  /** The kernel's own description of itself; '' where it has none. */
  kernel: () => string;
}

/** A program that may open a page. */
export interface Opener {
  /** Its name for the user. */
  name: string;
  /** Program and arguments; undefined for the opener of the operating system. */
  command: [program: string, ...args: string[]] | undefined;
}

/** This machine's. */
export function browserSurroundings(
  env: Environment,
  platform: NodeJS.Platform,
  setting: string | undefined,
): BrowserSurroundings {
  return {
    env,
    setting,
    platform,
    exists: existsSync,
    kernel: () => {
      try {
        return readFileSync('/proc/version', 'utf8');
      } catch {
        return '';
      }
    },
  };
}

/**
 * The programs to try for a page, the best first; or why there is none, in words for the user. `$BROWSER` is
 * the user's own choice and comes first except in a CI run.
 */
export function openersFor(page: string, around: BrowserSurroundings): Opener[] | string {
  const { env } = around;
  if (isCi(env)) return 'this is a CI run';
  const variable = readVariable(env, 'BROWSER');
  const chosen = variable ?? around.setting;
  const name = variable === undefined ? 'settings' : 'BROWSER';
  if (chosen === 'none') return `${name === 'settings' ? 'the setting browser' : name} is none`;
  const system = systemOpeners(page, around);
  const own = chosen === undefined ? [] : fromVariable(chosen, name, page, around);
  if (typeof system !== 'string') return [...own, ...system];
  return own.length > 0 ? own : system;
}

function systemOpeners(page: string, around: BrowserSurroundings): Opener[] | string {
  const { env, platform, exists, kernel } = around;
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
  if (found.length > 0) return found;
  return 'there is no display';
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
function fromVariable(
  value: string,
  name: string,
  page: string,
  { platform, exists }: BrowserSurroundings,
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
