// The frame of the dashboard pages: the navigation, the notice of the last action, and the heading of a key's pages.
import type { Child } from 'hono/jsx';
import { preview } from '../../../lib/masking';
import type { Call } from '../../http/call';
import type { Sandbox } from '../../server/sandbox';
import type { Account } from '../../store/accounts';
import type { ApiKey } from '../../store/keys';
import { Pin } from '../icon';
import { documentPage, Footer } from '../page';
import { CopyButton } from './form-view';
import type { Failed } from './forms';
import { dashboardScriptPath } from './script';
import { dashboardStyle } from './style';

export interface PageState {
  /** The time of the sandbox, in milliseconds since the epoch. */
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

interface Framed {
  status: number;
  title: string;
  /** The part of the dashboard that the navigation highlights. */
  part?: DashboardPart;
  /** The time of the sandbox. An error page does not show it. */
  now?: number;
  content: Child;
}

interface PartLinkProps {
  part: DashboardPart;
  current: DashboardPart | undefined;
  to: string;
  children: Child;
}

function PartLink({ part, current, to, children }: PartLinkProps) {
  return (
    <a href={to} aria-current={part === current ? 'true' : undefined}>
      {children}
    </a>
  );
}

function framedPage({ status, title, part, now, content }: Framed): Response {
  return documentPage({
    status,
    title,
    sheet: dashboardStyle,
    script: dashboardScriptPath,
    body: (
      <>
        <a class="skip" href="#content">
          Skip to content
        </a>
        <header>
          <a class="brand" href={paths.home}>
            <Pin />
            Waypost
          </a>
          <nav aria-label="Dashboard">
            <PartLink part="keys" current={part} to={paths.home}>
              Keys
            </PartLink>
            <PartLink part="requests" current={part} to={paths.requests}>
              Requests
            </PartLink>
            <PartLink part="faults" current={part} to={paths.faults}>
              Faults
            </PartLink>
            <PartLink part="clock" current={part} to={paths.clock}>
              Clock
            </PartLink>
          </nav>
          {now !== undefined && (
            <span class="now">
              <Moment time={now} />
            </span>
          )}
        </header>
        <main id="content" tabindex={-1}>
          {content}
        </main>
        <Footer />
      </>
    ),
  });
}

export function dashboardPage(
  { now, notice, failed }: PageState,
  { title, part, content }: { title: string; part: DashboardPart; content: Child },
): Response {
  return framedPage({
    status: failed ? 422 : 200,
    title: failed ? `Error: ${title}` : title,
    part,
    now,
    content: (
      <>
        {notice !== undefined && !failed && (
          <p class="notice" role="status">
            {notice}
          </p>
        )}
        {content}
      </>
    ),
  });
}

const refusalTitles: Readonly<Record<number, string>> = {
  403: 'Not allowed',
  404: 'Not found',
  500: 'Something went wrong',
};

export function refusalPage(status: number, message: string): Response {
  const title = refusalTitles[status] ?? 'This cannot be done';
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return framedPage({
    status,
    title,
    content: (
      <section class="card narrow">
        <h1>{title}</h1>
        <p class="soft">{sentence}.</p>
        <p>
          <a href={paths.home}>Go to the dashboard</a>
        </p>
      </section>
    ),
  });
}

/** A UTC date and time, to the second. */
export function Time({ time }: { time: number }) {
  const iso = new Date(time).toISOString();
  return <time datetime={iso}>{iso.slice(0, 19).replace('T', ' ')}</time>;
}

export function Moment({ time }: { time: number }) {
  return (
    <>
      <Time time={time} /> UTC
    </>
  );
}

interface WideTableProps {
  label: string;
  /** The class of the table. */
  class?: string;
  /** Whether the table also scrolls vertically. */
  isTall?: boolean;
  children: Child;
}

/** A table that scrolls in its own box if it is too wide. Users can also scroll it with the keyboard. */
export function WideTable({ label, class: ofTable, isTall = false, children }: WideTableProps) {
  return (
    <div class={isTall ? 'wide tall' : 'wide'} role="region" aria-label={label} tabindex={0}>
      <table class={ofTable}>{children}</table>
    </div>
  );
}

export const groupedNumber = (count: number): string => count.toLocaleString('en-US');

/** Returns the account of a key; undefined for the shared test key, which belongs to no account. */
export function accountOf({ store }: Sandbox, { accountId }: ApiKey): Account | undefined {
  return accountId === null ? undefined : store.accounts.find(accountId);
}

const tabs = [
  ['overview', 'Overview', paths.key],
  ['log', 'Log', paths.log],
  ['settings', 'Settings', paths.settings],
] as const;

type Tab = (typeof tabs)[number][0];

interface KeyPage {
  tab: Tab;
  /** Text before the key's name in the title of the document. */
  title: string;
  content: Child;
}

/** A page of a key. */
export function pageOfKey(
  sandbox: Sandbox,
  apiKey: ApiKey,
  state: PageState,
  page: KeyPage,
): Response {
  const { key, settings, createdAt } = apiKey;
  const account = accountOf(sandbox, apiKey);
  const owner = account && (account.profile.name ?? account.profile.email ?? account.userId);
  const name = settings.name || 'Key without a name';
  return dashboardPage(state, {
    title: `${page.title} · ${name} ${preview(key)}`,
    part: 'keys',
    content: (
      <>
        <div class="head">
          <h1>
            <bdi>{name}</bdi>
          </h1>
          <div class="beside">
            <code>{preview(key)}</code>
            <input
              class="unseen"
              id="this-key"
              type="text"
              readonly
              tabindex={-1}
              aria-hidden="true"
              value={key}
            />
            <CopyButton field="this-key" label="API key" />
          </div>
        </div>
        <p class="soft">
          {owner === undefined ? 'Belongs to no account' : <bdi>{owner}</bdi>} · created{' '}
          <Moment time={createdAt} />
        </p>
        <nav class="tabs" aria-label="Key">
          {tabs.map(([tab, label, to]) => (
            <a href={to(key)} aria-current={tab === page.tab ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
        {page.content}
      </>
    ),
  });
}
