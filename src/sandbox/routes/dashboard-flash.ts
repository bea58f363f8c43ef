// What was just done, told once on the next page. The text stays here; the browser holds a random name
// for it in a cookie, so that no link can put words on a page.
import { randomBytes } from 'node:crypto';
import type { Call } from '../http/call';

const cookie = 'waypost_notice';
const seconds = 60;
const maxKept = 100;

/** Notices that wait for their page. */
export interface Flash {
  /** Keeps a notice; returns the Set-Cookie header that leads to it. */
  keep(notice: string): string;
  /** The notice of a request for a page, once. */
  take(call: Call): string | undefined;
}

/** Makes the flash of a sandbox. */
export function createFlash(): Flash {
  const kept = new Map<string, string>();
  const named = new RegExp(`(?:^|;\\s*)${cookie}=([\\w-]+)`);
  return {
    keep(notice) {
      const name = randomBytes(12).toString('base64url');
      kept.set(name, notice);
      // A browser that never comes back leaves its notice behind: the oldest makes room.
      for (const oldest of kept.keys()) {
        if (kept.size <= maxKept) break;
        kept.delete(oldest);
      }
      return `${cookie}=${name}; Path=/dashboard; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
    },
    take(call) {
      // The script of a live page must not take the notice of the page that is being opened.
      if (call.method !== 'GET' || call.header('sec-fetch-dest') === 'empty') return undefined;
      const name = named.exec(call.header('cookie') ?? '')?.[1] ?? '';
      const notice = kept.get(name);
      kept.delete(name);
      return notice;
    },
  };
}
