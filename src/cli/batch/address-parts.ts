// Handles batch files in which several columns contain the parts of an address. At a terminal, waypost offers to
// combine these columns.
import { type ColumnReader, rowReader } from '../../batch/columns';
import type { Input } from '../../batch/input';
import type { BatchReason } from '../../batch/reasons';
import type { LookupOperation } from '../../client/lookup';
import { WaypostError } from '../../lib/errors';
import type { Output } from '../output/output';
import type { SettingsInUse } from '../run/settings-in-use';

interface AddressPartsDependencies {
  output: Output;
  settings: SettingsInUse;
}

/**
 * Returns the `--column` values for a batch. If several columns contain the parts of an address, offers at a terminal
 * to combine these columns, and adds the chosen value. Throws `invalid_input` if the file does not have the columns
 * that the command needs, or if the user does not combine the columns.
 */
export async function chosenColumns(
  { output, settings }: AddressPartsDependencies,
  operation: LookupOperation,
  given: readonly string[],
  input: Input,
): Promise<{ columns: readonly string[]; reader: ColumnReader }> {
  try {
    return { columns: given, reader: rowReader(operation, given, input) };
  } catch (error) {
    const chosen = await chosenTemplate({ output, settings }, error);
    if (chosen === undefined) throw error;
    const columns = [...given, chosen];
    return { columns, reader: rowReader(operation, columns, input) };
  }
}

async function chosenTemplate(
  { output, settings }: AddressPartsDependencies,
  error: unknown,
): Promise<string | undefined> {
  const reason: BatchReason = 'address_in_parts';
  if (!(error instanceof WaypostError) || error.reason !== reason) return undefined;
  const templates = error.about.templates?.split('\n') ?? [];
  if (!settings.interactive || templates.length === 0) return undefined;
  const { askChoice, askYes } = await output.prompts();
  const [only = ''] = templates;
  if (templates.length === 1) {
    return (await askYes(`${error.message} Combine these columns as ${only}?`)) ? only : undefined;
  }
  return askChoice<string | undefined>(`${error.message} Which address should waypost look up?`, [
    ...templates.map((template) => ({ name: template, value: template })),
    { name: 'None of these', value: undefined },
  ]);
}
