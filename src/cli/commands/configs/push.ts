// `waypost configs push`: shows how a directory's files differ from a key's configs, then updates the configs. The
// command creates configs only if --create is set, and deletes configs only if --prune is set.

import { configName } from '../../../api/limits';
import { createConfig, deleteConfig, updateConfig } from '../../../client/configs';
import type { OwnedKey } from '../../../client/owned-key';
import type { CommandWriter } from '../../../lib/command-text';
import { invalidInput, WaypostError } from '../../../lib/errors';
import { andList } from '../../../lib/word-list';
import { configChangeHints, withHints } from '../../hints/by-api-code';
import { hintOf } from '../../hints/by-reason';
import type { Colors } from '../../output/color';
import { fieldErrorsOf, type Output } from '../../output/output';
import { oneLine } from '../../output/printable';
import { counted } from '../../output/words';
import { confirmYes, declined } from '../../prompts/confirm';
import type { Credentials } from '../../run/credentials';
import type { ServiceConnector } from '../../run/service-connector';
import type { SettingsInUse } from '../../run/settings-in-use';
import {
  type BrokenJson,
  compareDirectory,
  type Difference,
  differencesText,
  warnOfBrokenJson,
} from './diff';
import { type ConfigDirectory, configOf } from './directory';

interface PushDependencies {
  output: Output;
  credentials: Credentials;
  service: ServiceConnector;
  settings: SettingsInUse;
}

interface PushOptions {
  yes?: boolean;
  create?: boolean;
  prune?: boolean;
  force?: boolean;
}

export async function configsPush(
  { output, credentials, service, settings }: PushDependencies,
  options: PushOptions,
  named: string,
): Promise<number> {
  const { create = false, prune = false, force = false, yes } = options;
  const { key, directory, differences } = await compareDirectory({ credentials, service }, named);
  const added = create ? inState(differences, 'added') : [];
  const changed = inState(differences, 'changed');
  const gone = prune ? inState(differences, 'service_only') : [];
  refuseHidden(gone, directory);
  refuseNames(added);
  const todo = [...added, ...changed, ...gone];
  if (!output.json) await showDifferences(output, differences, directory, { create, prune });
  const broken = await warnOfBrokenJson(output, changed);
  if (!force) refuseBrokenJson(broken);
  if (todo.length > 0 && !yes) {
    const consequence = consequenceOf(added.length, changed.length, gone.length);
    if (!(await confirmYes({ output, settings }, consequence, `${consequence} Continue?`))) {
      return declined(output);
    }
  }
  const { done, refused, stopped } = await sendFiles(key, todo, async (refusal) => {
    if (!output.json) await output.note((color) => refusalText(refusal, color));
  });
  const report = pushReport(differences, done);
  const details = {
    ...report,
    refused: refused.map((file) => refusalDocument(file, output.command)),
  };
  if (stopped !== undefined) throw stopped.with({ details });
  const [first] = refused;
  if (first !== undefined) throw refusedFiles(first, refused, todo.length).with({ details });
  await output.result({ success: true, ...report }, (color) => {
    if (!hasDifference(differences))
      return 'The files and the configs on the service are identical.';
    if (todo.length === 0) return 'Nothing was changed.';
    return `${color.green('Pushed.')} ${pushedCounts(report)}`;
  });
  return 0;
}

/** Prints how the files differ from the configs, and which of these differences the command sends to the service. */
async function showDifferences(
  output: Output,
  differences: readonly Difference[],
  directory: ConfigDirectory,
  { create, prune }: { create: boolean; prune: boolean },
): Promise<void> {
  if (!hasDifference(differences) && directory.ignored.length === 0) return;
  await output.note((color) =>
    differencesText(differences, directory, color, {
      added: create
        ? { word: 'new' }
        : { line: 'Only in the directory (--create creates these configs)' },
      service_only: prune
        ? { word: 'to be deleted' }
        : { line: 'Only on the service (--prune deletes these configs)' },
    })
      .join('\n')
      .trimEnd(),
  );
}

interface PushReport {
  created: string[];
  updated: string[];
  deleted: string[];
  unchanged: string[];
  local_only: string[];
  service_only: string[];
}

/** Returns the names of the configs, grouped by outcome. `done` contains the differences that the service accepted. */
function pushReport(differences: readonly Difference[], done: readonly Difference[]): PushReport {
  const left = differences.filter((difference) => !done.includes(difference));
  return {
    created: namesInState(done, 'added'),
    updated: namesInState(done, 'changed'),
    deleted: namesInState(done, 'service_only'),
    unchanged: namesInState(differences, 'unchanged'),
    local_only: namesInState(left, 'added'),
    service_only: namesInState(left, 'service_only'),
  };
}

function pushedCounts({ created, updated, deleted, unchanged }: PushReport): string {
  return [
    `${created.length} created`,
    `${updated.length} updated`,
    ...(deleted.length > 0 ? [`${deleted.length} deleted`] : []),
    `${unchanged.length} unchanged`,
  ].join(', ');
}

function hasDifference(differences: readonly Difference[]): boolean {
  return differences.some(({ state }) => state !== 'unchanged');
}

function namesInState(differences: readonly Difference[], state: Difference['state']): string[] {
  return inState(differences, state).map(({ name }) => name);
}

function inState(differences: readonly Difference[], wanted: Difference['state']): Difference[] {
  return differences.filter(({ state }) => state === wanted);
}

/**
 * Throws `invalid_input` if --prune would delete a config only because waypost skips the config's file, for example
 * because the file is a symbolic link.
 */
