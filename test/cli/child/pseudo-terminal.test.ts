// The arguments with which each system's script(1) runs a command in a terminal.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { launchBy } from '../../../src/cli/child/pseudo-terminal';

const words = ['echo', "it's", '$HOME', ''];

/** Runs a shell with these arguments. Returns its output, and whether it wrote its process ID to file descriptor 3. */
function runBy(args: string[]): [text: string, wroteId: boolean] {
  const { stdout, output, pid } = spawnSync('/bin/sh', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  return [stdout, output[3] === `${pid}\n`];
}

test('launchBy passes a single command line to script(1) from util-linux, and keeps the arguments and $SHELL unchanged', () => {
  const launch = launchBy(words, 'linux', '/bin/zsh', '/usr/bin/script');
  expect(launch?.program).toBe('/usr/bin/script');
  expect(launch?.more).toEqual({ SHELL: '/bin/sh' });
  const [options, line = '', file] = launch?.args ?? [];
  expect([options, file]).toEqual(['-qefc', '/dev/null']);
  expect(runBy(['-c', line])).toEqual(["it's $HOME \n", true]);
  const shown = launchBy(['sh', '-c', 'echo $SHELL'], 'linux', '/bin/z sh', '/usr/bin/script');
  expect(runBy(['-c', shown?.args[1] ?? ''])).toEqual(['/bin/z sh\n', true]);
});

test.each<NodeJS.Platform>(['darwin', 'freebsd'])(
  'launchBy passes each argument separately to script(1) on %s',
  (platform) => {
    const launch = launchBy(words, platform, '/bin/zsh', '/usr/bin/script');
    expect(launch).toMatchObject({ program: '/usr/bin/script', more: {} });
    const [quiet, file, shell, ...args] = launch?.args ?? [];
    expect([quiet, file, shell]).toEqual(['-q', '/dev/null', '/bin/sh']);
    expect(runBy(args)).toEqual(["it's $HOME \n", true]);
  },
);

test.each<[why: string, platform: NodeJS.Platform, script: string | undefined]>([
  ['script(1) is missing', 'linux', undefined],
  ['script(1) belongs to BusyBox', 'linux', '/bin/busybox'],
  ['the system is Windows', 'win32', 'C:\\tools\\script.exe'],
])('launchBy returns undefined if %s', (_, platform, script) => {
  expect(launchBy(words, platform, '/bin/sh', script)).toBeUndefined();
});
