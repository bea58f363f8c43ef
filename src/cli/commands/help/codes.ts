// `waypost help <code>`: explains an API code or an error code. The page shows the code's meaning, the next step,
// whether the service bills the lookup, and which commands return the code.

import { type CatalogCode, catalog } from '../../../api/catalog';
import { codeMeanings } from '../../../api/code-meanings';
import { endpoints } from '../../../api/endpoints';
import { operationCodes } from '../../../api/operation-codes';
import type { OperationName } from '../../../api/operations';
import { codesOfLimits } from '../../../api/session-limit';
import { errorCodeFor } from '../../../client/error-codes';
import { commandInText, hintText } from '../../../lib/command-text';
import { editDistance } from '../../../lib/edit-distance';
import {
  type ErrorCode,
  errorCodes,
  interruptedStatus,
  nothingBilled,
  perhapsBilled,
} from '../../../lib/error-codes';
import { invalidInput, type WaypostError } from '../../../lib/errors';
import { type Command, commandLine } from '../../line/command';
import { errorCodesOf } from '../../line/command-errors';
import { allCommands } from '../../line/commands';
import { operationsOf } from '../../line/effects';
import { definitions, paragraph } from '../../line/help-text';
import { isClose } from '../../line/mistakes/suggest';

/** The help page for a code, as data and as text. */
interface CodePage {
  value: () => object;
  text: (width: number) => string;
}

const apiCodes = Object.keys(catalog).map((code) => Number(code) as CatalogCode);
const operationNames = Object.keys(endpoints) as OperationName[];

/** The API codes with which `waypost proxy` rejects requests. */
const codesOfProxy: ReadonlySet<CatalogCode> = new Set(Object.values(codesOfLimits));
const refusedBySession = `. If \`waypost proxy\` rejects the request, the command fails with session_refused (exit code ${errorCodes.session_refused.exitStatus})`;

const inBatch = 'In a batch, the service bills the rows that it looked up before the error.';

/**
 * Returns the help page for an API code such as `4013` or an error code such as `balance_empty`, or undefined if the
 * code does not exist.
 */
export function codePage(code: string): CodePage | undefined {
  const apiCode = apiCodes.find((one) => String(one) === code);
  if (apiCode !== undefined) return apiCodePage(apiCode);
  return Object.hasOwn(errorCodes, code) ? toolCodePage(code as ErrorCode) : undefined;
}

/**
 * If the text is a number or resembles an error code, returns an error with a suggestion. Returns undefined for any
 * other text.
 */
export function unknownCode(text: string): WaypostError | undefined {
  if (/^\d+$/.test(text)) return unknownNumber(text);
  const codes = Object.keys(errorCodes).filter((code) => text.includes('_') || isClose(text, code));
  const [nearest] = byDistance(codes, text.toLowerCase().replaceAll(/[\s-]/g, '_'));
  return nearest === undefined ? undefined : noSuchCode(text, nearest);
}

function unknownNumber(text: string): WaypostError {
  const codes = Object.entries(errorCodes)
    .filter(([, { exitStatus }]) => exitStatus === Number(text))
    .map(([code]) => code);
  if (codes.length > 0 || [0, interruptedStatus].includes(Number(text))) {
    const list =
      codes.length === 0 ? '' : `Exit code ${text} has these error codes: ${codes.join(', ')}. `;
    return invalidInput(
      `${text} is an exit code, not an error code.`,
      `${list}Use \`waypost help exit-codes\` to see the meaning of each code.`,
    );
  }
  if (/^[45]\d\d$/.test(text)) {
    const status = Number(text);
    const codes = apiCodes.filter((code) => catalog[code].status === status);
    const pages = codes.length > 0 ? codes : [errorCodeFor(status, undefined)];
    return invalidInput(
      `${text} is an HTTP status, not an error code.`,
      `See \`waypost help ${pages[0]}\`${pages.length > 1 ? `, or the pages for ${pages.slice(1).join(', ')}` : ''}.`,
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

/** Sorts codes by their similarity to `typed`, most similar first. */
function byDistance(texts: readonly string[], typed: string): string[] {
  return texts
    .map((text) => ({ text, distance: editDistance(typed, text) }))
    .sort((one, other) => one.distance - other.distance)
    .map(({ text }) => text);
}

/** Returns the error code that waypost uses for an API code. */
function toolCodeOf(apiCode: CatalogCode): ErrorCode {
  // The service returns API code 4100 only for a sign-up, so waypost reports `signup_expired`.
  return apiCode === 4100 ? 'signup_expired' : errorCodeFor(catalog[apiCode].status, apiCode);
}

function apiCodePage(apiCode: CatalogCode): CodePage {
  const { status, message } = catalog[apiCode];
  const hint = hintText(catalog[apiCode].hint, commandInText);
  const code = toolCodeOf(apiCode);
  const returning = allCommands.filter((command) => returnsApiCode(command, apiCode));
  const inSession = codesOfProxy.has(apiCode) ? refusedBySession : '';
  const value = {
    api_code: apiCode,
    http_status: status,
    message,
    code,
    exit_status: errorCodes[code].exitStatus,
    meaning: codeMeanings[apiCode],
    hint,
    cost: costOfApiCode(apiCode),
    commands: namesOf(returning),
  };
  return {
    value: () => value,
    text: (width) =>
      pageText(
        `${apiCode} is an API code: ${message}.`,
        [
          ['Meaning', value.meaning],
          ['What to do', hint],
          ['Cost', value.cost],
          [
            'Ends with',
            `${code}, exit code ${value.exit_status}; HTTP status ${status}${inSession}`,
          ],
          ['Commands', commandText(returning)],
        ],
        width,
      ),
  };
}

function toolCodePage(code: ErrorCode): CodePage {
  const returning = allCommands.filter((command) => errorCodesOf(command).includes(code));
  const { exitStatus, meaning, hint, cost } = errorCodes[code];
  const value = {
    code,
    exit_status: exitStatus,
    api_codes: apiCodes.filter((apiCode) => toolCodeOf(apiCode) === code),
    meaning: sentence(meaning),
    hint: hintText(hint, commandInText),
    cost: returning.some(isBilled) && cost !== perhapsBilled ? `${cost} ${inBatch}` : cost,
    commands: namesOf(returning),
  };
  const ofService = value.api_codes.map((apiCode) => `${apiCode} (${catalog[apiCode].message})`);
  return {
    value: () => value,
    text: (width) =>
      pageText(
        `${code} is an error code with exit code ${exitStatus}.`,
        [
          ['Meaning', value.meaning],
          ['What to do', value.hint],
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

/** True if a command can fail with this API code. False if the command reports the API code in its result instead. */
function returnsApiCode(command: Command, apiCode: CatalogCode): boolean {
  const called = operationsOf(command);
  // `api` can fail with any API code. `exec` and `proxy` cannot fail with an API code, because the program that they
  // run receives the response.
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