function refuseHidden(gone: readonly Difference[], { ignored }: ConfigDirectory): void {
  const names = new Set(gone.map(({ name }) => name));
  const hiding = ignored.find(({ file }) => names.has(configOf(file) ?? file));
  if (hiding === undefined) return;
  throw invalidInput(
    `--prune would delete a config because waypost skips the config's file: ${oneLine(hiding.file)}.`,
    'Replace the skipped entry with a regular file, move the entry to another directory, or remove --prune. Nothing was changed.',
  );
}

/**
 * Throws `invalid_input` if the name of a new file is not a valid config name. Does not check the names of existing
 * configs, because the service has already accepted these names.
 */
function refuseNames(added: readonly Difference[]): void {
  const refused = added
    .filter(({ name }) => !configName.test(name))
    .map(({ name, file }) => ({ name, file }));
  if (refused.length === 0) return;
  const files = refused.map(({ name, file }) => oneLine(file ?? name)).join(', ');
  throw invalidInput(
    `Invalid config ${refused.length === 1 ? 'name' : 'names'}: ${files}.`,
    'Rename the file, or move it to another directory. Config names have 1 to 32 characters: letters, digits, dots, _ or -. Nothing was changed.',
    { refused },
  );
}

/** Throws `invalid_input` if a file is not JSON, although the config on the service is JSON. */
function refuseBrokenJson(broken: readonly BrokenJson[]): void {
  if (broken.length === 0) return;
  const files = broken.map(({ name, file }) => oneLine(file ?? name)).join(', ');
  throw invalidInput(
    broken.length === 1
      ? `Invalid JSON in ${files}. At the service, the config is valid JSON.`
      : `Invalid JSON in ${broken.length} files: ${files}. At the service, the configs are valid JSON.`,
    'Correct the JSON, or push the file unchanged with --force. Nothing was changed.',
    { no_longer_json: broken },
  );
}

function consequenceOf(created: number, updated: number, deleted: number): string {
  const parts = [
    ...(created === 0 ? [] : [`creates ${counted(created, 'config')}`]),
    ...(updated === 0 ? [] : [`replaces the payload of ${counted(updated, 'config')}`]),
    ...(deleted === 0 ? [] : [`deletes ${counted(deleted, 'config')} permanently`]),
  ];
  return `Pushing ${andList(parts)}.`;
}

function refusalText({ difference, error }: RefusedFile, color: Colors): string {
  const file = oneLine(difference.file ?? difference.name);
  const fields = fieldErrorsOf(error.details).map(({ path, message }) => `${path}: ${message}`);
  return `${color.red('Rejected')} ${file}: ${oneLine([error.message, ...fields].join('; '))}`;
}

function refusalDocument(
  { difference: { name, file }, error }: RefusedFile,
  command: CommandWriter,
) {
  const { code: _, ...facts } = error.with({ hint: hintOf(error, command) }).toDocument().error;
  return { name, file, ...facts };
}

function refusedFiles(
  { error }: RefusedFile,
  refused: readonly RefusedFile[],
  changes: number,
): WaypostError {
  const named = refused.map(({ difference }) => difference.file ?? difference.name).join(', ');
  const others = changes - refused.length;
  return new WaypostError(
    error.code,
    `The service rejected ${refused.length} of ${counted(changes, 'change')}: ${named}.`,
    {
      status: error.status,
      apiCode: error.apiCode,
      hint: `Correct or rename the rejected files, or move these files to another directory. Then push again. ${others === 0 ? 'Nothing was changed.' : `waypost pushed the other ${others === 1 ? 'change' : `${others} changes`}.`}`,
    },
  );
}

interface RefusedFile {
  difference: Difference;
  error: WaypostError;
}

/**
 * Creates, updates and deletes configs. Calls `onRefusedFile` as soon as the service rejects a file. If an error
 * affects every file, does not send the remaining changes, and returns the error as `stopped`.
 */
async function sendFiles(
  key: OwnedKey,
  todo: readonly Difference[],
  onRefusedFile: (refused: RefusedFile) => Promise<void>,
) {
  const done: Difference[] = [];
  const refused: RefusedFile[] = [];
  for (const difference of todo) {
    const { name } = difference;
    try {
      await withHints(configChangeHints(name), () => sendFile(key, difference));
      done.push(difference);
    } catch (error) {
      if (!(error instanceof WaypostError)) throw error;
      if (!isAboutOneFile(error)) {
        const far = `Run the command again to continue. The push stopped at ${name}, after ${done.length} of ${todo.length} changes.`;
        const stopped = error.with({
          hint: (command) => `${far} ${hintOf(error, command) ?? ''}`.trim(),
        });
        return { done, refused, stopped };
      }
      refused.push({ difference, error });
      await onRefusedFile({ difference, error });
    }
  }
  return { done, refused };
}

async function sendFile(key: OwnedKey, { name, state, local = '' }: Difference): Promise<void> {
  if (state === 'added') await createConfig(key, name, local);
  else if (state === 'changed') await updateConfig(key, name, local);
  else {
    await deleteConfig(key, name).catch((error: unknown) => {
      // API code 4047 means that the config no longer exists, so waypost does not have to delete it.
      const isGone = error instanceof WaypostError && error.apiCode === 4047;
      if (!isGone) throw error;
    });
  }
}

/** True if the error affects only one file. Other errors, such as a rejected key, would also affect the next file. */
function isAboutOneFile({ code, status = 0, apiCode }: WaypostError): boolean {
  if (['auth_failed', 'rate_limited', 'session_refused'].includes(code)) return false;
  // The client reports `invalid_input` for a config name such as `..`, which would change the path of the request. This
  // error affects only one file.
  return code === 'invalid_input' || apiCode !== undefined || (status >= 400 && status < 500);
}
