// A home whose commands use a stand-in service, both new for each test.
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach } from 'vitest';
import { type Asked, type StandIn, standIn } from './service';
import { type CallOptions, Home, type Line, type Run } from './tool';

export const apiKey = 'ak_standinstandin';
export const userToken = 'uk_standinstandin';

/** The home and the service of a test. */
class AtStandIn {
  home!: Home;
  service!: StandIn;

  /** The variables for a command that uses the stand-in service, with both keys. */
  environment() {
    return {
      WAYPOST_BASE_URL: this.service.url,
      WAYPOST_API_KEY: apiKey,
      WAYPOST_USER_TOKEN: userToken,
    };
  }

  /** Calls the command with these variables. Fails if the command prints a key. */
  call(line: Line, options: CallOptions = {}): Promise<Run> {
    const env = { ...this.environment(), ...options.env };
    return this.home.call(line, { ...options, env });
  }
}

/** Creates both before each test of a file, and removes them after it. */
export function useStandIn(answer: (asked: Asked, response: ServerResponse) => void): AtStandIn {
  const at = new AtStandIn();
  beforeEach(async () => {
    at.home = new Home();
    at.home.keep(apiKey, userToken);
    at.service = await standIn(answer);
  });
  afterEach(async () => {
    await at.service.close();
    at.home.remove();
  });
  return at;
}
