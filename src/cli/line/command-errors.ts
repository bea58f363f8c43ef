// Lists the errors that each command can return. The list contains the errors that every command can return, the errors
// in the command's specification, the errors of the command's operations, and the errors of the credentials that these
// operations require.
import { type CatalogCode, catalog } from '../../api/catalog';
import { endpoints } from '../../api/endpoints';
import { operationCodes } from '../../api/operation-codes';
import type { OperationName } from '../../api/operations';
import { errorCodeFor } from '../../client/error-codes';
import { type ErrorCode, errorCodes, interruptedStatus } from '../../lib/error-codes';
import type { Command, ErrorSpec } from './command';
import { operationsOf } from './effects';

/** Errors that every command can return: a bug in waypost, an invalid option, and output that cannot be written. */
const ofEach: readonly ErrorCode[] = ['internal_error', 'invalid_input', 'write_failed'];

/** Errors that every request to the service can return. */
const ofRequests: readonly ErrorCode[] = [
  'api_error',
  'network_error',
  'timeout',
  'rate_limited',
  'service_unavailable',
  'invalid_response',
];

/** Errors that a command can return if it uses the user's credentials. */
const ofCredentials: readonly ErrorCode[] = [
  'invalid_credentials_file',
  'missing_api_key',
  'auth_failed',
  'session_refused',
];

/**
 * Returns every error that a command can return. The errors in the command's specification come first. The remaining
 * errors follow in the order of their exit codes.
 */
export function errorsOf(command: Command): readonly ErrorSpec[] {
  const described = command.errors ?? [];
  const known = new Set(described.map(({ code }) => code));
  const others = [...new Set([...ofEach, ...requestErrors(command)])]
    .filter((code) => !known.has(code))
    .sort((one, other) => errorCodes[one].exitStatus - errorCodes[other].exitStatus);
  return [...described, ...others.map((code) => ({ code }))];
}

/** Returns every error code that a command can return. */
export function errorCodesOf(command: Command): readonly ErrorCode[] {
  return [...new Set(errorsOf(command).map(({ code }) => code))];
}

function requestErrors(command: Command): ErrorCode[] {
  const { asks = false } = command;
  if (asks === false) return [];
  const called = operationsOf(command);
  const names = called === 'any' ? (Object.keys(endpoints) as OperationName[]) : called;
  const answered = names.flatMap((name) => operationCodes[name] ?? []).map(toolCodeOf);
  const needsManagementKey = names.some((name) => endpoints[name].credential === 'management_key');
  return [
    ...ofRequests,
    ...answered,
    ...(asks === 'without_login' ? [] : ofCredentials),
    ...(asks !== 'without_login' && needsManagementKey ? (['missing_user_token'] as const) : []),
  ];
}

function toolCodeOf(apiCode: CatalogCode): ErrorCode {
  return errorCodeFor(catalog[apiCode].status, apiCode);
}

/** Returns a command's exit codes with their meanings, in ascending order. */
export function statusesOf(command: Command): { status: number; when: string }[] {
  const { exitStatuses: special = [] } = command;
  const meanings = new Map<number, Set<string>>([[0, new Set(['success'])]]);
  const add = (status: number, when: string) =>
    meanings.set(status, new Set([...(meanings.get(status) ?? []), when]));
  for (const { status, when } of special) add(status, when);
  for (const code of errorCodesOf(command)) add(errorCodes[code].exitStatus, code);
  add(interruptedStatus, 'interrupted');
  return [...meanings]
    .sort(([one], [other]) => one - other)
    .map(([status, when]) => ({ status, when: [...when].join(', ') }));
}
