// `waypost configs pull`: writes each config's payload to a file, byte for byte, for version control.

import type { Config } from '../../../api/configs';
import { configsOf, listConfigs } from '../../../client/configs';
import { type Hint, placeholder } from '../../../lib/command-text';
import { invalidInput, WaypostError } from '../../../lib/errors';
import { configHints } from '../../hints/by-api-code';
import { refuseWindowsPath } from '../../line/option-values';
import type { Output } from '../../output/output';
import { oneLine } from '../../output/printable';
import { declined } from '../../prompts/confirm';
import type { Credentials } from '../../run/credentials';
import type { ServiceConnector } from '../../run/service-connector';
import type { SettingsInUse } from '../../run/settings-in-use';
import { withKey } from '../shared/owned-key';
import {
  type ConfigDirectory,
  fileNamesOf,
  mayWrite,
  openDirectory,
  readPayload,
  writePayload,
} from './directory';

interface PullDependencies {
  output: Output;
  credentials: Credentials;
  service: ServiceConnector;
  settings: SettingsInUse;
}

export async function configsPull(
  { output, credentials, service, settings }: PullDependencies,
  { force }: { force?: boolean },
  named: string,
): Promise<number> {
  refuseWindowsPath('The directory', named);
  const configs = configsOf(
    await withKey({ credentials, service }, configHints(placeholder('name')), listConfigs),
  );
  const directory = await openDirectory(named, true);
  const files = filesFor(directory, configs);
  const states = new Map<ConfigFile, FileState>();
  for (const file of files) states.set(file, await fileState(directory, file));
  const differing = files.filter((file) => states.get(file) === 'differs');
  const same = files.filter((file) => states.get(file) === 'same');
  const known = new Set(configs.map(({ name }) => name));
  const localOnly = [...directory.files.keys()].filter((name) => !known.has(name)).sort();
  if (
    differing.length > 0 &&
    !force &&
    !(await mayReplaceFiles({ output, settings }, directory, differing))
  ) {
    return declined(output);
  }
  const written = files.filter((file) => !same.includes(file));
  for (const { file, payload } of written) await writePayload(directory, file, payload);
  const report = {
    success: true,
    directory: directory.path,
    written: written.map(({ name, file }) => ({ name, file })),
    unchanged: same.map(({ name }) => name),
    local_only: localOnly,
  };
  await output.result(report, (color) =>
    [
      ...written.map(({ file }) => `${color.green('Written')} ${oneLine(file)}`),
      `${written.length} written, ${same.length} unchanged in ${oneLine(directory.path)}`,
      ...(localOnly.length === 0
        ? []
        : [`Kept files that have no config on the service: ${localOnly.map(oneLine).join(', ')}`]),
    ].join('\n'),
  );
  return 0;
}

interface ConfigFile {
  name: string;
  payload: string;
  file: string;
}

/**
 * Returns true if the user agrees to replace the files that differ from the configs. Throws `invalid_input` in a
 * script.
 */
async function mayReplaceFiles(
  { output, settings }: { output: Output; settings: SettingsInUse },
  { path }: ConfigDirectory,
  differing: readonly ConfigFile[],
): Promise<boolean> {
  const names = differing.map(({ file }) => oneLine(file));
  const [what, these] =
    names.length === 1
      ? ['file differs from the config', 'the file']
      : ['files differ from the configs', 'the files'];
  if (!settings.interactive) {
    throw invalidInput(
      `${names.length} ${what} on the service: ${names.join(', ')}. Nothing was written.`,
      (command) =>
        `Show the differences with ${command('configs diff', [path])}. To send your changes to the service, use ${command('configs push', [path])}. To replace ${these}, use --force.`,
      { differing: differing.map(({ name, file }) => ({ name, file })) },
    );
  }
  await output.note((color) =>
    names.map((name) => `${color.yellow('Differs')} ${name}`).join('\n'),
  );
  const { askYes } = await output.prompts();
  return askYes(`${names.length} ${what} on the service. Replace ${these}?`);
}

/**
 * Returns the file for each config. Existing files keep their names. Throws `invalid_response` if a config's name or
 * payload cannot be encoded in UTF-8, and `invalid_input` if waypost cannot replace an existing file.
 */
function filesFor(directory: ConfigDirectory, configs: readonly Config[]): ConfigFile[] {
  const names = fileNamesOf(configs.map(({ name }) => name));
  return configs.map(({ name, payload }) => {
    // UTF-8 cannot encode half of a surrogate pair, so waypost cannot write the name or the payload to a file.
    if (![name, payload].every((text) => Buffer.from(text).toString() === text)) {
      const message = 'A config contains an unpaired surrogate, which a UTF-8 file cannot contain.';
      const hint: Hint = (command) =>
        `Print the configs with ${command('configs list', [], { json: true })} instead.`;
      throw new WaypostError('invalid_response', message, { hint });
    }
    const file = directory.files.get(name) ?? names.get(name) ?? '';
    if (!mayWrite(directory, file)) {
      throw invalidInput(
        `${file} in ${directory.path} is not a regular file.`,
        'Move this entry to another directory, or pull to a different directory. Nothing was written.',
      );
    }
    return { name, payload, file };
  });
}

type FileState = 'missing' | 'same' | 'differs';

async function fileState(
  directory: ConfigDirectory,
  { name, payload }: ConfigFile,
): Promise<FileState> {
  const file = directory.files.get(name);
  if (file === undefined) return 'missing';
  try {
    return (await readPayload(directory, file)) === payload ? 'same' : 'differs';
  } catch (error) {
    // A file whose content is not a valid payload differs from every payload.
    if (error instanceof WaypostError) return 'differs';
    throw error;
  }
}
