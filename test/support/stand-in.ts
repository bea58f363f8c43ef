// Creates a home directory and a stand-in service for each test. The commands in the home directory use the service.
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach } from 'vitest';
import { type Asked, type StandIn, standIn } from './service';
import { type CallOptions, Home, type Line, type Run } from './tool';

export const apiKey = 'ak_standinstandin';
export const userToken = 'uk_standinstandin';

/** The home directory and the service of a test. */
class AtStandIn {
  home!: Home;
  service!: StandIn;

  /** Returns environment variables with the base URL of the service and with both keys. */
  environment() {
    return {
      WAYPOST_BASE_URL: this.service.url,
      WAYPOST_API_KEY: apiKey,
      WAYPOST_USER_TOKEN: userToken,
    };
  }

  /** Calls the command with the variables of `environment`. The test fails if the command prints a key. */
  call(line: Line, options: CallOptions = {}): Promise<Run> {
    const env = { ...this.environment(), ...options.env };
    return this.home.call(line, { ...options, env });
  }
}

/** Creates the home directory and the service before each test in a file, and removes them after the test. */
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
