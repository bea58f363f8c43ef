// Runs a lookup command: performs one lookup with the API key in use, and prints the result, the cost and the remaining
// lookups. If --file is set, runs a batch instead.

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

/** A lookup command: its operation, the function that formats its result, and its hints for errors. */
export interface LookupCommand extends BatchCommand {
  view: LookupView;
  /** Throws `invalid_input` if a value on the command line is invalid. */
  check?: (fields: LookupParameters) => void;
}

/**
 * Returns the function that runs a lookup command. The command's argument is the value to look up. The command's
 * options have the names of the operation's other parameters.
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

/** Returns the parameters of the operation with their values from the command line. */
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

/**
 * Performs one lookup, or one lookup for each row if --file is set. Throws `invalid_input` if there is nothing to look
 * up, if a value or option is invalid, or if --file is combined with a value.
 */
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
        `Nothing to look up: no ${missing.join(', no ')} and no --file.`,
        'Pass the value on the command line, or a file with --file.',
      );
    }
    refuseWithoutFile(options);
    if (required.length === 1) requiredValue(fields, required[0]);
    if (!options.force) await refuseInvalid(command.operation, fields);
    return showLookup(dependencies, command, fields);
  }
  if (missing.length < required.length) {
    throw invalidInput(
      'A value and --file cannot be combined.',
      'Remove the value, or remove --file.',
    );
  }
  const { runLookups } = await import('../../batch/run');
  return runLookups(dependencies, command, fields, options);
}

/** The options that require --file, as the parser names them. */
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

/** Throws `invalid_input` if an option that requires --file is set. Call this function only if --file is not set. */
export function refuseWithoutFile(options: BatchOptions): void {
  const given = batchOnly.find((name) => Object.hasOwn(options, name));
  const first = given ?? (options.dedupe === false ? 'noDedupe' : undefined);
  if (first === undefined) return;
  throw invalidInput(
    `${optionOfKey(first)} requires --file.`,
    `Set --file to a file with values to look up, or remove ${optionOfKey(first)}.`,
  );
}

/** Throws `invalid_input` if an option has an empty value. Unlike an option, a cell in a file can be empty. */
export function refuseEmpty({ optional }: LookupOperation, fields: LookupParameters): void {
  for (const name of optional) nonEmpty(optionOfKey(name), fields[name]);
}

/**
 * Throws `invalid_input` if the value is invalid, because the service would bill the lookup. Also throws
 * `invalid_input` if the value is the name of a file, because the user probably meant --file.
 */
async function refuseInvalid(operation: LookupOperation, fields: LookupParameters): Promise<void> {
  const [first] = operation.required;
  const value = fields[first]?.trim() ?? '';
  const invalid = await operation.check?.(fields);
  // A valid email address or phone number can also be a file name, so waypost searches for a file only if the value is
  // invalid or is probably a file name.
  const isName = first === 'id' || (first === 'phone' && /[a-z]/i.test(value));
  const isNoText = isName || rowFile.test(value) || invalid?.parameter === first;
  if (operation.endpoint.billed && isNoText && isFile(value)) throw fileAsValueError(value);
  if (invalid !== undefined) throw invalidValueError(invalid);
}

/** Matches file names with an extension that is typical of files with rows. */
const rowFile = /\.(csv|tsv|ndjson|jsonl|json|txt|xlsx?|ods)$/i;

/** True if a regular file with this path exists. */
function isFile(path: string): boolean {
  return existsSync(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/**
 * Performs one lookup and prints its result. Throws `missing_api_key` if there is no API key. Also throws the service's
 * errors.
 */
async function showLookup(
  { system, output, credentials, service, settings }: Dependencies,
  command: LookupCommand,
  fields: LookupParameters,
): Promise<void> {
  // `request` throws if a value is invalid. The command must report an invalid value before it reports a missing key.
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

/** Like `showLookup`, but uses the caller's key. */
export async function showLookupWith(
  key: LookupKey,
  { system, output, settings }: { system: System; output: Output; settings: SettingsInUse },
  resolved: ResolvedCredentials,
  { operation, view, hints = {} }: LookupCommand,
  fields: LookupParameters,
): Promise<void> {
  const all = { ...balanceHints(resolved, settings.options), ...hints };
  const lookedUp = await withLookupHints(operation, key, all, () => lookUp(key, operation, fields));
  const { result } = lookedUp;
  const isSandbox = isLoopback(resolved.baseUrl);
  await output.result(result, (color) => view(result, color, output.width, isSandbox).join('\n'));
  if (operation.endpoint.billed) await noteCost({ system, output }, key, resolved, lookedUp);
}

/**
 * If --json is not set, prints the cost of a lookup. If the management key is known, also prints the remaining lookups.
 */
async function noteCost(
  { system, output }: { system: System; output: Output },
  key: LookupKey,
  resolved: ResolvedCredentials,
  { cost }: LookedUp,
): Promise<void> {
  if (output.json) return;
  const left = (await balanceOf(key, resolved, system.interrupted))?.left;
  const remaining = left === undefined ? '' : ` Lookups remaining: ${grouped(left)}.`;
  await output.note((color) => color.dim(`Cost: ${counted(cost, 'lookup')}.${remaining}`));
}
