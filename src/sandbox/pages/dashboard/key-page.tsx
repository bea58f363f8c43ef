// An API key's overview page: availability, balance, usage, newest lookups and credentials.
import type { Child } from 'hono/jsx';
import { catalog } from '../../../api/catalog';
import { defaultRangeDays } from '../../../api/limits';
import { keyOf } from '../../control/keys';
import { denial } from '../../rules/billing';
import { heldBackUntil } from '../../rules/caller';
import { dashboardDetailsOf } from '../../rules/key-views';
import { type Usage, usageOf } from '../../rules/log';
import { dayMs } from '../../server/clock';
import type { Sandbox } from '../../server/sandbox';
import type { Account } from '../../store/accounts';
import type { ApiKey } from '../../store/keys';
import type { LogEntry } from '../../store/lookup-log';
import { CopyField } from './form-view';
import { accountOf, groupedNumber, Moment, type PageHandler, pageOfKey, paths } from './frame';
import { LogTable } from './log-table';
import { dayName, UsageChart } from './usage-chart';

const usageDays = [7, 21, 30, 90] as const;
const entriesOfOverview = 10;

interface Limit {
  limit: number | null;
  consumed: number;
}

/**
 * Shows the number of lookups in the log, and the number of lookups that count toward the limit. Sample lookups do not
 * count toward the limit.
 */
function CountOfLimit({ lookups, limit: { consumed, limit } }: { lookups: number; limit: Limit }) {
  const count = groupedNumber(lookups);
  if (limit === null) {
    return (
      <>
        {count}
        <small>no limit</small>
      </>
    );
  }
  const most = groupedNumber(limit);
  if (consumed === lookups) {
    return (
      <>
        {count}
        <small>of {most}</small>
      </>
    );
  }
  return (
    <>
      {count}
      <small>
        limit: {groupedNumber(consumed)} of {most} used
      </small>
    </>
  );
}

type KeyDetails = ReturnType<typeof dashboardDetailsOf>;

interface AvailabilityProps {
  details: KeyDetails;
  /** The API code of the error if the balance or a limit prevents lookups; otherwise undefined. */
  code: ReturnType<typeof denial>;
}

function Availability({ details, code }: AvailabilityProps) {
  if (code || details.suspended) {
    return (
      <>
        <span class="state off">Unavailable</span>
        {code && (
          <small>
            {code}: {catalog[code].message}
          </small>
        )}
        {details.suspended && <small>Suspended: place searches fail with API code 4291</small>}
      </>
    );
  }
  return (
    <>
      <span class="state">Available</span>
      {details.sublicensing && <small>only for this key’s licensees</small>}
    </>
  );
}

