// How to open a page of this machine over SSH.
import { userInfo } from 'node:os';
import { describe, expect, test } from 'vitest';
import { wayToPage } from '../../../src/cli/prompts/ssh';

const user = userInfo().username;
const ssh = { SSH_CONNECTION: '192.0.2.7 50000 198.51.100.9 22' };
const local = 'http://127.0.0.1:8123/v1';

/** The command for the user's own machine; undefined if nothing is printed. */
function forwarding(page: string, env: Record<string, string>): string | undefined {
  return wayToPage(page, env)?.split('\n  ')[1];
}

describe('wayToPage', () => {
  test.each<[what: string, page: string, env: Record<string, string>, command: string]>([
    ['port 22', local, ssh, `ssh -L 8123:127.0.0.1:8123 ${user}@198.51.100.9`],
    [
      'another SSH port',
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
  ])('returns a command that forwards the port: %s', (_, page, env, command) => {
    expect(wayToPage(page, env)).toMatch(
      /^This URL is on the machine that you are connected to over SSH\./,
    );
    expect(forwarding(page, env)).toBe(command);
  });

  test.each<[what: string, page: string, env: Record<string, string>]>([
    ['for a page on another host', 'https://service.example/v1', ssh],
    ['without SSH', local, {}],
    ['if an editor forwards the port', local, { ...ssh, VSCODE_IPC_HOOK_CLI: 'x' }],
    ['if the variable has shell syntax', local, { SSH_CONNECTION: '1 2 $(id) 22' }],
    ['if the variable has no address', local, { SSH_CONNECTION: '1 2' }],
  ])('returns undefined %s', (_, page, env) => {
    expect(wayToPage(page, env)).toBeUndefined();
  });
});
