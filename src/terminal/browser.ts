// Opening a page in the user's browser, where there is one to be seen by the user. The page is always
// printed before, so every refusal here only means that the user opens it.
import { existsSync, readFileSync } from 'node:fs';
import { withChildEnvironment } from '../contract/child-environment';
import { type Environment, readVariable } from '../contract/environment';

/** What tells whether a browser would open in front of the user. */
export interface BrowserSurroundings {
  env: Environment;
  platform: NodeJS.Platform;
  /** Whether a file is there. */
  exists: (path: string) => boolean;
  /** The kernel's own description of itself; '' where it has none. */
  kernel: () => string;
}

/** This machine's. */
export function browserSurroundings(
  env: Environment,
  platform: NodeJS.Platform,
): BrowserSurroundings {
  return {
    env,
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

/** Why no browser is opened here, in words for the user; undefined where one may be. */
export function whyNoBrowser({
  env,
  platform,
  exists,
  kernel,
}: BrowserSurroundings): string | undefined {
  const isSet = (...names: string[]) => names.some((name) => readVariable(env, name) !== undefined);
  if (isSet('SSH_CONNECTION', 'SSH_CLIENT', 'SSH_TTY')) return 'this is an SSH session';
  const ci = readVariable(env, 'CI');
  if (ci !== undefined && ci !== 'false' && ci !== '0') return 'this is a CI run';
  if (platform === 'win32' || platform === 'darwin') return undefined;
  if (isSet('WSL_DISTRO_NAME', 'WSL_INTEROP') || /microsoft/i.test(kernel())) return 'this is WSL';
  const inContainer =
    isSet('KUBERNETES_SERVICE_HOST', 'REMOTE_CONTAINERS', 'CODESPACES', 'container') ||
    exists('/.dockerenv') ||
    exists('/run/.containerenv');
  if (inContainer) return 'this is a container';
  return isSet('DISPLAY', 'WAYLAND_DISPLAY') ? undefined : 'there is no display';
}

/** Opens the page; false where that did not work. */
export async function openBrowser(page: string): Promise<boolean> {
  try {
    const { default: open } = await import('open');
    // Done as soon as the browser's starter runs, an error where it cannot be found.
    await withChildEnvironment(() => open(page));
    return true;
  } catch {
    return false;
  }
}
