// `waypost help`: prints help for a command, a code, or a topic that several commands share.
import { requestsPerSecond } from '../../../api/limits';
import { environmentVariables } from '../../../lib/environment';
import { errorCodes, interruptedMeaning, interruptedStatus } from '../../../lib/error-codes';
import { commandLine } from '../../line/command';
import { allCommands, findCommand } from '../../line/commands';
import { globalOptions } from '../../line/common-options';
import {
  definitions,
  flagsOf,
  globalOptionText,
  helpFor,
  helpWidth,
  paragraph,
  usageWords,
  withHeadings,
} from '../../line/help-text';
import { topicNames } from '../../line/help-topics';
import { colorChoice } from '../../line/option-values';
import type { Output } from '../../output/output';
import type { SettingsInUse } from '../../run/settings-in-use';
import type { System } from '../../run/system';

type Topic = { value: () => unknown; text: (width: number) => string };

const topics: Readonly<Record<(typeof topicNames)[number], Topic>> = {
  'exit-codes': {
    value: () => ({
      exit_codes: Object.entries(errorCodes).map(([code, { exitStatus, meaning }]) => ({
        status: exitStatus,
        code,
        meaning,
      })),
    }),
    text: exitCodesText,
  },
  environment: {
    value: () => ({
      variables: Object.entries(environmentVariables).map(([name, meaning]) => ({ name, meaning })),
    }),
    text: environmentText,
  },
  options: {
    value: () => ({
      options: globalOptions.map((one) => ({ option: flagsOf(one), meaning: one.description })),
    }),
    text: globalOptionText,
  },
  batch: { value: () => ({ help: batchText(80) }), text: batchText },
  agents: { value: () => ({ help: skill() }), text: () => skill().trimEnd() },
};

export async function showHelp(
  { system, output, settings }: { system: System; output: Output; settings: SettingsInUse },
  _options: object,
  path: string[],
): Promise<void> {
  const name = topicNames.find((topic) => topic === path.join(' '));
  const { value, text } = name === undefined ? await helpTopic(system, path) : topics[name];
  if (output.asData) {
    await output.result(value(), () => text(helpWidth(system)));
  } else {
    const page = `${text(helpWidth(system))}\n`;
    output.raw(Buffer.from(withHeadings(page, colorChoice(settings.options.color), system)));
  }
}

/**
 * Returns the help for a command, a command group, an API code or an error code. Returns the help for waypost itself if
 * `path` is empty. Throws `invalid_input` if there is no help for `path`.
 */
async function helpTopic(system: System, path: readonly string[]): Promise<Topic> {
  const entry = findCommand(path);
  if (entry === undefined && path.length > 0) {
    const { codePage, unknownCode } = await import('./codes');
    const text = path.join(' ');
    const page = codePage(text);
    if (page !== undefined) return page;
    const mistaken = unknownCode(text);
    if (mistaken !== undefined) throw mistaken;
    const { unknownTopic } = await import('../../line/mistakes/suggest');
    throw unknownTopic('help', path);
  }
  const text = () => helpFor(entry, system).trimEnd();
  return { value: () => ({ help: text() }), text };
}

function exitCodesText(width: number): string {
  return [
    paragraph(
      'waypost returns one of these exit codes. `waypost exec` and `waypost proxy` return the exit code of the program that they run. With --json, a failed command prints {"error": {"code": …, "message": …}}. The list shows the error codes for each exit code. `waypost help <code>` explains an error code or an API code.',
      width,
    ),
    '',
    definitions(
      [
        ['0', 'success, even if the result is an empty list'],
        ...Object.entries(errorCodes).map(([code, { exitStatus, meaning }]): [string, string] => [
          `${exitStatus}  ${code}`,
          meaning,
        ]),
        [
          `${interruptedStatus}`,
          `${interruptedMeaning}. Except on Windows, an interrupt ends the process with a signal. A shell then reports an exit code of 128 plus the signal number, which is 130 for Ctrl-C`,
        ],
      ],
      width,
    ),
  ].join('\n');
}

function environmentText(width: number): string {
  return [
    paragraph(
      'waypost reads these environment variables. An empty or blank variable counts as unset. Environment variables override settings (see `waypost settings`).',
      width,
    ),
    '',
    definitions(Object.entries(environmentVariables), width),
  ].join('\n');
}

