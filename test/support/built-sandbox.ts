// Starts the built sandbox in a separate process, with its data in memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { send } from '../sandbox/support/client';
import { command } from './tool';

/** A running sandbox. */
export interface BuiltSandbox {
  /** The scheme, host and port of the sandbox. */
  origin: string;
  /** The base URL of the sandbox. */
  url: string;
  /** Sends a request to the control API. The path is relative to /_sandbox. Returns the JSON response. */
  control(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Ends the process, and waits until the process has ended. */
  close(): Promise<void>;
}

/** Runs `waypost sandbox start --memory` on a free port. */
export async function startBuiltSandbox(): Promise<BuiltSandbox> {
  const words = ['sandbox', 'start', '--memory', '--port=0', '--no-rate-limit', '--json'];
  const { PATH, HOME } = process.env;
  const [program, ...first] = command;
  const child = spawn(program, [...first, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH, HOME },
  });
  const ended = once(child, 'exit');
  const [line] = await once(createInterface(child.stdout), 'line');
  const url = String(Object(JSON.parse(String(line))).url);
  const { origin } = new URL(url);
  return {
    origin,
    url,
    control: async (method, path, body) => {
      const answer = await send(
        method,
        `${origin}/_sandbox${path}`,
        body === undefined ? {} : { body },
      );
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`);
      return Object(answer.json);
    },
    close: async () => {
      child.kill();
      await ended;
    },
  };
}
