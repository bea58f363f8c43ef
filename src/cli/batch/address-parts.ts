// Determines the columns from which a batch reads its values. If the parts of an address are in several columns,
// waypost asks the user at a terminal whether to combine these columns.
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
 * Returns the `--column` values for a batch, and the reader that reads the parameters of each row. If several columns
 * contain the parts of an address, asks the user at a terminal whether to combine these columns. If the user agrees,
 * the returned values include the template that combines the columns. Throws `invalid_input` if a `--column` value is
 * invalid, or if waypost cannot determine the column for a required parameter. Also throws `invalid_input` if the parts
 * of an address are in several columns, and the user declines or waypost runs in a script.
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
    { name: 'None of these addresses', value: undefined },
  ]);
}
