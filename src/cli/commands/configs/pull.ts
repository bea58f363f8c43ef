// `waypost configs pull`: the payloads as files, byte for byte, for version control.
import type { Command } from 'commander';
import type { Config } from '../../../api/types';
import { configsOf, listConfigs } from '../../../client/configs';
import { invalidInput, WaypostError } from '../../../lib/errors';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { withNextSteps } from '../../hints/hints';
import { ownedKey } from '../../owned-key';
import { sanitizeLine } from '../../ui/sanitize';
import { fileNamesOf } from './shared/file-name';
import { type Folder, mayWrite, openFolder, readPayload, writePayload } from './shared/folder';
import { configSteps } from './shared/text';

const help = `
Example:
  waypost configs pull configs/ && git -C configs diff

A file has the name of its config; what a file name cannot hold, and a dot at its beginning, is
percent-encoded. Files of configs that the service does not have are left alone.

Output (--json): {"success": true, "directory": "…", "written": [{"name": "…", "file": "…"}],
  "unchanged": ["…"], "local_only": ["…"]}
Errors: invalid_input (2) where a link or a folder stands in a file's place; write_failed (5)`;

export function register(command: Command, act: Act): void {
  command
    .description('Write the payloads of the key in use (or of --api-key) as files.')
    .argument('<dir>', 'directory; created where it is missing')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, _options: object, directory: string): Promise<void> {
  const key = await ownedKey(context);
  const list = await withNextSteps(configSteps('<name>'), () => listConfigs(key));
  const configs = configsOf(list);
  const folder = await openFolder(directory, true);
  const files = filesFor(folder, configs);
  const written: { name: string; file: string }[] = [];
  const unchanged: string[] = [];
  for (const { name, payload, file } of files) {
    if (await holds(folder, name, payload)) {
      unchanged.push(name);
    } else {
      await writePayload(folder, file, payload);
      written.push({ name, file });
    }
  }
  const known = new Set(configs.map(({ name }) => name));
  const localOnly = [...folder.files.keys()].filter((name) => !known.has(name)).sort();
  const result = {
    success: true,
    directory: folder.path,
    written,
    unchanged,
    local_only: localOnly,
  };
  await context.output.result(result, (colour) =>
    [
      ...written.map(({ file }) => `${colour.green('Written')} ${sanitizeLine(file)}`),
      `${written.length} written, ${unchanged.length} unchanged in ${sanitizeLine(folder.path)}`,
      ...(localOnly.length === 0
        ? []
        : [`Only here, left alone: ${localOnly.map(sanitizeLine).join(', ')}`]),
    ].join('\n'),
  );
}

/** The file for each config; one that is there already keeps its name. Refuses before anything is written. */
function filesFor(folder: Folder, configs: readonly Config[]) {
  const names = fileNamesOf(configs.map(({ name }) => name));
  return configs.map(({ name, payload }) => {
    if (!isWellFormed(name) || !isWellFormed(payload)) {
      throw new WaypostError('invalid_response', 'A config holds text that no file can hold.', {
        hint: 'Read it with `waypost configs list --json`.',
      });
    }
    const file = folder.files.get(name) ?? names.get(name) ?? '';
    if (!mayWrite(folder, file)) {
      throw invalidInput(
        `${file} in ${folder.path} is a link, a folder or something else that is no regular file.`,
        'Nothing was written. Move it elsewhere, or pull into another directory.',
      );
    }
    return { name, payload, file };
  });
}

/** Whether the file of a config holds this payload already. */
async function holds(folder: Folder, name: string, payload: string): Promise<boolean> {
  const file = folder.files.get(name);
  if (file === undefined) return false;
  try {
    return (await readPayload(folder, file)) === payload;
  } catch (error) {
    // A file that could be no payload is not this one.
    if (error instanceof WaypostError) return false;
    throw error;
  }
}

/** Whether a text survives UTF-8: half of a surrogate pair does not. */
function isWellFormed(text: string): boolean {
  return Buffer.from(text).toString() === text;
}
