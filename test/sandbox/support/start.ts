// Sandboxes of single tests.
import { afterEach } from 'vitest';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../../support/sandbox';
import { type Answer, send } from './client';

/** What starts a sandbox, in memory unless told otherwise. After each test of the file all are closed. */
export function sandboxes(
  usual: Partial<SandboxOptions> = {},
): (options?: Partial<SandboxOptions>) => Promise<RunningSandbox> {
  const opened: RunningSandbox[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });
  return async (options = {}) => {
    const base = { data: null, rateLimit: false };
    const sandbox = await startSandbox({ ...base, ...usual, ...options });
    opened.push(sandbox);
    return sandbox;
  };
}

/** A call of the control interface; the path is that below /_sandbox. */
export function control(
  { origin }: Pick<RunningSandbox, 'origin'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  return send(method, `${origin}/_sandbox${path}`, body === undefined ? {} : { body });
}
