// The built sandbox in a process of its own, with everything in memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { send } from '../sandbox/support/client';
import { sandboxCommand } from './tool';

/** A sandbox that listens. */
export interface BuiltSandbox {
  /** Scheme, host and port. */
  origin: string;
  /** Base URL of the service. */
  url: string;
  /** A control call, path below /_sandbox; answers its document. */
  control(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Ends the process and waits until it is gone. */
  close(): Promise<void>;
}

/** Starts `waypost sandbox start --memory` on a free port, with the options of Node that a detached one has. */
export async function startBuiltSandbox(): Promise<BuiltSandbox> {
  const words = ['sandbox', 'start', '--memory', '--port=0', '--no-rate-limit', '--json'];
  const { PATH, HOME } = process.env;
  const [program = '', ...first] = sandboxCommand;
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
