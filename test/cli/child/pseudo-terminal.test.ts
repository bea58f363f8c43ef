// How script(1) of each system is told to run a command.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { launchBy } from '../../../src/cli/child/pseudo-terminal';

const words = ['echo', "it's", '$HOME', ''];

test('util-linux gets one line for a shell, which says what was given and leaves $SHELL as it was', () => {
  const launch = launchBy(words, 'linux', '/bin/zsh', '/usr/bin/script');
  expect(launch?.program).toBe('/usr/bin/script');
  expect(launch?.more).toEqual({ SHELL: '/bin/sh' });
  const [options, line = '', file] = launch?.args ?? [];
  expect([options, file]).toEqual(['-qefc', '/dev/null']);
  expect(execFileSync('/bin/sh', ['-c', line]).toString()).toBe("it's $HOME \n");
  const shown = launchBy(['sh', '-c', 'echo $SHELL'], 'linux', '/bin/z sh', '/usr/bin/script');
  expect(execFileSync('/bin/sh', ['-c', shown?.args[1] ?? '']).toString()).toBe('/bin/z sh\n');
});

test.each<NodeJS.Platform>(['darwin', 'freebsd'])('%s takes the words themselves', (platform) => {
  expect(launchBy(words, platform, '/bin/zsh', '/usr/bin/script')).toEqual({
    program: '/usr/bin/script',
    args: ['-q', '/dev/null', ...words],
    more: {},
  });
});

test.each<[why: string, platform: NodeJS.Platform, script: string | undefined]>([
  ['is none', 'linux', undefined],
  ['is that of BusyBox', 'linux', '/bin/busybox'],
  ['is unknown', 'win32', 'C:\\tools\\script.exe'],
])('none where script(1) %s', (_, platform, script) => {
  expect(launchBy(words, platform, '/bin/sh', script)).toBeUndefined();
});
