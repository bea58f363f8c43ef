// The notice of the last action, which the dashboard shows once on the next page. The text stays in the sandbox. The
// browser only gets a cookie with a random name for the notice, so that no link can put text on a page.
import { randomBytes } from 'node:crypto';
import type { Call } from '../http/call';

const cookieName = 'waypost_notice';
const maxAgeSeconds = 60;
const maxWaiting = 100;

export class DashboardNotices {
  /** The notices that no page has shown yet, by their random names. */
  readonly #waiting = new Map<string, string>();
  readonly #cookiePattern = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]+)`);

  /** Stores a notice, and returns the Set-Cookie header for it. */
  add(notice: string): string {
    const name = randomBytes(12).toString('base64url');
    this.#waiting.set(name, notice);
    // A browser might never request the next page, so the oldest notices are dropped.
    for (const oldest of this.#waiting.keys()) {
      if (this.#waiting.size <= maxWaiting) break;
      this.#waiting.delete(oldest);
    }
    return `${cookieName}=${name}; Path=/dashboard; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict`;
  }

  /** Returns the notice for a requested page, and removes it. */
  take(call: Call): string | undefined {
    // The script of a live page must not take the notice of the page that the user is opening.
    if (call.method !== 'GET' || call.header('sec-fetch-dest') === 'empty') return undefined;
    const name = this.#cookiePattern.exec(call.header('cookie') ?? '')?.[1] ?? '';
    const notice = this.#waiting.get(name);
    this.#waiting.delete(name);
    return notice;
  }
}
