// The instructions for opening a page on this machine from the other end of an SSH connection.
import { userInfo } from 'node:os';
import { describe, expect, test } from 'vitest';
import { wayToPage } from '../../../src/cli/prompts/ssh';

const user = userInfo().username;
const ssh = { SSH_CONNECTION: '192.0.2.7 50000 198.51.100.9 22' };
const local = 'http://127.0.0.1:8123/v1';

/** Returns the command to run on the user's machine, or undefined if waypost does not print instructions. */
function forwarding(page: string, env: Record<string, string>): string | undefined {
  return wayToPage(page, env)?.split('\n  ')[1];
}

describe('wayToPage', () => {
  test.each<[what: string, page: string, env: Record<string, string>, command: string]>([
    ['the default SSH port', local, ssh, `ssh -L 8123:127.0.0.1:8123 ${user}@198.51.100.9`],
    [
      'a different SSH port',
      local,
      { SSH_CONNECTION: '2001:db8::7 50000 2001:db8::9 2222' },
      `ssh -p 2222 -L 8123:127.0.0.1:8123 ${user}@2001:db8::9`,
    ],
    [
      'a page at an IPv6 address',
      'http://[::1]:8123/v1',
      ssh,
      `ssh -L 8123:[::1]:8123 ${user}@198.51.100.9`,
    ],
    [
      'a page at the default port of HTTP',
      'http://localhost/',
      ssh,
      `ssh -L 80:localhost:80 ${user}@198.51.100.9`,
    ],
    [
      'a page at the default port of HTTPS',
      'https://localhost/',
      ssh,
      `ssh -L 443:localhost:443 ${user}@198.51.100.9`,
    ],
  ])("returns an ssh command that forwards the page's port (case: %s)", (_, page, env, command) => {
    expect(wayToPage(page, env)).toMatch(
      /^This URL refers to the machine that you are connected to over SSH\./,
    );
    expect(forwarding(page, env)).toBe(command);
  });

  test.each<[what: string, page: string, env: Record<string, string>]>([
    ['the page is on another host', 'https://service.example/v1', ssh],
    ['there is no SSH connection', local, {}],
    ['an editor forwards the port', local, { ...ssh, VSCODE_IPC_HOOK_CLI: 'x' }],
    ['SSH_CONNECTION contains shell syntax', local, { SSH_CONNECTION: '1 2 $(id) 22' }],
    ['SSH_CONNECTION has no address of this machine', local, { SSH_CONNECTION: '1 2' }],
  ])('returns undefined if %s', (_, page, env) => {
    expect(wayToPage(page, env)).toBeUndefined();
  });
});
