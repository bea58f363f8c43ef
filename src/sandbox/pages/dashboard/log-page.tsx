// An API key's log page, with the filter, the matching log entries, and the form for sample lookups.
import { defaultRangeDays } from '../../../api/limits';
import { keyOf } from '../../control/keys';
import { redactWhenDue } from '../../rules/log';
import type { Sandbox } from '../../server/sandbox';
import { FormView } from './form-view';
import { type Failed, type Form, optionalText, type Values } from './forms';
import { groupedNumber, type PageHandler, pageOfKey, paths } from './frame';
import {
  entriesOfPage,
  filterForm,
  filterQuery,
  type LogPageEntries,
  readFilter,
} from './log-filter';
import { entryName, LogTable } from './log-table';

export const sampleForm: Form = {
  name: 'sample',
  fields: [
    { name: 'count', label: 'Count', kind: 'integer' },
    optionalText('start', 'Start', `Leave empty to start ${defaultRangeDays} days before the end.`),
    optionalText('end', 'End', 'For example: 2026-11-20. Leave empty for the current time.'),
    { name: 'tags', label: 'Tags', kind: 'words', hint: 'Separate tags with commas.' },
    optionalText('licensee', 'Licensee', 'ID or licensee key (sl_…). Leave empty for no licensee.'),
  ],
};

const sampleValues: Values = { count: '100', start: '', end: '', tags: '', licensee: '' };

const noEntries: LogPageEntries = { entries: [], older: undefined, newer: undefined };

/**
 * Returns the request handler for the log page. If the browser runs the dashboard's script, the page with the newest
 * entries refreshes itself.
 */
export function logPage(sandbox: Sandbox): PageHandler {
  return async (call, state) => {
    await redactWhenDue(sandbox);
    const { values, filter, problems } = readFilter(sandbox, call, keyOf(sandbox, call));
    const isInvalid = problems.length > 0;
    const page = isInvalid ? noEntries : await entriesOfPage(sandbox, call, filter);
    // The code below reads the key again, because another request might have changed or deleted the key in the
    // meantime.
    const key = keyOf(sandbox, call);
    const failed = state.failed ?? (isInvalid ? { form: filterForm, values, problems } : undefined);
    const pageState = { ...state, failed };
    return pageOfKey(sandbox, key, pageState, {
      tab: 'log',
      title: 'Log',
      content: (
        <>
          <FilterCard path={paths.log(key.key)} values={values} failed={failed} />
          <EntriesCard path={paths.log(key.key)} values={values} failed={failed} page={page} />
          <SampleCard keyPath={paths.key(key.key)} failed={failed} />
        </>
      ),
    });
  };
}

interface LogCardProps {
  /** The path of the log page. */
  path: string;
  /** The filter's values. */
  values: Values;
  failed: Failed | undefined;
}

function FilterCard({ path, values, failed }: LogCardProps) {
  const isFiltered = filterQuery(values) !== '';
  return (
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
        afterButton={isFiltered && <a href={path}>Clear</a>}
        layout={(field) => (
          <div class="row filter">{filterForm.fields.map(({ name }) => field(name))}</div>
        )}
      />
    </section>
  );
}

function EntriesCard({ path, values, failed, page }: LogCardProps & { page: LogPageEntries }) {
  const { entries } = page;
  const query = filterQuery(values);
  const isRejected = failed?.form === filterForm;
  const isLive = page.newer === undefined && !isRejected;
  return (
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
          entries={entries}
          empty={noEntriesText(isRejected, query)}
        />
        {entries.length > 0 && (
          <div class="foot">
            <span class="soft">
              {groupedNumber(entries.length)} {entries.length === 1 ? 'entry' : 'entries'}, newest
              first
            </span>
            <Pager path={path} values={values} page={page} />
          </div>
        )}
      </div>
    </section>
  );
}

interface PagerProps {
  path: string;
  values: Values;
  page: LogPageEntries;
}

function Pager({ path, values, page: { older, newer } }: PagerProps) {
  if (!older && !newer) return null;
  return (
    <nav class="pages" aria-label="Pages">
      {newer && (
        <>
          <a href={path + filterQuery(values)}>Newest</a>{' '}
          <a rel="prev" href={path + filterQuery(values, { newer: entryName(newer) })}>
            Newer
          </a>{' '}
        </>
      )}
      {older && (
        <a rel="next" href={path + filterQuery(values, { older: entryName(older) })}>
          Older
        </a>
      )}
    </nav>
  );
}

function noEntriesText(isRejected: boolean, query: string): string {
  if (isRejected) return 'Correct the filter to see lookups.';
  return query === '' ? 'No lookups yet.' : 'No lookups match the filter.';
}

/** The live log's controls: a pause button that the script shows, and a refresh link that the script hides. */
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

function SampleCard({ keyPath, failed }: { keyPath: string; failed: Failed | undefined }) {
  return (
    <section class="card" aria-labelledby="samples">
      <details open={failed?.form === sampleForm}>
        <summary>
          <h2 id="samples">Add sample lookups</h2>
        </summary>
        <p class="soft">
          Sample lookups appear in the log and in the usage chart. They do not reduce the balance or
          count toward the limits.
        </p>
        <FormView
          form={sampleForm}
          action={`${keyPath}/lookups`}
          values={sampleValues}
          failed={failed}
          button="Add sample lookups"
        />
      </details>
    </section>
  );
}