function Tile({ title, children }: { title: string; children: Child }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface TilesProps {
  sandbox: Sandbox;
  apiKey: ApiKey;
  /** The number of lookups in the log for the current day (UTC). */
  today: number;
  /** The number of lookups in the log for the current month (UTC). */
  month: number;
  /** The user's IP address. The page shows whether requests from this address can use the key. */
  address: string;
}

function Tiles({ sandbox, apiKey, today, month, address }: TilesProps) {
  const details = dashboardDetailsOf(sandbox, apiKey);
  const remaining = groupedNumber(details.lookups_remaining);
  const refusedUntil = heldBackUntil(sandbox, apiKey);
  return (
    <dl class="tiles">
      <Tile title="Availability">
        <Availability details={details} code={denial(sandbox, apiKey, address)} />
        {refusedUntil !== undefined && (
          <small>
            High risk: lookups and searches fail with API code 4291 until{' '}
            <Moment time={refusedUntil} />
          </small>
        )}
      </Tile>
      <Tile title="Lookups remaining">
        {details.plan === 'unlimited' ? (
          <>
            Unlimited
            <small>balance: {remaining}</small>
          </>
        ) : (
          remaining
        )}
      </Tile>
      <Tile title="Today (UTC)">
        <CountOfLimit lookups={today} limit={details.daily_limit} />
      </Tile>
      <Tile title="This month">
        <CountOfLimit lookups={month} limit={details.monthly_limit} />
      </Tile>
    </dl>
  );
}

function DayRanges({ apiKey, days }: { apiKey: string; days: number }) {
  return (
    <nav class="ranges" aria-label="Days shown">
      <span class="soft">Days</span>
      {usageDays.map((one) => (
        <a
          href={`${paths.key(apiKey)}?days=${one}#usage`}
          aria-current={one === days ? 'true' : undefined}
        >
          {one}
        </a>
      ))}
    </nav>
  );
}

/**
 * Lists the days with lookups if there are at most three, because a chart with so few bars is hard to read. Returns an
 * empty string if no day or more than three days have lookups.
 */
function fewDays({ dailyCount }: Usage): string {
  const busy = dailyCount.filter(({ count }) => count > 0);
  if (busy.length === 0 || busy.length > 3) return '';
  return `: ${busy.map(({ date, count }) => `${groupedNumber(count)} on ${dayName(date)}`).join(', ')}`;
}

/** Returns the usage without the days before `start`, which is in milliseconds since the epoch. */
function since({ dailyCount, ...usage }: Usage, start: number): Usage {
  const days = dailyCount.filter(({ date }) => Date.parse(date) >= start);
  return { ...usage, total: days.reduce((sum, { count }) => sum + count, 0), dailyCount: days };
}

interface UsageCardProps {
  apiKey: string;
  usage: Usage;
  days: number;
}

function UsageCard({ apiKey, usage, days }: UsageCardProps) {
  return (
    <section class="card" aria-labelledby="usage">
      <div class="top">
        <div>
          <h2 id="usage">Usage</h2>
          <span class="soft">
            {groupedNumber(usage.total)} {usage.total === 1 ? 'lookup' : 'lookups'} in {days} days
            {fewDays(usage)}
          </span>
        </div>
        <DayRanges apiKey={apiKey} days={days} />
      </div>
      <UsageChart usage={usage} />
    </section>
  );
}

function NewestLookupsCard({
  logPath,
  entries,
}: {
  logPath: string;
  entries: readonly LogEntry[];
}) {
  return (
    <section class="card" aria-labelledby="newest">
      <div class="top">
        <h2 id="newest">Newest lookups</h2>
        <a href={logPath}>Open the log</a>
      </div>
      <LogTable path={logPath} query="" entries={entries} empty="No lookups yet." />
    </section>
  );
}

function CredentialsCard({ apiKey, account }: { apiKey: string; account: Account | undefined }) {
  return (
    <section class="card" aria-labelledby="secrets">
      <h2 id="secrets">Credentials</h2>
      <details class="secret">
        <summary>{account ? 'Show the credentials' : 'Show the complete key'}</summary>
        <div class="row">
          <CopyField id="key" label="API key" value={apiKey} />
          {account && (
            <>
              <CopyField id="user-token" label="Management key" value={account.userToken} />
              <CopyField id="user-id" label="User ID" value={account.userId} />
            </>
          )}
        </div>
      </details>
    </section>
  );
}

export function overviewPage(sandbox: Sandbox): PageHandler {
  return async (call, state) => {
    const requestedDays = Number(call.query.get('days'));
    const days = usageDays.find((known) => known === requestedDays) ?? defaultRangeDays;
    const start = (Math.floor(state.now / dayMs) - days + 1) * dayMs;
    const now = new Date(state.now);
    const startOfMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
    const counted = await usageOf(sandbox, {
      keyId: keyOf(sandbox, call).id,
      start: Math.min(start, startOfMonth),
      end: state.now,
      tags: [],
      licenseeId: undefined,
    });
    const usage = since(counted, start);
    // Counting a long log takes time. The code below reads the key again, because another request might have changed or
    // deleted the key in the meantime.
    const apiKey = keyOf(sandbox, call);
    const { id, key } = apiKey;
    return pageOfKey(sandbox, apiKey, state, {
      tab: 'overview',
      title: 'Overview',
      content: (
        <>
          <Tiles
            sandbox={sandbox}
            apiKey={apiKey}
            today={usage.dailyCount.at(-1)?.count ?? 0}
            month={since(counted, startOfMonth).total}
            address={call.address}
          />
          <UsageCard apiKey={key} usage={usage} days={days} />
          <NewestLookupsCard
            logPath={paths.log(key)}
            entries={sandbox.store.log.newest(id, entriesOfOverview)}
          />
          <CredentialsCard apiKey={key} account={accountOf(sandbox, apiKey)} />
        </>
      ),
    });
  };
}
