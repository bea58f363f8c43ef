// The log of a key: a page of its rows by a filter, one row in full, and the filtered rows as CSV.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { defaultRangeDays, maximumTags } from '../../../api/limits';
import { logColumns } from '../../../api/lookup-log';
import type { FieldError } from '../../../lib/errors';
import { ControlError } from '../../control/control';
import { keyOf } from '../../control/keys';
import type { Call } from '../../http/call';
import { sendDownload } from '../../http/download';
import { findLicensee } from '../../rules/caller';
import { redactWhenDue } from '../../rules/log';
import { readMoment, readTags } from '../../rules/ranges';
import type { Sandbox } from '../../server/sandbox';
import type { ApiKey } from '../../store/keys';
import {
  type LogEntry,
  type LogFilter,
  type LogPosition,
  lookupTypes,
} from '../../store/lookup-log';
import { FormView } from './form-view';
import { type Form, formValues, optionalText, type Values } from './forms';
import { groupedNumber, type PageHandler, pageOfKey, paths, Time, WideTable } from './frame';

const columnTitles = [
  'Time (UTC)',
  'IP',
  'Term',
  'URL',
  'Type',
  'Tags',
  'Lookups',
  'Licensee',
  'Source IP',
] as const;

/** The name of a row in a path or a query, such as `1763640000000-12`. */
const rowName = ({ at, sequence }: LogPosition): string => `${at}-${sequence}`;

/** A text of the log, whose writing direction does not change that of its neighbors. */
function LogText({ children }: { children: string }) {
  return children !== '' && <bdi>{children}</bdi>;
}

interface LogTableProps {
  /** The time of a row links to the row's page below this path, with the query. */
  path: string;
  query: string;
  rows: readonly LogEntry[];
  /** Shown without rows. */
  empty: string;
}

