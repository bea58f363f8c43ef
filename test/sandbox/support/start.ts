// Sandboxes for single tests.
import { afterEach } from 'vitest';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../../support/sandbox';
import { type Answer, send } from './client';

/**
 * Returns a function that starts a sandbox. By default, the sandbox keeps its data in memory and has no rate limit. After
 * each test, all sandboxes are closed.
 */
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

/** Sends a request to the control API. `path` is the part after `/_sandbox`. */
export function control(
  { origin }: Pick<RunningSandbox, 'origin'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  return send(method, `${origin}/_sandbox${path}`, body === undefined ? {} : { body });
}
