// Generates docs/conformance.md, which lists what a client can observe of the service, from the rows in
// test/conformance.
import notShown from '../../test/conformance/not-shown.json';
import { effectsOf, type Resource, type Row, resources } from '../../test/conformance/rows';
import shownByTests from '../../test/conformance/shown-by-tests.json';
import { cell, page, table } from './markdown';

const introduction = `This page lists what a client can observe of the service. Each statement is a row in \`test/conformance/rows/\` in the
repository. A row contains a request, the requests before it, and the expected response. The rows are JSON, so any
program can run them. \`test/conformance/README.md\` describes the format.`;

const runner = `## Run the rows against a service

\`\`\`sh
npm run conformance                                                  # the sandbox of this build, every row
npm run conformance -- --base-url https://api.example.com/v1         # a service: rows that only read
npm run conformance -- --base-url http://127.0.0.1:8787/v1 --allow-billing --allow-changes
\`\`\`

The runner prints each failed row with the expected and the actual response. If a row failed, the exit code is 1. The
runner reads the keys from \`WAYPOST_API_KEY\` and \`WAYPOST_USER_TOKEN\`, and masks them in its output. Rows that cost lookups
require \`--allow-billing\`. Rows that change settings, configs or licensees require \`--allow-changes\`. Use a test
account for these rows. If the service has the control API of the sandbox, each row gets a separate account.`;

const columns = `In the tables, *sandbox* marks behavior that the service's API does not define. The sandbox decides this behavior.
\`{key}\` and \`{management_key}\` are the keys of the account. Other names in braces are values of the row. Rows that are
marked *bills* require \`--allow-billing\`, and rows that are marked *changes* require \`--allow-changes\`. Rows that are
marked *control* use the control API.`;

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

/**
 * Replaces each name in braces with its value in the row's first set of values, if the value is a string or a number.
 */
function withFirstValues(text: string, { each: [first = {}] = [] }: Row): string {
  return text.replace(/\{([a-z_]+)\}/g, (name, key: string) => {
    const value = first[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : name;
  });
}

function requestOf(row: Row): string {
  const { method, path } = row.request;
  const line = `${method} ${path}`;
  const shown = withFirstValues(line, row);
  const others = (row.each?.length ?? 1) - 1;
  return shown === line || others === 0 ? code(shown) : `${code(shown)} and ${others} more`;
}

/**
 * Returns the status and the API code of a row. If the row has several sets of values with different results, returns
 * each status and API code.
 */
function outcomesOf(row: Row): string {
  const { status, code: apiCode } = row.expect;
  const outcomes = (row.each ?? [{}]).map((value) => {
    const parts = apiCode === undefined ? [status] : [status, apiCode];
    return withFirstValues(parts.join(', '), { ...row, each: [value] });
  });
  return [...new Set(outcomes)].join(' or ');
}

function responseOf(row: Row): string {
  const { shape, charge } = row.expect;
  return [
    outcomesOf(row),
    ...(shape === undefined ? [] : [code(shape)]),
    ...(charge === undefined ? [] : [chargeText(charge)]),
  ].join('; ');
}

function chargeText(charge: number): string {
  return charge === 1 ? 'costs 1 lookup' : `costs ${charge} lookups`;
}

function marksOf(row: Row): string {
  const { bills, changes, needsControl } = effectsOf(row);
  const marks = [
    row.source === 'sandbox' ? 'sandbox' : '',
    bills ? 'bills' : '',
    changes ? 'changes' : '',
    needsControl ? 'control' : '',
  ];
  return marks.filter((mark) => mark !== '').join(', ');
}

function section({ title, rows }: Resource): string[] {
  const head = ['Statement', 'Request', 'Response', ''];
  const lines = rows.map((row) => [
    cell(row.statement),
    requestOf(row),
    responseOf(row),
    marksOf(row),
  ]);
  return [`## ${title}`, table(head, lines)];
}

/** Returns the page. The page also lists the statements that no single request can show, each with its test. */
export function conformancePage(): string {
  return page([
    '<!-- Generated from test/conformance/ by `npm run reference`. Do not edit. -->',
    '# Conformance',
    introduction,
    runner,
    columns,
    ...resources.flatMap(section),
    '## Shown by tests',
    'No single request can show these statements. A comment in each test quotes the statement.',
    table(
      ['Statement', 'Test'],
      shownByTests.map(({ statement, test }) => [cell(statement), code(test)]),
    ),
    '## Not shown',
    table(
      ['Statement', 'Why'],
      notShown.map(({ statement, reason }) => [cell(statement), cell(reason)]),
    ),
  ]);
}
