// The common part of all lookup commands: one lookup with the API key in use, its result, its cost and the
// remaining balance.

import { existsSync, statSync } from 'node:fs';
import { balanceOf } from '../../../client/balance';
import type { ResolvedCredentials } from '../../../client/credentials/resolve';
import {
  type LookedUp,
  type LookupKey,
  type LookupOperation,
  type LookupParameters,
  lookUp,
  requiredValue,
} from '../../../client/lookup';
import { invalidInput } from '../../../lib/errors';
import { isLoopback } from '../../../lib/loopback';
import { camelCase } from '../../../lib/name-case';
import type { BatchCommand, BatchOptions } from '../../batch/plan';
import { balanceHints, withLookupHints } from '../../hints/by-api-code';
import { fileAsValueError, invalidValueError } from '../../hints/invalid-values';
import { nonEmpty, optionOfKey } from '../../line/option-values';
import type { Output } from '../../output/output';
import type { LookupView } from '../../output/record';
import { counted, grouped } from '../../output/words';
import type { Dependencies } from '../../run/dependencies';
import { lookupKey } from '../../run/lookup-key';
import type { SettingsInUse } from '../../run/settings-in-use';
import type { System } from '../../run/system';

/** A lookup command: its operation, the text of its result, and its hints. */
export interface LookupCommand extends BatchCommand {
  view: LookupView;
  /** Throws `invalid_input` for what neither the service nor a row of a file may hold. */
  check?: (fields: LookupParameters) => void;
}

/**
 * The function of a lookup command: its argument is the value to look up, and its options have the names of the
 * operation's other parameters.
 */
export function lookupCommand(command: LookupCommand) {
  return async (
    dependencies: Dependencies,
    options: BatchOptions,
    value?: string,
  ): Promise<void> => {
    const fields = lookupFields(command.operation, options, value);
    await runLookup(dependencies, command, fields, options);
  };
}

/** The values of an operation's parameters on the command line. */
export function lookupFields(
  { required, optional }: LookupOperation,
  options: BatchOptions,
  value: string | undefined,
): LookupParameters {
  const given: Readonly<Record<string, unknown>> = { ...options };
  const names = [...required, ...optional];
  const fields = names.map((name) => {
    const option = given[camelCase(name)];
    return [name, option === undefined ? undefined : String(option)];
  });
  return {
    ...Object.fromEntries(fields),
    ...(value === undefined ? {} : { [required[0]]: value }),
  };
}

/** Performs one lookup, or with --file one for each row. Throws `invalid_input` for a mixture of both. */
export async function runLookup(
  dependencies: Dependencies,
  command: LookupCommand,
  fields: LookupParameters,
  options: BatchOptions,
): Promise<void> {
  command.check?.(fields);
  refuseEmpty(command.operation, fields);
  const { required } = command.operation;
  const missing = required.filter((name) => fields[name] === undefined);
  if (options.file === undefined) {
    if (missing.length > 0) {
      throw invalidInput(
        `No ${missing.join(' and no ')} to look up, and no --file.`,
        'Give it on the command line, or a file of them with --file.',
      );
    }
    refuseWithoutFile(options);
    if (required.length === 1) requiredValue(fields, required[0]);
    if (!options.force) await refuseInvalid(command.operation, fields);
    return showLookup(dependencies, command, fields);
  }
  if (missing.length < required.length) {
    throw invalidInput('A value and --file exclude each other.', 'Omit one of them.');
  }
  const { runLookups } = await import('../../batch/run');
  return runLookups(dependencies, command, fields, options);
}

/** Options that need --file, as the parser names them. */
const batchOnly: readonly (keyof BatchOptions)[] = [
  'column',
  'inputFormat',
  'output',
  'maxLookups',
  'rate',
  'cache',
  'dryRun',
  'resume',
];

/** Throws `invalid_input` for an option of --file without a file. */
export function refuseWithoutFile(options: BatchOptions): void {
  const given = batchOnly.find((name) => Object.hasOwn(options, name));
  const first = given ?? (options.dedupe === false ? 'noDedupe' : undefined);
  if (first === undefined) return;
  throw invalidInput(
    `${optionOfKey(first)} goes with --file.`,
    'Name the file of rows with --file, or omit the option.',
  );
}

/** Throws `invalid_input` for an option that was given without a value. A row of a file may leave it empty. */
export function refuseEmpty({ optional }: LookupOperation, fields: LookupParameters): void {
  for (const name of optional) nonEmpty(optionOfKey(name), fields[name]);
}

/** Refuses a lookup that would be billed and cannot succeed. Throws `invalid_input`. */
async function refuseInvalid(operation: LookupOperation, fields: LookupParameters): Promise<void> {
  const [first] = operation.required;
  const value = fields[first]?.trim() ?? '';
  const invalid = await operation.check?.(fields);
  // An address may also be the name of a file here: a possible address is not taken for a file.
  const isName = first === 'id' || (first === 'phone' && /[a-z]/i.test(value));
  const isNoText = isName || rowFile.test(value) || invalid?.parameter === first;
  if (operation.endpoint.billed && isNoText && isFile(value)) throw fileAsValueError(value);
  if (invalid !== undefined) throw invalidValueError(invalid);
}

/** Endings of files with rows. */
const rowFile = /\.(csv|tsv|ndjson|jsonl|json|txt|xlsx?|ods)$/i;

/** Whether a regular file of this name exists; false for a text that cannot be a path. */
function isFile(path: string): boolean {
  return existsSync(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Performs one lookup and shows its result. Throws `missing_api_key` and the service's errors. */
async function showLookup(
  { system, output, credentials, service, settings }: Dependencies,
  command: LookupCommand,
  fields: LookupParameters,
): Promise<void> {
  // Errors in the values are reported before anything else.
  command.operation.request(fields);
  const resolved = await credentials.resolve();
  await showLookupWith(
    await lookupKey({ service, settings }, resolved),
    { system, output, settings },
    resolved,
    command,
    fields,
  );
}

/** As `showLookup`, with a given key. */
export async function showLookupWith(
  key: LookupKey,
  { system, output, settings }: { system: System; output: Output; settings: SettingsInUse },
  resolved: ResolvedCredentials,
  { operation, view, hints = {} }: LookupCommand,
  fields: LookupParameters,
): Promise<void> {
  const all = { ...balanceHints(resolved, settings.options), ...hints };
  const lookedUp = await withLookupHints(operation, all, () => lookUp(key, operation, fields));
  const { result } = lookedUp;
  const isSandbox = isLoopback(resolved.baseUrl);
  await output.result(result, (color) => view(result, color, output.width, isSandbox).join('\n'));
  if (operation.endpoint.billed) await noteCost({ system, output }, key, resolved, lookedUp);
}

/** Tells a person the cost of a lookup and, if the management key is known, the balance. */
async function noteCost(
  { system, output }: { system: System; output: Output },
  key: LookupKey,
  resolved: ResolvedCredentials,
  { cost }: LookedUp,
): Promise<void> {
  if (output.json) return;
  const left = (await balanceOf(key, resolved, system.interrupted))?.left;
  const spent = cost === 0 ? 'It cost nothing' : `It cost ${counted(cost, 'lookup')}`;
  await output.note((color) =>
    color.dim(`${spent}${left === undefined ? '.' : `; ${grouped(left)} left.`}`),
  );
}
