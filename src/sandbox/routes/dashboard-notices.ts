// The dashboard notices. After an action, the dashboard shows a notice only once, on the next page. The sandbox keeps
// the notice's text. The browser gets only a cookie with a random name for the notice, so that a link cannot put text
// on a page.
import { randomBytes } from 'node:crypto';
import type { Call } from '../http/call';

const cookieName = 'waypost_notice';
const maxAgeSeconds = 60;
const maxWaiting = 100;

export class DashboardNotices {
  /** The notices that are not shown yet, by their random names. */
  readonly #waiting = new Map<string, string>();
  readonly #cookiePattern = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]+)`);

  /** Stores a notice. Returns the value of the Set-Cookie header for this notice. */
  add(notice: string): string {
    const name = randomBytes(12).toString('base64url');
    this.#waiting.set(name, notice);
    // Drops the oldest notices, because a browser might never request the next page.
    for (const oldest of this.#waiting.keys()) {
      if (this.#waiting.size <= maxWaiting) break;
      this.#waiting.delete(oldest);
    }
    return `${cookieName}=${name}; Path=/dashboard; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict`;
  }

  /** Returns and removes the notice for a requested page. Returns undefined if the page has no notice. */
  take(call: Call): string | undefined {
    // If a script refreshes a page, the request must not use up the notice for the page that the user opens.
    if (call.method !== 'GET' || call.header('sec-fetch-dest') === 'empty') return undefined;
    const name = this.#cookiePattern.exec(call.header('cookie') ?? '')?.[1] ?? '';
    const notice = this.#waiting.get(name);
    this.#waiting.delete(name);
    return notice;
  }
}