export function skill(): string {
  const lines = allCommands.map(
    (command) => `- \`${usageWords([commandLine(command.path)], command)}\`: ${command.summary}`,
  );
  const statuses = Object.entries(errorCodes).map(
    ([code, { exitStatus, meaning }]) => `- ${exitStatus} \`${code}\`: ${meaning}`,
  );
  return `---
name: waypost
description: Use the waypost command to look up, verify and autocomplete places, addresses, emails and phone numbers, and to manage API keys, usage, licensees and configs of the lookup service.
---

<!-- Generated from the list of commands by \`npm run reference\`. Do not edit. -->

# waypost

Rules for scripts and agents:

- Use \`--json\`. With \`--json\`, standard output is one JSON document: the result, or \`{"error": {"code", "message", "hint", …}}\`. waypost never prompts with \`--json\`.
- Base decisions on the exit code and \`error.code\`, not on the message. \`error.hint\` states what to do next. \`waypost help <code>\` explains an \`error.code\` or an \`error.api_code\`.
- Before you use a new command, run \`waypost schema <command>\`. The output contains the command's arguments, options, output schema (JSON Schema), errors and exit codes. \`waypost schema\` lists all commands with their effects and exit codes. \`waypost schema <group>\` lists the commands in a group.
- In a command's schema, \`effects.bills\` is true if the command costs lookups. \`effects.changes\` is true if the command changes data on the service, and \`effects.deletes\` is true if the command deletes data. Place searches and address autocompletion cost nothing.
- Check the cost before you run lookups. For a file, use \`--file\` with \`--dry-run\`, which prints how many lookups the file would cost and how many lookups remain. \`--max-lookups\` limits the cost of a run. If an address is in several columns, use \`--column "{street}, {city}, {state} {zip}"\`.
- With \`WAYPOST_READ_ONLY=1\`, waypost rejects every command that changes or deletes the service's data, and every command that costs lookups. waypost does not send a request for a rejected command. \`waypost proxy --read-only <command>\` runs another program with this restriction.
- Commands that delete or replace data require \`--yes\` or \`--force\`. Use these options only for tasks that the user requested.
- Never pass a key as an argument. Use the stored login, or \`WAYPOST_API_KEY\` and \`WAYPOST_USER_TOKEN\`.
- To sign up without waiting, run \`waypost signup --no-wait --json\` and show the user the \`signup_url\` from the result. Then run \`waypost signup --resume --no-wait --json\` repeatedly until the result is no longer \`{"pending": true, …}\`. At this point, waypost has stored the keys.

## Without an account: the sandbox

\`waypost sandbox start --detach --json\` runs a sandbox of the complete service on this machine, at the default base URL. Lookups in the sandbox cost no money.

- Get a key: \`waypost signup --unattended --json\`. Add lookups: \`waypost sandbox set lookups=1000\`.
- List a program's requests: \`waypost sandbox requests --json\` prints the newest 1,000 requests, each with its HTTP status, API code and cost. \`--clear\` removes all requests from the list.
- Use values with fixed results: \`waypost sandbox values --json\` lists these values, such as a disposable mailbox, an ambiguous address and a deleted place.
- Make a request fail: \`waypost sandbox fault add 503 --times 1\`. Stop the sandbox: \`waypost sandbox stop\`.

## Commands

${lines.join('\n')}

## Exit codes

- 0: success, even if the result is an empty list
${statuses.join('\n')}
- 130: ${interruptedMeaning}
`;
}

export function batchText(width: number): string {
  return batchPage()
    .split('\n\n')
    .map((block) => {
      const [, title, body = ''] = /^([A-Z]\w*(?: \w+)?) {2,}(.*)$/s.exec(block) ?? [];
      if (title !== undefined) return definitions([[title.padEnd(8), unwrapped(body)]], width);
      return block.startsWith('  ') ? block : paragraph(block, width);
    })
    .join('\n\n');
}

/** Joins the lines of a block into paragraphs. A line that ends with `.` or `}` ends its paragraph. */
function unwrapped(body: string): string {
  return body.replace(/([^.}])\n\s+/g, '$1 ').replace(/\n\s+/g, '\n');
}

