// With which exit statuses a command may end.
import { type ErrorCode, exitStatuses, interruptedStatus } from '../../lib/errors';
import type { CommandSpec } from './command';

/** Errors of every command: wrong options, output that cannot be written, a fault of the tool. */
const ofEach: readonly ErrorCode[] = ['internal_error', 'invalid_input', 'write_failed'];

/** Errors of every command that asks the service with a key. */
const ofRequests: readonly ErrorCode[] = [
  'api_error',
  'invalid_credentials_file',
  'network_error',
  'timeout',
  'rate_limited',
  'service_unavailable',
  'invalid_response',
  'missing_api_key',
  'auth_failed',
];

/** Every exit status of a command with what it means, smallest first. */
export function statusesOf({ errors = [], exitStatuses: special = [], asks }: CommandSpec) {
  const meanings = new Map<number, Set<string>>([[0, new Set(['success'])]]);
  const add = (status: number, when: string) =>
    meanings.set(status, new Set([...(meanings.get(status) ?? []), when]));
  for (const { status, when } of special) add(status, when);
  const codes = [...errors.map(({ code }) => code), ...ofEach, ...(asks ? ofRequests : [])];
  for (const code of codes) add(exitStatuses[code], code);
  add(interruptedStatus, 'interrupted');
  return [...meanings]
    .sort(([one], [other]) => one - other)
    .map(([status, when]) => ({ status, when: [...when].join(', ') }));
}
