// The pages for the sandbox itself: recorded requests, clock and faults.
import { faultKinds, readFault } from '../../faults/fault';
import type { RequestRecord } from '../../server/journal';
import type { Sandbox } from '../../server/sandbox';
import { ActionButton, FormView } from './form-view';
import { type Form, optionalText } from './forms';
import { dashboardPage, Moment, type PageHandler, paths, Time, WideTable } from './frame';

const requestsPerPage = 100;

export const requestsPage =
  ({ journal }: Sandbox): PageHandler =>
  (_call, state) => {
    const newest = journal.list().slice(-requestsPerPage).reverse();
    return dashboardPage(state, {
      title: 'Requests',
      section: 'requests',
      content: (
        <>
          <h1>Requests</h1>
          <p class="soft">
            This page shows the newest {requestsPerPage} requests to the API, including requests
            that the sandbox rejected and requests with an injected fault.{' '}
            <code>waypost sandbox requests</code> lists the newest 1,000 requests.
          </p>
          <section class="card" aria-labelledby="newest">
            <div class="top">
              <h2 id="newest">Newest requests</h2>
              {newest.length > 0 && (
                <ActionButton action={`${paths.requests}/clear`}>Clear</ActionButton>
              )}
            </div>
            <RequestTable requests={newest} />
          </section>
        </>
      ),
    });
  };

