// `waypost proxy start` as a process, until the test ends.
import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { command, type Home } from './tool';

/** Starts it and waits until it serves. */
export async function startProxy(home: Home, options: string[], env: Record<string, string> = {}) {
  const [program, ...first] = command;
  const child = spawn(program, [...first, 'proxy', 'start', '--json', ...options], {
    env: home.environment(env),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<string | number | null>((resolve) =>
    child.once('exit', (status, signal) => resolve(signal ?? status)),
  );
  let text = '';
  for await (const piece of child.stdout) {
    text += piece;
    if (text.endsWith('\n')) break;
  }
  const ready = JSON.parse(text) as Record<string, string>;
  return {
    ready,
    text,
    url: ready.WAYPOST_BASE_URL ?? '',
    token: ready.WAYPOST_API_KEY ?? '',
    ended,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