/** The nine columns of the log. */
export function LogTable({ path, query, rows, empty }: LogTableProps) {
  if (rows.length === 0) return <p class="soft">{empty}</p>;
  return (
    <WideTable label="Lookup log" class="log">
      <thead>
        <tr>
          {columnTitles.map((name) => (
            <th scope="col" class={name === 'Lookups' ? 'number' : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>
            <td class="time">
              <a href={`${path}/${rowName(row)}${query}`}>
                <Time time={row.at} />
              </a>
            </td>
            <td>{row.ip}</td>
            <td>
              <LogText>{row.term}</LogText>
            </td>
            <td>
              <LogText>{row.url}</LogText>
            </td>
            <td>{row.type}</td>
            <td>
              <LogText>{row.tags}</LogText>
            </td>
            <td class="number">{row.lookups}</td>
            <td>
              <LogText>{row.licensee}</LogText>
            </td>
            <td>{row.sourceIp}</td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}

const rowsPerPage = 50;

const filterForm: Form = {
  name: 'filter',
  fields: [
    optionalText('q', 'Contains'),
    {
      name: 'type',
      label: 'Type',
      kind: 'choice',
      options: [['', 'Every type'], ...lookupTypes.map((type) => [type, type] as const)],
    },
    optionalText('tags', 'Tags'),
    optionalText('licensee', 'Licensee'),
    { name: 'start', label: 'From', kind: 'date', optional: true },
    { name: 'end', label: 'Until', kind: 'date', optional: true },
  ],
};

export const sampleForm: Form = {
  name: 'sample',
  fields: [
    { name: 'count', label: 'Count', kind: 'integer' },
    optionalText('start', 'Start', `Empty for ${defaultRangeDays} days before the end.`),
    optionalText('end', 'End', 'Such as 2026-11-20. Empty for now.'),
    { name: 'tags', label: 'Tags', kind: 'words', hint: 'Separated by commas.' },
    optionalText('licensee', 'Licensee', 'ID or sl_ key. Empty for none.'),
  ],
};

const sampleValues: Values = { count: '100', start: '', end: '', tags: '', licensee: '' };

function filterQuery(values: Values, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...values, ...more })) {
    if (typeof value === 'string' && value !== '') query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

interface PagerProps {
  path: string;
  values: Values;
  page: RowsOfPage;
}

function Pager({ path, values, page: { older, newer } }: PagerProps) {
  if (!older && !newer) return null;
  return (
    <nav class="pages" aria-label="Pages">
      {newer && (
        <>
          <a href={path + filterQuery(values)}>Newest</a>{' '}
          <a rel="prev" href={path + filterQuery(values, { newer: rowName(newer) })}>
            Newer
          </a>{' '}
        </>
      )}
      {older && (
        <a rel="next" href={path + filterQuery(values, { older: rowName(older) })}>
          Older
        </a>
      )}
    </nav>
  );
}

/** Rows of the log that are read at a time; other requests are answered in between. */
const stepSize = 2000;

/** The rows of a query, and its errors; an invalid part is ignored. */
interface FilterOfPage {
  values: Values;
  filter: LogFilter;
  problems: readonly FieldError[];
}

function readFilter(sandbox: Sandbox, call: Call, key: ApiKey): FilterOfPage {
  const problems: FieldError[] = [];
  const wrong = (path: string, message: string): void => void problems.push({ path, message });
  const values = formValues(filterForm, call.query);
  const given = (name: string): string => String(values[name] ?? '').trim();
  const moment = (name: string, edge: 'first' | 'last', none: number): number => {
    const time = given(name) === '' ? none : readMoment(given(name), edge);
    if (time === undefined) wrong(name, 'must be a date such as 2026-11-20');
    return time ?? none;
  };
  const type = given('type');
  if (type !== '' && !lookupTypes.some((one) => one === type)) wrong('type', 'is not known');
  const tags = readTags(call);
  if (tags.length > maximumTags) wrong('tags', `must be at most ${maximumTags}`);
  const licensee =
    given('licensee') === '' ? undefined : findLicensee(sandbox, key, given('licensee'));
  if (given('licensee') !== '' && !licensee) wrong('licensee', 'is not known');
  const start = moment('start', 'first', 0);
  const end = moment('end', 'last', Number.MAX_SAFE_INTEGER);
  if (start > end) wrong('start', 'must not be after Until');
  const text = given('q');
  return {
    values,
    filter: { keyId: key.id, start, end, tags, licenseeId: licensee?.id, type, text },
    problems,
  };
}

function readPosition(name: string | null): LogPosition | undefined {
  const [, at, sequence] = /^(\d{1,15})-(\d{1,15})$/.exec(name ?? '') ?? [];
  return at === undefined ? undefined : { at: Number(at), sequence: Number(sequence) };
}

async function firstRows(
  { store }: Sandbox,
  filter: LogFilter,
  direction: 'older' | 'newer',
  from: LogPosition | undefined,
  count: number,
): Promise<LogEntry[]> {
  const found: LogEntry[] = [];
  for (const rows of store.log.rows(filter, direction, from, stepSize, count)) {
    found.push(...rows);
    if (found.length >= count) break;
    await yieldToEventLoop();
  }
  return found.slice(0, count);
}

/** A page of rows, newest first, and the rows at its edges, from which older and newer pages continue. */
interface RowsOfPage {
  rows: readonly LogEntry[];
  older: LogPosition | undefined;
  newer: LogPosition | undefined;
}

/** A page of rows, newest first, and whether there are more on either side. */
async function rowsOfPage(sandbox: Sandbox, call: Call, filter: LogFilter): Promise<RowsOfPage> {
  const count = rowsPerPage + 1;
  const newer = readPosition(call.query.get('newer'));
  if (newer) {
    const found = await firstRows(sandbox, filter, 'newer', newer, count);
    // The newest rows do not fill a page of their own: the newest page shows them.
    if (found.length === count) {
      const rows = found.slice(0, rowsPerPage).reverse();
      return { rows, newer: rows[0], older: rows.at(-1) };
    }
  }
  const older = newer ? undefined : readPosition(call.query.get('older'));
  const found = await firstRows(sandbox, filter, 'older', older, count);
  const rows = found.slice(0, rowsPerPage);
  return {
    rows,
    newer: older && (rows[0] ?? older),
    older: found.length === count ? rows.at(-1) : undefined,
  };
}

/** A page of the log. The newest page updates itself if the script runs. */
export function logPage(sandbox: Sandbox): PageHandler {
  return async (call, state) => {
    await redactWhenDue(sandbox);
    const { values, filter, problems } = readFilter(sandbox, call, keyOf(sandbox, call));
    const isWrong = problems.length > 0;
    const page = isWrong
      ? { rows: [], newer: undefined, older: undefined }
      : await rowsOfPage(sandbox, call, filter);
    // The key may have been deleted meanwhile.
    const key = keyOf(sandbox, call);
    const failed = state.failed ?? (isWrong ? { form: filterForm, values, problems } : undefined);
    const { rows } = page;
    const path = paths.log(key.key);
    const query = filterQuery(values);
    const isRejected = failed?.form === filterForm;
    const isLive = page.newer === undefined && !isRejected;
    return pageOfKey(
      sandbox,
      key,
      { ...state, failed },
      {
        tab: 'log',
        title: 'Log',
        content: (
          <>
            <section class="card" aria-labelledby="filter">
              <h2 class="unseen" id="filter">
                Filter
              </h2>
              <FormView
                form={filterForm}
                action={path}
                method="get"
                values={values}
                failed={failed}
                button="Filter"
                beside={query !== '' && <a href={path}>Clear</a>}
                layout={(field) => (
                  <div class="row filter">{filterForm.fields.map(({ name }) => field(name))}</div>
                )}
              />
            </section>
            <section class="card" aria-labelledby="rows">
              <div class="top">
                <h2 id="rows">Lookups</h2>
                <div class="beside">
                  {isLive && <LiveButtons refresh={path + query} />}
                  {!isRejected && (
                    <a href={`${path}.csv${query}`} download>
                      Download CSV
                    </a>
                  )}
                </div>
              </div>
              <div id={isLive ? 'live' : undefined}>
                <LogTable
                  path={path}
                  query={query}
                  rows={rows}
                  empty={noRowsSentence(isRejected, query)}
                />
                {rows.length > 0 && (
                  <div class="foot">
                    <span class="soft">
                      {groupedNumber(rows.length)} {rows.length === 1 ? 'row' : 'rows'}, newest
                      first
                    </span>
                    <Pager path={path} values={values} page={page} />
                  </div>
                )}
              </div>
            </section>
            <section class="card" aria-labelledby="samples">
              <details open={failed?.form === sampleForm}>
                <summary>
                  <h2 id="samples">Add sample lookups</h2>
                </summary>
                <p class="soft">
                  Rows for the log and the usage. They do not count toward the balance or the
                  limits.
                </p>
                <FormView
                  form={sampleForm}
                  action={`${paths.key(key.key)}/lookups`}
                  values={sampleValues}
                  failed={failed}
                  button="Add sample lookups"
                />
              </details>
            </section>
          </>
        ),
      },
    );
  };
}

function noRowsSentence(isRejected: boolean, query: string): string {
  if (isRejected) return 'Correct the filter to see lookups.';
  return query === '' ? 'No lookups yet.' : 'No lookups match the filter.';
}

/** The script updates the rows and pauses that; without it, a link loads the page again. */
function LiveButtons({ refresh }: { refresh: string }) {
  return (
    <>
      <span class="soft" id="live-state" role="status"></span>
      <button type="button" class="quiet" id="live-toggle" hidden>
        Pause
      </button>
      <a id="live-refresh" href={refresh}>
        Refresh
      </a>
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value === '' ? <span class="soft">–</span> : <bdi>{value}</bdi>}</dd>
    </div>
  );
}

export function lookupPage(sandbox: Sandbox): PageHandler {
  return async (call, state) => {
    await redactWhenDue(sandbox);
    const key = keyOf(sandbox, call);
    const position = readPosition(call.param('row'));
    const row = position && sandbox.store.log.find(key.id, position);
    if (!row) throw new ControlError(404, 'no such lookup');
    const query = filterQuery(formValues(filterForm, call.query));
    return pageOfKey(sandbox, key, state, {
      tab: 'log',
      title: 'Lookup',
      content: (
        <>
          <p>
            <a href={paths.log(key.key) + query}>Back to the log</a>
          </p>
          <section class="card" aria-labelledby="row">
            <h2 id="row">{row.type}</h2>
            <dl class="facts">
              <Fact name="Time" value={new Date(row.at).toISOString()} />
              <Fact name="IP" value={row.ip} />
              <Fact name="Term" value={row.term} />
              <Fact name="URL" value={row.url} />
              <Fact name="Type" value={row.type} />
              <Fact name="Tags" value={row.tags.replaceAll(',', ', ')} />
              <Fact name="Lookups" value={String(row.lookups)} />
              <Fact name="Licensee" value={row.licensee} />
              <Fact name="Source IP" value={row.sourceIp} />
            </dl>
          </section>
        </>
      ),
    });
  };
}

/** The rows of a filter as CSV with a header row, oldest first, whatever page is shown. */
export function logCsv(sandbox: Sandbox): (call: Call) => Promise<Response> {
  return async (call) => {
    await redactWhenDue(sandbox);
    const { filter, problems } = readFilter(sandbox, call, keyOf(sandbox, call));
    const [problem] = problems;
    if (problem) throw new ControlError(422, `${problem.path} ${problem.message}`);
    function* chunks() {
      yield `${logColumns.join(',')}\n`;
      yield* sandbox.store.log.csv(filter, stepSize);
    }
    const headers = {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': 'attachment; filename="lookups.csv"',
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    };
    try {
      return await sendDownload(call, { headers, chunks: chunks() });
    } catch (error) {
      sandbox.report(error);
      return RESPONSE_ALREADY_SENT;
    }
  };
}
