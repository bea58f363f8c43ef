// The overview of a key: whether it can be used and why not, its balance, its usage.
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
import type { ApiKey } from '../../store/keys';
import { CopyField } from './form-view';
import { accountOf, groupedNumber, Moment, type PageHandler, pageOfKey, paths } from './frame';
import { LogTable } from './log-table';
import { dayName, UsageChart } from './usage-chart';

const usageDays = [7, 21, 30, 90] as const;
const rowsOfOverview = 10;

interface Limit {
  limit: number | null;
  consumed: number;
}

/** Lookups of the log, and how many of the limit are used: sample lookups do not count toward it. */
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
  /** Why the key is refused, as a code of the service. */
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
        {details.suspended && <small>Suspended: place searches answer 4291</small>}
      </>
    );
  }
  return (
    <>
      <span class="state">Available</span>
      {details.sublicensing && <small>to its licensees</small>}
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
  /** The lookups of the current day and month (UTC), as the usage counts them. */
  today: number;
  month: number;
  /** The IP address of the caller, who sees whether the key works from there. */
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
            High risk: lookups answer 4291 until <Moment time={refusedUntil} />
          </small>
        )}
      </Tile>
      <Tile title="Lookups left">
        {details.plan === 'unlimited' ? (
          <>
            Unlimited
            <small>{remaining} on the balance</small>
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

/** The days with lookups, where they are so few that the chart does not say which they are. */
function fewDays({ dailyCount }: Usage): string {
  const busy = dailyCount.filter(({ count }) => count > 0);
  if (busy.length === 0 || busy.length > 3) return '';
  return `: ${busy.map(({ date, count }) => `${groupedNumber(count)} on ${dayName(date)}`).join(', ')}`;
}

/** The usage from a day on. */
function since({ dailyCount, ...usage }: Usage, start: number): Usage {
  const days = dailyCount.filter(({ date }) => Date.parse(date) >= start);
  return { ...usage, total: days.reduce((sum, { count }) => sum + count, 0), dailyCount: days };
}

export function overviewPage(sandbox: Sandbox): PageHandler {
  return async (call, state) => {
    const asked = Number(call.query.get('days'));
    const days = usageDays.find((one) => one === asked) ?? defaultRangeDays;
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
    // Counting a long log takes a while: the key may have changed or been deleted.
    const apiKey = keyOf(sandbox, call);
    const { id, key } = apiKey;
    const account = accountOf(sandbox, apiKey);
    const newest = sandbox.store.log.newest(id, rowsOfOverview);
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
          <section class="card" aria-labelledby="usage">
            <div class="top">
              <div>
                <h2 id="usage">Usage</h2>
                <span class="soft">
                  {groupedNumber(usage.total)} {usage.total === 1 ? 'lookup' : 'lookups'} in {days}{' '}
                  days{fewDays(usage)}
                </span>
              </div>
              <DayRanges apiKey={key} days={days} />
            </div>
            <UsageChart usage={usage} />
          </section>
          <section class="card" aria-labelledby="newest">
            <div class="top">
              <h2 id="newest">Newest lookups</h2>
              <a href={paths.log(key)}>Open the log</a>
            </div>
            <LogTable path={paths.log(key)} query="" entries={newest} empty="No lookups yet." />
          </section>
          <section class="card" aria-labelledby="secrets">
            <h2 id="secrets">Credentials</h2>
            <details class="secret">
              <summary>Show the whole key</summary>
              <div class="row">
                <CopyField id="key" label="API key" value={key} />
                {account && (
                  <>
                    <CopyField id="user-token" label="Management key" value={account.userToken} />
                    <CopyField id="user-id" label="User ID" value={account.userId} />
                  </>
                )}
              </div>
            </details>
          </section>
        </>
      ),
    });
  };
}
