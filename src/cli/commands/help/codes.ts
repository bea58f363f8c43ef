// `waypost help <code>`: what an error code of the service or of the tool means, which commands return it, what to do
// next, and whether the lookup was billed.

import { type CatalogCode, catalog } from '../../../api/catalog';
import { codeMeanings } from '../../../api/code-meanings';
import { endpoints } from '../../../api/endpoints';
import { operationCodes } from '../../../api/operation-codes';
import type { OperationName } from '../../../api/operations';
import { errorCodeFor } from '../../../client/error-codes';
import { commandInText, hintText } from '../../../lib/command-text';
import { editDistance } from '../../../lib/edit-distance';
import {
  type ErrorCode,
  errorMeanings,
  exitStatuses,
  interruptedStatus,
  invalidInput,
  WaypostError,
} from '../../../lib/errors';
import { hintOf } from '../../hints/by-reason';
import { type Command, commandLine } from '../../line/command';
import { errorCodesOf } from '../../line/command-errors';
import { allCommands } from '../../line/commands';
import { operationsOf } from '../../line/effects';
import { definitions, paragraph } from '../../line/help-text';
import { isClose } from '../../line/mistakes/suggest';

/** A page of help, as data and as text. */
interface CodePage {
  value: () => object;
  text: (width: number) => string;
}

const apiCodes = Object.keys(catalog).map((code) => Number(code) as CatalogCode);
const operationNames = Object.keys(endpoints) as OperationName[];

const nothingBilled = 'Nothing: no lookup is billed.';

const perhapsBilled =
  'A lookup that was sent may be billed: `waypost keys usage --last 1d` counts it.';

const notOfLookups = 'Nothing: the commands that return it bill no lookups.';
const inBatch = 'In a batch, rows that were answered before stay billed.';

/** What each code of the tool costs, and what to do where the usual hint depends on the cause. */
const ofTool: Readonly<Record<ErrorCode, { cost: string; next?: string }>> = {
  api_error: { cost: nothingBilled },
  balance_empty: { cost: nothingBilled },
  internal_error: {
    cost: perhapsBilled,
    next: 'Run the command again with --debug. If the error stays, report it with the output of `waypost doctor`.',
  },
  not_found: { cost: nothingBilled },
  invalid_input: {
    cost: 'Nothing, except where --fields names a member that the answer turns out not to have: that lookup is billed.',
    next: "Correct what the message names; the command's --help lists arguments and options.",
  },
  invalid_credentials_file: {
    cost: nothingBilled,
    next: 'Correct the file that the message names, or move it away and log in again with `waypost auth login`.',
  },
  network_error: {
    cost: perhapsBilled,
    next: 'Check the network, --base-url and the proxy; `waypost doctor` names the step that fails.',
  },
  timeout: { cost: perhapsBilled },
  rate_limited: { cost: nothingBilled },
  service_unavailable: { cost: perhapsBilled },
  invalid_response: {
    cost: perhapsBilled,
    next: 'Check that --base-url names the service itself; --debug shows the requests.',
  },
  aborted: { cost: perhapsBilled, next: 'Only a program that uses the library sees it.' },
  auth_failed: { cost: nothingBilled },
  missing_api_key: { cost: nothingBilled },
  missing_user_token: { cost: nothingBilled },
  session_refused: {
    cost: nothingBilled,
    next: 'Ask the person who started `waypost proxy`: nobody else can change its session.',
  },
  write_failed: { cost: 'Lookups that were answered before the write failed are billed.' },
  signup_expired: { cost: notOfLookups, next: hintText(catalog[4100].hint, commandInText) },
  signup_timeout: { cost: notOfLookups },
  signup_lost: { cost: notOfLookups },
  program_not_runnable: { cost: nothingBilled },
  program_not_found: {
    cost: nothingBilled,
    next: 'Check the name of the program, and that PATH has its directory.',
  },
};

/** The page of an error code such as `4013` or `balance_empty`; undefined if there is no such code. */
export function codePage(code: string): CodePage | undefined {
  const apiCode = apiCodes.find((one) => String(one) === code);
  if (apiCode !== undefined) return apiCodePage(apiCode);
  return Object.hasOwn(exitStatuses, code) ? toolCodePage(code as ErrorCode) : undefined;
}

/** The error for a text that is near a code, or looks like one; undefined for another text. */
export function unknownCode(text: string): WaypostError | undefined {
  if (/^\d+$/.test(text)) return unknownNumber(text);
  const codes = Object.keys(exitStatuses).filter(
    (code) => text.includes('_') || isClose(text, code),
  );
  const [nearest] = byDistance(codes, text.toLowerCase().replaceAll(/[\s-]/g, '_'));
  return nearest === undefined ? undefined : noSuchCode(text, nearest);
}