function batchPage(): string {
  return `\
With --file, every lookup command can process a file instead of a single value:

  waypost emails validate --file list.csv -o checked.csv
  waypost places resolve --file ids.csv --column place_id -o places.ndjson
  waypost addresses cleanse --file in.csv --column street --column postcode=zip -o out.csv
  cut -f2 people.tsv | waypost phones validate --file - --input-format lines

Input      The input is CSV (cells separated by commas, semicolons or tabs), NDJSON (a JSON object or a string
           on each line) or lines (a value on each line). --input-format sets the format (default: from the
           file extension). The input text must be UTF-8.
           waypost looks up the column that is named after the command's parameter (email, phone, id, query, or
           lon and lat), or that has a similar name (Email Address, Telephone). If there is only one column,
           waypost looks up this column.
           If none or several of the columns match, choose a column with --column, by name or by number (starting
           with 1).
           --column "{street}, {city}, {state} {zip}" combines several columns and omits empty cells.
           --column postcode=zip sets the postcode parameter of each request from the column named zip.
           With --no-header and several columns, --column is required.
           The command's other options apply to every row. If an option and a column set the same parameter, the
           option applies only to rows whose cell in this column is empty.

Output     waypost writes every row once, in the input's order, with a result or an error.
           CSV rows contain the input cells, error.code, error.message and result fields. Use --fields to choose
           other result fields, such as hits.0.id. NDJSON and JSON rows are {"row": 1, "input": …, "result": …}, or
           contain "error" instead of "result".
           With -o, the output file appears only once it is complete. Without -o, waypost prints rows to
           standard output as they become ready.
           If a row's value is invalid or not found, the row contains an error. The exit code is still 0.

Speed      waypost sends at most ${requestsPerSecond} requests per second. --rate lowers this limit. If the service's request
           quota is used up, waypost waits. For a service on this machine, --rate none removes the limit.

Cost       Identical rows share one lookup; --no-dedupe looks up each row separately.
           --cache 7d saves results, and reuses saved results that are at most 7 days old (units: s, m, h, d).
           waypost reuses results only for the same service and API key, and does not save errors.
           A value that cannot be valid (an email without @) gets an error at no cost; --force sends the value anyway.
           --dry-run shows the cost of the file, and the key's remaining lookups and limits, without sending
           billable requests.
           If waypost detects that too few lookups remain, it asks you at a terminal whether to start. In a
           script, waypost prints a warning and starts.
           --max-lookups 500 stops the batch before it costs more than 500 lookups (exit code 2).
           If no lookups remain (API code 4020) or a limit is reached (API code 4021), the batch stops immediately (exit
           code 1). After Ctrl-C, waypost waits for pending responses, and then ends with exit code 130.

Resume     waypost saves results next to the -o file. The same command with --resume continues without
           repeating rows that have a result, even after a crash or with a different key. Before you resume, you
           can correct rows without a result, and add rows at the end.
           The service can bill a lookup twice only if its response is lost, for example because the process
           was killed or the connection broke. The summary counts these requests as in_doubt.
           If the service requires a wait of more than ten minutes, the batch ends (exit code 3), and you can resume it.
           --force replaces the -o file.

Summary    --json with -o: {"success": true, "path": "…", "rows": 0, "succeeded": 0, "failed": 0,
                            "lookups": 0, "in_doubt": 0, "outcomes": {"deliverable": 0, …}, "bytes": 0}
           --json alone: one JSON array of the rows; waypost prints the summary as an event to standard error.
           --dry-run --json: {"columns": {"email": "…"}, "rows": 0, "invalid": 0, "invalid_rows": [], "distinct": 0,
                            "cached": 0, "lookups": 0, "seconds": 0, "lookups_remaining": 0}; unknown
                            values are null. Each entry of invalid_rows contains row, line and error. row is the number of
                            the row, starting with 1 after the header, and line is the line number in the file.
           Events with --json: progress, balance_too_low (rows, lookups, lookups_remaining) and
           may_be_billed_twice (row). Each event is one line of JSON on standard error.`;
}
