// `waypost schema`: the commands as data, for programs.
import { findCommand } from '../commands';
import type { Context } from '../context';
import { describe } from './schema/shared/describe';

/** Runs the command. Throws `invalid_input` for words that name no command. */
export async function run(context: Context, _options: object, path: string[]): Promise<void> {
  const entry = findCommand(path);
  if (entry === undefined && path.length > 0) {
    const { unknownTopic } = await import('../usage/unknown-command');
    throw unknownTopic('schema', path);
  }
  const { output } = context;
  const description = describe(path, entry);
  if (output.asData) await output.result(description, () => '');
  else output.raw(`${JSON.stringify(description, null, 2)}\n`);
}
