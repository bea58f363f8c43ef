// How script(1) of each system is told to run a command.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { launchBy } from '../../../src/cli/child/pseudo-terminal';

const words = ['echo', "it's", '$HOME', ''];

/** What the shell of a launch prints, and whether it told its number on descriptor 3. */
function runBy(args: string[]): [text: string, told: boolean] {
  const { stdout, output, pid } = spawnSync('/bin/sh', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  return [stdout, output[3] === `${pid}\n`];
}

test('util-linux gets one line for a shell, which says what was given and leaves $SHELL as it was', () => {
  const launch = launchBy(words, 'linux', '/bin/zsh', '/usr/bin/script');
  expect(launch?.program).toBe('/usr/bin/script');
  expect(launch?.more).toEqual({ SHELL: '/bin/sh' });
  const [options, line = '', file] = launch?.args ?? [];
  expect([options, file]).toEqual(['-qefc', '/dev/null']);
  expect(runBy(['-c', line])).toEqual(["it's $HOME \n", true]);
  const shown = launchBy(['sh', '-c', 'echo $SHELL'], 'linux', '/bin/z sh', '/usr/bin/script');
  expect(runBy(['-c', shown?.args[1] ?? ''])).toEqual(['/bin/z sh\n', true]);
});

test.each<NodeJS.Platform>(['darwin', 'freebsd'])('%s takes the words themselves', (platform) => {
  const launch = launchBy(words, platform, '/bin/zsh', '/usr/bin/script');
  expect(launch).toMatchObject({ program: '/usr/bin/script', more: {} });
  const [quiet, file, shell, ...args] = launch?.args ?? [];
  expect([quiet, file, shell]).toEqual(['-q', '/dev/null', '/bin/sh']);
  expect(runBy(args)).toEqual(["it's $HOME \n", true]);
});

test.each<[why: string, platform: NodeJS.Platform, script: string | undefined]>([
  ['is none', 'linux', undefined],
  ['is that of BusyBox', 'linux', '/bin/busybox'],
  ['is unknown', 'win32', 'C:\\tools\\script.exe'],
])('none where script(1) %s', (_, platform, script) => {
  expect(launchBy(words, platform, '/bin/sh', script)).toBeUndefined();
});
