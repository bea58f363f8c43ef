// What to do next where the service refuses a command on a key.
import type { NextSteps } from '../next-step';

/** For a key that was named on the command line rather than stored. */
export function otherKeySteps(named: string | undefined): NextSteps {
  return named === undefined
    ? {}
    : {
        4042: 'The service does not know the key that was named. Check that it is whole; without one, the command takes the key in use (`waypost auth whoami`).',
        4012: 'The key that was named belongs to another account than the management key. Give the management key of its account with --user-token, or leave the key out.',
      };
}
