// The frame of the dashboard's pages: where one is, where one can go, and what was just done.
import { html, type Insert } from '../html';
import { documentPage, pin } from '../page';
import { dashboardStyle } from './style';

/** Paths of the dashboard. */
export const paths = {
  home: '/dashboard',
  clock: '/dashboard/clock',
  faults: '/dashboard/faults',
  key: (key: string) => `/dashboard/keys/${encodeURIComponent(key)}`,
} as const;

/** What was done, by the word it leaves in the address. */
const notices: Readonly<Record<string, string>> = {
  saved: 'Saved.',
  balance: 'The balance is set.',
  created: 'The key is made.',
  deleted: 'The key is deleted.',
  lookups: 'The lookups are in the log.',
  clock: 'The clock is set.',
  faults: 'The faults are set.',
  redacted: 'The redaction has run.',
  reset: 'Everything is back to the start.',
};

/** A page of the dashboard. */
export interface DashboardPage {
  title: string;
  /** The part of the dashboard it belongs to. */
  part: 'keys' | 'faults' | 'clock';
  /** The sandbox's time, in milliseconds since the epoch. */
  now: number;
  /** Word of what was just done. */
  done?: string | undefined;
  /** Whether it shows a form that could not be carried out. */
  failed?: boolean;
  /** Seconds after which it is loaded anew. */
  refresh?: number | undefined;
  content: Insert;
}

/** Makes a page of the dashboard. */
export function dashboardPage(page: DashboardPage): Response {
  const { title, part, now, done, failed = false, refresh, content } = page;
  const notice = failed ? undefined : notices[done ?? ''];
  const link = (to: string, name: string, own: DashboardPage['part']) =>
    html`<a href="${to}"${part === own && html` aria-current="true"`}>${name}</a>`;
  return documentPage({
    status: failed ? 422 : 200,
    title: failed ? `Error: ${title}` : title,
    sheet: dashboardStyle,
    refresh,
    body: html`<a class="skip" href="#content">Skip to content</a>
<header><a class="brand" href="${paths.home}">${pin}Waypost</a>
<nav aria-label="Dashboard">${link(paths.home, 'Keys', 'keys')}${link(paths.faults, 'Faults', 'faults')}${link(paths.clock, 'Clock', 'clock')}</nav>
<span class="now">${moment(now)}</span></header>
<main id="content" tabindex="-1">
${notice !== undefined && html`<p class="notice" role="status">${notice}</p>`}
${content}
</main>
<footer>A development service. What you enter stays on this machine.</footer>`,
  });
}

/** A page for what cannot be shown or done. */
export function refusalPage(status: number, message: string): Response {
  return documentPage({
    status,
    title: 'Not possible',
    sheet: dashboardStyle,
    body: html`<header><a class="brand" href="${paths.home}">${pin}Waypost</a></header>
<main><div class="card"><h1>That is not possible</h1><p>${message.charAt(0).toUpperCase()}${message.slice(1)}.</p><p><a href="${paths.home}">Go to the dashboard</a></p></div></main>`,
  });
}

/** A time of the UTC day, to the second. */
export function timeOf(time: number): Insert {
  const iso = new Date(time).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')}</time>`;
}

/** The same where it does not go without saying that it is UTC. */
export const moment = (time: number): Insert => html`${timeOf(time)} UTC`;

/** A number with its thousands apart. */
export const grouped = (count: number): string => count.toLocaleString('en-US');
