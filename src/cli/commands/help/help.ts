// `waypost help`: a command's help, an error code, or one of the topics that no single command owns.
import { requestsPerSecond } from '../../../api/limits';
import { environmentVariables } from '../../../lib/environment';
import { errorCodes, interruptedStatus } from '../../../lib/error-codes';
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

/** The help of a command or an error code as a topic. Throws `invalid_input` if there is neither. */
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
      'waypost ends with one of these statuses. With --json, standard output holds {"error": {"code": …, "message": …}} with the code named here. `waypost help <code>` explains one of these, or a code of the service.',
      width,
    ),
    '',
    definitions(
      [
        ['0', 'success; an empty list too'],
        ...Object.entries(errorCodes).map(([code, { exitStatus, meaning }]): [string, string] => [
          `${exitStatus}  ${code}`,
          meaning,
        ]),
        [`${interruptedStatus}`, 'interrupted; the process ends by the signal itself'],
      ],
      width,
    ),
  ].join('\n');
}

function environmentText(width: number): string {
  return [
    paragraph(
      'waypost reads these variables. An empty or blank one counts as unset. They override `waypost settings`.',
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
description: Look up, verify and autocomplete places, addresses, emails and phone numbers, and manage API keys, usage, licensees and configs of the lookup service with the waypost command.
---

<!-- Generated from the list of commands by \`npm run reference\`. Do not edit. -->

# waypost

Rules for scripts and agents:

- Use \`--json\`. Standard output is then one JSON document: the result, or \`{"error": {"code", "message", "hint", …}}\`. waypost never prompts with \`--json\`.
- Decide by the exit code and \`error.code\`, not by the message. \`error.hint\` states what to do next. \`waypost help <code>\` explains an \`error.code\` or an \`error.api_code\`.
- Before you use a new command, run \`waypost schema <command>\`: arguments, options, a JSON Schema of the output, errors and exit codes. \`waypost schema\` lists all commands with their effects and exit codes, and \`waypost schema <group>\` lists those of a group.
- \`effects.bills\` in the schema is true if a command costs lookups. \`effects.changes\` and \`effects.deletes\` are true if it changes or deletes data at the service. Searching and autocompleting cost nothing.
- Check the cost first. For a file, use \`--file\` with \`--dry-run\`: it prints how many lookups the file would cost and how many remain. \`--max-lookups\` limits the run. If an address is in several columns, use \`--column "{street}, {city}, {state} {zip}"\`.
- With \`WAYPOST_READ_ONLY=1\`, waypost rejects every command that changes, deletes or costs, before any request. \`waypost proxy --read-only <command>\` runs another program with this restriction.
- Commands that delete or replace require \`--yes\` or \`--force\`. Use these options only for what the user asked you to do.
- Never pass a key as an argument. Use the stored login, or \`WAYPOST_API_KEY\` and \`WAYPOST_USER_TOKEN\`.
- To sign up without waiting, run \`waypost signup --no-wait --json\` and show its \`signup_url\` to the user. Then run \`waypost signup --resume --no-wait --json\` until the result is no longer \`{"pending": true, …}\`. The keys are then stored.

## Without an account: the sandbox

\`waypost sandbox start --detach --json\` runs the complete service on this machine, at the default base URL. Its lookups cost nothing real.

- Get a key: \`waypost signup --unattended --json\`. Add lookups: \`waypost sandbox set lookups=1000\`.
- See what a program requested: \`waypost sandbox requests --json\` lists every request with its status, code and charge. \`--clear\` removes them.
- Use values with fixed results: \`waypost sandbox values --json\` lists a disposable mailbox, an ambiguous address, a deleted place and more.
- Make a request fail: \`waypost sandbox fault add 503 --times 1\`. End the sandbox: \`waypost sandbox stop\`.

## Commands

${lines.join('\n')}

## Exit codes

- 0: success, also for an empty list
${statuses.join('\n')}
- 130: interrupted
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

/** Joins the lines of a block to paragraphs: one ends where a line ends with a sentence or a record. */
function unwrapped(body: string): string {
  return body.replace(/([^.}])\n\s+/g, '$1 ').replace(/\n\s+/g, '\n');
}

function batchPage(): string {
  return `\
Every command that looks something up takes a file of rows with --file:

  waypost emails validate --file list.csv -o checked.csv
  waypost places resolve --file ids.csv --column place_id -o places.ndjson
  waypost addresses cleanse --file in.csv --column street --column postcode=zip -o out.csv
  cut -f2 people.tsv | waypost phones validate --file - --input-format lines

Rows in    CSV (also with ; or tabs), NDJSON (a JSON object a line) or lines (each line as it stands),
           by the file's ending or --input-format. Text is UTF-8. What is looked up comes from the column
           of its name (email, phone, id, query, lon and lat) or a usual one (E-Mail, Telephone), from the
           only column, or from --column;
           --column "{street}, {city}, {state} {zip}" combines several; empty ones leave no comma.
           --column parameter=column feeds any other parameter. Columns have names, or numbers from 1;
           with --no-header and several columns, --column is needed.
           The options of the command itself hold for every row.

Rows out   Each row once and in order, with its result or its error. CSV: the row as it was, error.code,
           error.message, and members of the result (--fields picks others, as hits.0.id). NDJSON and
           JSON: {"row": 1, "input": …, "result": …}, or "error" in place of "result". With -o they go to
           a file that is there only when it is whole; else to standard output, as they come.
           A row that fails (not found, not valid) is an answer; the exit status stays 0.

Speed      At most ${requestsPerSecond} requests in any second, fewer with --rate, and none while the service's own window
           is used up. A service on this machine may be asked faster: --rate none.

Cost       Equal rows share one lookup; --no-dedupe looks up each. --cache 7d keeps answers for later
           runs and uses those younger than 7 days (s, m, h, d; results only, of the same account).
           A value that cannot be right (an e-mail address without @) is its row's error and costs
           nothing; --force sends it. --dry-run says what the file would cost, with the balance and
           limits that are known, and sends nothing billable. Where the balance is known to be too low,
           a person is asked before the batch begins, and a script is told.
           --max-lookups stops the batch before more lookups are consumed (exit status 2).
           Without lookups left (codes 4020, 4021) it stops at once (1). Ctrl-C waits for the answers
           that are under way (130).

Resuming   The answers so far are kept beside the file of -o, and the same command with --resume asks for
           none of them again, also after a crash, also with another key. Only a request whose answer
           never arrived may be paid for twice: after a kill or a broken connection in the middle of it.
           The summary counts those as in_doubt. A wait of more than ten minutes that the service asks
           for ends the batch (3). Rows that have no answer yet may be mended before, and more may
           follow at the end. --force replaces the file of -o.

Summary    --json with -o: {"success": true, "path": "…", "rows": 0, "succeeded": 0, "failed": 0,
                            "lookups": 0, "in_doubt": 0, "outcomes": {"deliverable": 0, …}, "bytes": 0}
           --json alone: one JSON array of the rows; the summary is an event on standard error.
           --dry-run --json: {"columns": {"email": "…"}, "rows": 0, "invalid": 0, "invalid_rows": [], "distinct": 0,
                            "cached": 0, "lookups": 0, "seconds": 0, "lookups_remaining": 0}; null for what is
                            not known. "row" counts the rows without the header, "line" the lines of the file.
           Events with --json: progress, balance_too_low (rows, lookups, lookups_remaining) and
           may_be_billed_twice (row), each a line of JSON on standard error.`;
}
