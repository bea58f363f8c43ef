// Explains to a user who is connected over SSH how to open a page on this machine in the browser on the user's own
// machine.
import { userInfo } from 'node:os';
import { type Environment, readVariable } from '../../lib/environment';
import { isLoopback } from '../../lib/loopback';

/**
 * Returns two lines of text that explain how to open a page on this machine over SSH. Returns undefined if the page is
 * on another host, if the user is not connected over SSH, or if an editor forwards the port.
 */
export function wayToPage(page: string, env: Environment): string | undefined {
  const url = new URL(page);
  const connection = readVariable(env, 'SSH_CONNECTION');
  if (connection === undefined || !isLoopback(url)) return undefined;
  if (readVariable(env, 'VSCODE_IPC_HOOK_CLI') !== undefined) return undefined;
  // SSH_CONNECTION contains the client's address and port, and the address and port at which the client reached this
  // machine.
  const [, , host = '', sshPort = ''] = connection.split(' ');
  if (!/^[\w.:%-]+$/.test(host)) return undefined;
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const words = [
    'ssh',
    ...(/^\d+$/.test(sshPort) && sshPort !== '22' ? ['-p', sshPort] : []),
    '-L',
    `${port}:${url.hostname}:${port}`,
    `${userName()}${host}`,
  ];
  return `This URL refers to the machine that you are connected to over SSH. To open the URL on your own machine, first run this command on your own machine:\n  ${words.join(' ')}`;
}

/** Returns the user's name followed by `@`, or an empty string if the name is not known. */
function userName(): string {
  try {
    return `${userInfo().username}@`;
  } catch {
    return '';
  }
}
