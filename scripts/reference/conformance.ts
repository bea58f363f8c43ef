// docs/conformance.md: what a client can observe of the service, from the rows of test/conformance.
import notShown from '../../test/conformance/not-shown.json';
import { effectsOf, type Resource, type Row, resources } from '../../test/conformance/rows';
import shownByTests from '../../test/conformance/shown-by-tests.json';
import { cell, page, table } from './markdown';

const introduction = `What a client can observe of the service. Each statement is a row of \`test/conformance/rows/\` in the
repository: a request, what is true before it, and the expected response. The rows are JSON, so that any program can run
them; \`test/conformance/README.md\` describes the format.`;

const runner = `## Run the rows against a service

\`\`\`sh
npm run conformance                                                  # the sandbox of this build, every row
npm run conformance -- --base-url https://api.example.com/v1         # a service: rows that only read
npm run conformance -- --base-url http://127.0.0.1:8787/v1 --allow-billing --allow-changes
\`\`\`

The runner prints each row that failed with what it expected and what came, and ends with exit code 1 if there is one. It
takes the keys from \`WAYPOST_API_KEY\` and \`WAYPOST_USER_TOKEN\`, and masks them in its output. Rows that cost lookups
require \`--allow-billing\`. Rows that change settings, configs or licensees require \`--allow-changes\`: use an account
that you keep for tests. If the service has the control API of the sandbox, each row gets an account of its own.`;

const columns = `In the tables, *sandbox* marks what the interface leaves open and the sandbox decides. \`{key}\` and
\`{management_key}\` are the keys of the account; other names in braces are values of the row. *Bills* and *changes* mark
rows that run only with the option of that name, and *control* those that use the control API.`;

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

function responseOf({ expect }: Row): string {
  const { status, code: apiCode, shape, charge } = expect;
  return [
    apiCode === undefined ? String(status) : `${status}, ${apiCode}`,
    ...(shape === undefined ? [] : [code(shape)]),
    ...(charge === undefined ? [] : [charge === 1 ? 'costs 1 lookup' : `costs ${charge} lookups`]),
  ].join('; ');
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
    code(`${row.request.method} ${row.request.path}`),
    responseOf(row),
    marksOf(row),
  ]);
  return [`## ${title}`, table(head, lines)];
}

/** The page, with the statements that no single request can show, and the test of each. */
export function conformancePage(): string {
  return page([
    '<!-- Generated from test/conformance/ by `npm run reference`. Do not edit. -->',
    '# Conformance',
    introduction,
    runner,
    columns,
    ...resources.flatMap(section),
    '## Shown by tests',
    'No single request can show these statements. The test names the statement in a comment.',
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
