// Stores the dashboard's notices. After an action, the next page shows a notice, but only once. The sandbox keeps the
// notice's text in memory, and sends the browser only a cookie with the notice's random name. A link therefore cannot
// choose the text that a page shows.
import { randomBytes } from 'node:crypto';
import type { Call } from '../http/call';

const cookieName = 'waypost_notice';
const maxAgeSeconds = 60;
const maxWaiting = 100;

export class DashboardNotices {
  /** The notices that the dashboard has not shown yet. The keys are the notices' random names. */
  readonly #waiting = new Map<string, string>();
  readonly #cookiePattern = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]+)`);

  /** Stores a notice. Returns the value of the Set-Cookie header for this notice. */
  add(notice: string): string {
    const name = randomBytes(12).toString('base64url');
    this.#waiting.set(name, notice);
    // If there are too many notices, this method drops the oldest, because a browser might never request the page that
    // shows a notice.
    for (const oldest of this.#waiting.keys()) {
      if (this.#waiting.size <= maxWaiting) break;
      this.#waiting.delete(oldest);
    }
    return `${cookieName}=${name}; Path=/dashboard; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict`;
  }

  /** Returns and removes the notice for a requested page. Returns undefined if the page has no notice. */
  take(call: Call): string | undefined {
    // A script's request to refresh a page must not use up the notice, because the notice is for the next page that the
    // user opens.
    if (call.method !== 'GET' || call.header('sec-fetch-dest') === 'empty') return undefined;
    const name = this.#cookiePattern.exec(call.header('cookie') ?? '')?.[1] ?? '';
    const notice = this.#waiting.get(name);
    this.#waiting.delete(name);
    return notice;
  }
}