function RequestTable({ requests }: { requests: readonly RequestRecord[] }) {
  if (requests.length === 0) return <p class="soft">No requests yet.</p>;
  return (
    <WideTable label="Table of the newest requests">
      <thead>
        <tr>
          <th scope="col">Path</th>
          <th scope="col">Time (UTC)</th>
          <th scope="col">Method</th>
          <th scope="col" class="number">
            Status
          </th>
          <th scope="col" class="number">
            Code
          </th>
          <th scope="col" class="number">
            Lookups
          </th>
          <th scope="col">Fault</th>
          <th scope="col" class="number">
            ms
          </th>
        </tr>
      </thead>
      <tbody>
        {requests.map(({ time, method, path, status, code, charge, fault, ms }) => (
          <tr>
            <th scope="row">
              <code>{path}</code>
            </th>
            <td class="time">
              <Time time={Date.parse(time)} />
            </td>
            <td>{method}</td>
            <td class="number">{status ?? 'none'}</td>
            <td class="number">{code}</td>
            <td class="number">{charge}</td>
            <td>{fault}</td>
            <td class="number">{ms}</td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}

export const advanceForm: Form = {
  name: 'advance',
  fields: [
    {
      name: 'advance',
      label: 'Move by',
      kind: 'text',
      hint: 'A number and a unit (ms, s, m, h, d or w), such as 8d. To move the clock back, begin with a minus sign.',
    },
  ],
};

export const setForm: Form = {
  name: 'set',
  fields: [
    {
      name: 'now',
      label: 'Set to',
      kind: 'text',
      hint: 'Date and time in ISO 8601. For example: 2026-11-20T12:00:00Z.',
    },
  ],
};

const spans = [
  ['1h', '+1 hour'],
  ['1d', '+1 day'],
  ['8d', '+8 days'],
  ['31d', '+31 days'],
] as const;

export const clockPage: PageHandler = (_call, state) => {
  const { now, failed } = state;
  const iso = `${new Date(now).toISOString().slice(0, 19)}Z`;
  return dashboardPage(state, {
    title: 'Clock',
    section: 'clock',
    content: (
      <>
        <h1>Clock</h1>
        <p class="soft">
          Limits, log retention, the weekly redaction and sign-up expiration use this clock.
        </p>
        <section class="card" aria-labelledby="on">
          <h2 id="on">
            The time is <Moment time={now} />
          </h2>
          <div class="buttons">
            {spans.map(([advance, label]) => (
              <ActionButton action={`${paths.clock}/advance`} sent={{ advance }}>
                {label}
              </ActionButton>
            ))}
            <ActionButton action={`${paths.clock}/release`}>Use the real time</ActionButton>
          </div>
          <div class="pair">
            <FormView
              form={advanceForm}
              action={`${paths.clock}/advance`}
              values={{ advance: '' }}
              failed={failed}
              button="Move clock"
            />
            <FormView
              form={setForm}
              action={`${paths.clock}/set`}
              values={{ now: iso }}
              failed={failed}
              button="Set clock"
            />
          </div>
        </section>
        <section class="card" aria-labelledby="weekly">
          <h2 id="weekly">Weekly redaction</h2>
          <p class="soft">
            The redaction runs on Mondays at 00:00 UTC. It removes personal data from log entries
            that are older than their key’s retention period.
          </p>
          <ActionButton action={`${paths.clock}/redact`}>Run now</ActionButton>
        </section>
      </>
    ),
  });
};

/** The form for POST /_sandbox/faults. The request contains the fault and the rate in one field. */
export const faultForm: Form = {
  name: 'add',
  fields: [
    {
      name: 'path',
      label: 'Path',
      kind: 'text',
      hint: 'For example: /v1/keys/*. Each * matches any text.',
    },
    {
      name: 'method',
      label: 'Method',
      kind: 'choice',
      optional: true,
      options: [
        ['', 'Every method'],
        ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((one) => [one, one] as const),
      ],
    },
    {
      name: 'fault',
      label: 'Fault',
      kind: 'choice',
      options: Object.entries(faultKinds).map(([kind, does]) => [kind, `${kind}: ${does}`]),
    },
    optionalText(
      'rate',
      'Rate',
      'A probability from 0 to 1, such as 0.2. Leave empty to apply the fault to every matching request.',
    ),
    {
      name: 'times',
      label: 'Times',
      kind: 'integer',
      empty: 'nothing',
      hint: 'Number of requests to which the fault applies. The sandbox removes the fault after this number of requests. Leave empty for no limit.',
    },
  ],
  compose: ({ rate, ...rest }) =>
    rate === undefined ? rest : { ...rest, fault: `${rest.fault}:${rate}` },
  locate: (error, { fault }) =>
    error.path === 'fault' && readFault(String(fault))
      ? { path: 'rate', message: 'must be a number from 0 to 1' }
      : error,
};

function FaultTable({ rules }: { rules: ReturnType<Sandbox['faults']['numbered']> }) {
  if (rules.length === 0) {
    return <p class="soft">No faults added.</p>;
  }
  return (
    <WideTable label="Table of added faults">
      <thead>
        <tr>
          <th scope="col">Path</th>
          <th scope="col">Method</th>
          <th scope="col">Fault</th>
          <th scope="col" class="number">
            Requests left
          </th>
          <th scope="col">
            <span class="unseen">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rules.map(({ id, rule: { path, method, fault, times } }) => (
          <tr>
            <th scope="row">
              <code>{path}</code>
            </th>
            <td>{method ?? 'Every method'}</td>
            <td>{fault}</td>
            <td class="number">{times ?? 'no limit'}</td>
            <td class="end">
              <ActionButton action={`${paths.faults}/remove`} sent={{ id: String(id) }}>
                Remove
                <span class="unseen">
                  {' '}
                  {fault} for {path}
                </span>
              </ActionButton>
            </td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}

export const faultsPage =
  (sandbox: Sandbox): PageHandler =>
  (_call, state) => {
    const rules = sandbox.faults.numbered();
    return dashboardPage(state, {
      title: 'Faults',
      section: 'faults',
      content: (
        <>
          <h1>Faults</h1>
          <p class="soft">
            A fault makes requests to the sandbox fail, or delays responses, so that you can test
            how your program handles failures. If several faults in the list match a request, the
            sandbox uses only the first of these faults. The list does not include the default
            fault, which <code>waypost sandbox start --fault</code> can set. To inject a fault into
            a single request, send the <code>X-Sandbox-Fault</code> header with the request.
          </p>
          <section class="card" aria-labelledby="set">
            <div class="top">
              <h2 id="set">Added faults</h2>
              {rules.length > 0 && (
                <ActionButton action={`${paths.faults}/clear`}>Remove all</ActionButton>
              )}
            </div>
            <FaultTable rules={rules} />
          </section>
          <section class="card" aria-labelledby="more">
            <h2 id="more">Add a fault</h2>
            <FormView
              form={faultForm}
              action={`${paths.faults}/add`}
              values={{ path: '/v1/*', method: '', fault: '503', rate: '', times: '' }}
              failed={state.failed}
              button="Add fault"
              layout={(field) => (
                <>
                  <div class="row">
                    {field('path')}
                    {field('method')}
                  </div>
                  {field('fault')}
                  <div class="row">
                    {field('rate')}
                    {field('times')}
                  </div>
                </>
              )}
            />
          </section>
        </>
      ),
    });
  };
