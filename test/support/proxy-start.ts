// Runs `waypost proxy start` until the test ends.
import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { command, type Home } from './tool';

/** A running proxy. */
export interface RunningProxy {
  /** The proxy's output, as parsed JSON and as text. */
  ready: Record<string, string>;
  text: string;
  /** Returns the proxy's standard error so far. */
  said(): string;
  url: string;
  token: string;
  /** Resolves to the proxy's signal or exit code when the proxy ends. */
  ended: Promise<string | number | null>;
  stop(): Promise<string | number | null>;
}

/**
 * Starts the proxy as a process, and waits until the proxy accepts requests. `atEnd` receives a function that ends the
 * proxy. By default, the proxy ends when the test ends.
 */
export async function startProxy(
  home: Home,
  options: string[],
  env: Record<string, string> = {},
  atEnd: (end: () => void) => void = onTestFinished,
): Promise<RunningProxy> {
  const [program, ...first] = command;
  const child = spawn(program, [...first, 'proxy', 'start', '--json', ...options], {
    env: home.environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  atEnd(() => void child.kill('SIGKILL'));
  const ended = new Promise<string | number | null>((resolve) =>
    child.once('exit', (status, signal) => resolve(signal ?? status)),
  );
  let text = '';
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    said += piece;
  });
  for await (const piece of child.stdout) {
    text += piece;
    if (text.endsWith('\n')) break;
  }
  const ready = JSON.parse(text) as Record<string, string>;
  return {
    ready,
    text,
    said: () => said,
    url: ready.WAYPOST_BASE_URL ?? '',
    token: ready.WAYPOST_API_KEY ?? '',
    ended,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Starts the proxy in the test's process (`Home.call`), which is faster than a separate process. */
export async function callProxy(
  home: Home,
  options: string[],
  env: Record<string, string> = {},
): Promise<Pick<RunningProxy, 'ready' | 'url' | 'token'> & { stop(): Promise<void> }> {
  const interruption = new AbortController();
  let text = '';
  let ended: Promise<unknown> = Promise.resolve();
  const ready = await new Promise<Record<string, string>>((resolve, reject) => {
    const onOutput = (piece: string) => {
      text += piece;
      if (text.endsWith('\n')) resolve(JSON.parse(text));
    };
    const { signal: interrupted } = interruption;
    ended = home
      .call(['proxy', 'start', '--json', ...options], { env, interrupted, onOutput })
      .then(({ stdout, stderr }) => reject(new Error(stdout + stderr)), reject);
  });
  const stop = async () => {
    interruption.abort(new Error('the test has ended'));
    await ended;
  };
  onTestFinished(stop);
  return {
    ready,
    url: ready.WAYPOST_BASE_URL ?? '',
    token: ready.WAYPOST_API_KEY ?? '',
    stop,
  };
}
