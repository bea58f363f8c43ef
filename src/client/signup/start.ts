// Starts a sign-up: the service names a page and a token, and the token is stored before the person opens the
// page.
import { isLoopback } from '../../lib/loopback';
import type { Clock } from '../../lib/runtime';
import { writeFailure } from '../../lib/system-error';
import { baseUrlText } from '../credentials/base-url';
import type { Service } from '../http/service';
import { failed } from '../reasons';
import { startSignUp } from './operations';
import { keepPending, type Pending } from './pending';

/** A sign-up that was started. */
export interface Begun {
  pending: Pending;
  /** New path of an earlier sign-up's file, if there was one. */
  aside: string | undefined;
}

/** POSTs the sign-up and keeps its token. Throws `invalid_response` for a page of another scheme. */
export async function beginSignUp(
  service: Service,
  body: Readonly<Record<string, string>>,
  path: string,
  clock: Clock,
  interrupted: AbortSignal,
): Promise<Begun> {
  const { signup_url, cli_token } = await startSignUp(service, body, interrupted);
  const page = pageOf(signup_url);
  const pending: Pending = {
    cli_token,
    base_url: baseUrlText(service.baseUrl),
    signup_url: page.href,
    started_at: new Date(clock.now()).toISOString(),
  };
  try {
    return { pending, aside: keepPending(path, pending, clock.now()) };
  } catch (error) {
    throw writeFailure(path, error);
  }
}

/** Whether a page may be opened automatically; another is only printed. */
export function mayOpen(page: string): boolean {
  const url = new URL(page);
  return url.protocol === 'https:' || isLoopback(url);
}

function pageOf(text: string): URL {
  try {
    const url = new URL(text);
    if (url.protocol === 'https:' || url.protocol === 'http:') return url;
  } catch {
    // Not a URL at all: the same answer as for a URL of another kind.
  }
  const message = 'The sign-up page of the service is not a web page.';
  throw failed('invalid_response', 'not_the_service', message);
}