function unknownNumber(text: string): WaypostError {
  if (Object.values<number>(exitStatuses).concat(0, interruptedStatus).includes(Number(text))) {
    return invalidInput(
      `${text} is an exit code, not an error code.`,
      '`waypost help exit-codes` lists the error codes of each exit code.',
    );
  }
  if (/^[45]\d\d$/.test(text)) {
    const status = Number(text);
    const codes = apiCodes.filter((code) => catalog[code].status === status);
    const pages = codes.length > 0 ? codes : [errorCodeFor(status, undefined)];
    return invalidInput(
      `${text} is an HTTP status, not an error code.`,
      `See \`waypost help ${pages[0]}\`${pages.length > 1 ? `; also ${pages.slice(1).join(', ')}` : ''}.`,
    );
  }
  const [nearest = ''] = byDistance(apiCodes.map(String), text);
  return noSuchCode(text, nearest);
}

function noSuchCode(text: string, nearest: string): WaypostError {
  return invalidInput(
    `There is no error code ${text}.`,
    `Did you mean \`${commandLine(['help', nearest])}\`?`,
  );
}

/** The texts, nearest first. */
function byDistance(texts: readonly string[], typed: string): string[] {
  return texts
    .map((text) => ({ text, distance: editDistance(typed, text) }))
    .sort((one, other) => one.distance - other.distance)
    .map(({ text }) => text);
}

/** The error code of the tool for a code of the service. */
function toolCodeOf(apiCode: CatalogCode): ErrorCode {
  // `waypost signup` alone asks for a sign-up.
  return apiCode === 4100 ? 'signup_expired' : errorCodeFor(catalog[apiCode].status, apiCode);
}

function apiCodePage(apiCode: CatalogCode): CodePage {
  const { status, message } = catalog[apiCode];
  const hint = hintText(catalog[apiCode].hint, commandInText);
  const code = toolCodeOf(apiCode);
  const returning = allCommands.filter((command) => returnsApiCode(command, apiCode));
  const value = {
    api_code: apiCode,
    http_status: status,
    message,
    code,
    exit_status: exitStatuses[code],
    meaning: codeMeanings[apiCode],
    hint,
    cost: costOfApiCode(apiCode),
    commands: namesOf(returning),
  };
  return {
    value: () => value,
    text: (width) =>
      pageText(
        `${apiCode} is an error code of the service: ${message}.`,
        [
          ['Meaning', value.meaning],
          ['What to do', hint],
          ['Cost', value.cost],
          ['Ends with', `${code}, exit code ${value.exit_status}; HTTP status ${status}`],
          ['Commands', commandText(returning)],
        ],
        width,
      ),
  };
}

function toolCodePage(code: ErrorCode): CodePage {
  const returning = allCommands.filter((command) => errorCodesOf(command).includes(code));
  const { next = hintOf(new WaypostError(code, ''), commandInText) ?? '', cost } = ofTool[code];
  const value = {
    code,
    exit_status: exitStatuses[code],
    api_codes: apiCodes.filter((apiCode) => toolCodeOf(apiCode) === code),
    meaning: sentence(errorMeanings[code]),
    hint: next,
    cost: returning.some(isBilled) && !cost.includes('billed: ') ? `${cost} ${inBatch}` : cost,
    commands: namesOf(returning),
  };
  const ofService = value.api_codes.map((apiCode) => `${apiCode} (${catalog[apiCode].message})`);
  return {
    value: () => value,
    text: (width) =>
      pageText(
        `${code} is an error code of waypost, with exit code ${value.exit_status}.`,
        [
          ['Meaning', value.meaning],
          ['What to do', next],
          ['Cost', value.cost],
          ['Service', ofService.join(', ')],
          ['Commands', commandText(returning)],
        ],
        width,
      ),
  };
}

function pageText(title: string, rows: readonly [string, string][], width: number): string {
  const filled = rows.filter(([, text]) => text !== '');
  return `${paragraph(title, width)}\n\n${definitions(filled, width)}`;
}

/** Whether a command ends with this code of the service, rather than to report it in its result. */
function returnsApiCode(command: Command, apiCode: CatalogCode): boolean {
  const called = operationsOf(command);
  // `api` reports the answer; programs under exec and proxy get it themselves.
  if (called === 'any') return errorCodesOf(command).includes('api_error');
  return (
    errorCodesOf(command).includes(toolCodeOf(apiCode)) &&
    called.some((name) => operationCodes[name]?.includes(apiCode))
  );
}

function costOfApiCode(apiCode: CatalogCode): string {
  const mayBill = operationNames.some(
    (name) => endpoints[name].billed && operationCodes[name]?.includes(apiCode),
  );
  if (!mayBill) return nothingBilled;
  return catalog[apiCode].status >= 500 ? perhapsBilled : `${nothingBilled} ${inBatch}`;
}

function isBilled(command: Command): boolean {
  const called = operationsOf(command);
  return called !== 'any' && called.some((name) => endpoints[name].billed);
}

function namesOf(commands: readonly Command[]): string[] {
  return commands.map(({ path }) => path.join(' '));
}

function commandText(commands: readonly Command[]): string {
  if (commands.length === allCommands.length) return 'every command';
  return namesOf(commands).join(', ');
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
