// The frame of the dashboard's pages: the navigation, the notice of the last action, and the head of a key's pages.
import { preview } from '../../../lib/masking';
import type { Call } from '../../http/call';
import type { Sandbox } from '../../sandbox';
import type { Account } from '../../store/accounts';
import type { ApiKey } from '../../store/keys';
import { documentPage, html, type Insert, pin } from '../page';
import { copyButton } from './form-view';
import type { Failed } from './forms';
import { dashboardScriptPath } from './script';
import { dashboardStyle } from './style';

export interface PageState {
  /** The sandbox's time, in milliseconds since the epoch. */
  now: number;
  notice: string | undefined;
  failed: Failed | undefined;
}

export type PageHandler = (call: Call, state: PageState) => Response | Promise<Response>;

const homePath = '/dashboard';
const pathOfKey = (key: string): string => `${homePath}/keys/${encodeURIComponent(key)}`;

export const paths = {
  home: homePath,
  clock: `${homePath}/clock`,
  faults: `${homePath}/faults`,
  requests: `${homePath}/requests`,
  key: pathOfKey,
  log: (key: string) => `${pathOfKey(key)}/log`,
  settings: (key: string) => `${pathOfKey(key)}/settings`,
} as const;

type DashboardPart = 'keys' | 'requests' | 'faults' | 'clock';

function framedPage(
  status: number,
  title: string,
  part: DashboardPart | undefined,
  now: number | undefined,
  content: Insert,
): Response {
  const link = (to: string, name: string, own: DashboardPart) =>
    html`<a href="${to}"${part === own && html` aria-current="true"`}>${name}</a>`;
  return documentPage({
    status,
    title,
    sheet: dashboardStyle,
    script: dashboardScriptPath,
    body: html`<a class="skip" href="#content">Skip to content</a>
<header><a class="brand" href="${paths.home}">${pin}Waypost</a>
<nav aria-label="Dashboard">${link(paths.home, 'Keys', 'keys')}${link(paths.requests, 'Requests', 'requests')}${link(paths.faults, 'Faults', 'faults')}${link(paths.clock, 'Clock', 'clock')}</nav>
${now !== undefined && html`<span class="now">${momentView(now)}</span>`}</header>
<main id="content" tabindex="-1">
${content}
</main>
<footer>A development service. What you enter stays on this machine.</footer>`,
  });
}

export function dashboardPage(
  { now, notice, failed }: PageState,
  { title, part, content }: { title: string; part: DashboardPart; content: Insert },
): Response {
  return framedPage(
    failed ? 422 : 200,
    failed ? `Error: ${title}` : title,
    part,
    now,
    html`${notice !== undefined && !failed && html`<p class="notice" role="status">${notice}</p>`}
${content}`,
  );
}

const refusalTitles: Readonly<Record<number, string>> = {
  403: 'Not allowed',
  404: 'Not found',
  500: 'Something went wrong',
};

export function refusalPage(status: number, message: string): Response {
  const title = refusalTitles[status] ?? 'This cannot be done';
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return framedPage(
    status,
    title,
    undefined,
    undefined,
    html`<section class="card narrow"><h1>${title}</h1><p class="soft">${sentence}.</p><p><a href="${paths.home}">Go to the dashboard</a></p></section>`,
  );
}

/** A time of the UTC day, to the second. */
export function timeView(time: number): Insert {
  const iso = new Date(time).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')}</time>`;
}

export const momentView = (time: number): Insert => html`${timeView(time)} UTC`;

export const groupedNumber = (count: number): string => count.toLocaleString('en-US');

/** The account of a key; undefined for the shared test key, which belongs to nobody. */
export function accountOf({ store }: Sandbox, { accountId }: ApiKey): Account | undefined {
  return accountId === null ? undefined : store.accounts.find(accountId);
}

const tabs = [
  ['overview', 'Overview', paths.key],
  ['log', 'Log', paths.log],
  ['settings', 'Settings', paths.settings],
] as const;

type Tab = (typeof tabs)[number][0];

/** A page of a key. `title` comes before the key's name in the title of the document. */
export function pageOfKey(
  sandbox: Sandbox,
  apiKey: ApiKey,
  state: PageState,
  page: { tab: Tab; title: string; content: Insert },
): Response {
  const { key, settings, createdAt } = apiKey;
  const account = accountOf(sandbox, apiKey);
  const owner = account && (account.profile.name ?? account.profile.email ?? account.userId);
  const name = settings.name || 'Key without a name';
  return dashboardPage(state, {
    title: `${page.title} · ${name} ${preview(key)}`,
    part: 'keys',
    content: html`<div class="head"><h1><bdi>${name}</bdi></h1>
<div class="beside"><code>${preview(key)}</code><input class="unseen" id="this-key" type="text" readonly tabindex="-1" aria-hidden="true" value="${key}">${copyButton('this-key', 'Copy', 'API key')}</div></div>
<p class="soft">${owner === undefined ? 'Belongs to no account · ' : html`<bdi>${owner}</bdi> · `}created ${momentView(createdAt)}</p>
<nav class="tabs" aria-label="Key">${tabs.map(
      ([tab, label, to]) =>
        html`<a href="${to(key)}"${tab === page.tab && html` aria-current="page"`}>${label}</a>`,
    )}</nav>
${page.content}`,
  });
}
