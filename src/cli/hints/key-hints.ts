// What to do next where the service refuses a command because of the key it is about, or of the management
// key it was sent with.
import type { NextSteps } from './hints';

const inUse: NextSteps = {
  4012: 'The management key belongs to another account than the API key. Give the pair of one account; `waypost auth whoami` shows where each comes from.',
  4041: 'The service does not know the management key. `waypost auth whoami` shows where it comes from, and which service that is.',
  4042: 'The service does not know the API key. `waypost auth whoami` shows which one is in use, and which service that is; name another with --api-key.',
};

const named: NextSteps = {
  ...inUse,
  4012: 'The key that was named belongs to another account than the management key. Give the management key of its account with --user-token, or leave the key out.',
  4042: 'The service does not know the key that was named. Check that it is whole and begins ak_; without one, the command takes the key in use (`waypost auth whoami`).',
};

/** For the key in use, or one that was named on the command line. */
export function keySteps(key?: string): NextSteps {
  return key === undefined ? inUse : named;
}

/** For usage and log, which may be asked for one licensee. */
export function logSteps(key: string | undefined): NextSteps {
  return {
    ...keySteps(key),
    4045: '`waypost licensees list` shows the licensees of the key; give --licensee the id or key of one.',
  };
}
