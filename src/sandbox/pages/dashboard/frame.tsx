// The frame of the dashboard pages: the navigation, the notice about the last action, and the heading on a key's pages.
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
  /** The time of the sandbox's clock, in milliseconds since the epoch. */
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

type DashboardSection = 'keys' | 'requests' | 'faults' | 'clock';

interface Framed {
  status: number;
  title: string;
  /** The dashboard section that the navigation highlights. */
  section?: DashboardSection;
  /** The time of the sandbox's clock. Error pages do not show the time. */
  now?: number;
  content: Child;
}

interface SectionLinkProps {
  section: DashboardSection;
  current: DashboardSection | undefined;
  to: string;
  children: Child;
}

function SectionLink({ section, current, to, children }: SectionLinkProps) {
  return (
    <a href={to} aria-current={section === current ? 'true' : undefined}>
      {children}
    </a>
  );
}

function framedPage({ status, title, section, now, content }: Framed): Response {
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
            <SectionLink section="keys" current={section} to={paths.home}>
              Keys
            </SectionLink>
            <SectionLink section="requests" current={section} to={paths.requests}>
              Requests
            </SectionLink>
            <SectionLink section="faults" current={section} to={paths.faults}>
              Faults
            </SectionLink>
            <SectionLink section="clock" current={section} to={paths.clock}>
              Clock
            </SectionLink>
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
  { title, section, content }: { title: string; section: DashboardSection; content: Child },
): Response {
  return framedPage({
    status: failed ? 422 : 200,
    title: failed ? `Error: ${title}` : title,
    section,
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
  500: 'Internal error',
};

export function refusalPage(status: number, message: string): Response {
  const title = refusalTitles[status] ?? 'Request rejected';
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

/** A date and time in UTC, with seconds. */
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
  /** The table's CSS class. */
  class?: string;
  /** Whether the table's box has a maximum height and scrolls vertically. */
  isTall?: boolean;
  children: Child;
}

/** A table in a box that scrolls if the table is too wide. Users can also scroll the box with the keyboard. */
export function WideTable({ label, class: ofTable, isTall = false, children }: WideTableProps) {
  return (
    <div class={isTall ? 'wide tall' : 'wide'} role="region" aria-label={label} tabindex={0}>
      <table class={ofTable}>{children}</table>
    </div>
  );
}

export const groupedNumber = (count: number): string => count.toLocaleString('en-US');

/** Returns a key's account, or undefined if the key is the shared test key, which does not belong to an account. */
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
  /** The text before the key's name in the document title. */
  title: string;
  content: Child;
}

/** Returns a page for an API key, with the key's heading and tabs. */
export function pageOfKey(
  sandbox: Sandbox,
  apiKey: ApiKey,
  state: PageState,
  page: KeyPage,
): Response {
  const { key, settings, createdAt } = apiKey;
  const account = accountOf(sandbox, apiKey);
  const owner = account && (account.profile.name ?? account.profile.email ?? account.userId);
  const name = settings.name || 'Unnamed key';
  return dashboardPage(state, {
    title: `${page.title} · ${name} ${preview(key)}`,
    section: 'keys',
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
          {owner === undefined ? 'No account' : <bdi>{owner}</bdi>} · created{' '}
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
