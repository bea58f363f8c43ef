// The options that shape what a command prints, for every command of the list.
import { type CommandGroup, type CommandSpec, type OptionSpec, option } from '../../line/command';

/** The options as the parser gives them. */
export interface ShapeOptions {
  fields?: string;
  format?: string;
  header?: boolean;
  /** Of a lookup command: a batch shapes its rows itself. */
  file?: string;
}

/** Whether the options change the default. */
export function isShaped({ fields, format, header }: ShapeOptions): boolean {
  return fields !== undefined || format !== undefined || header === false;
}

const fields: OptionSpec = option(
  '--fields <a,b.c>',
  'print only these members of the JSON, or columns of the table',
  { repeatable: true, separator: ',' },
);

const rowOptions: readonly OptionSpec[] = [
  option('--format <format>', 'table, json, ndjson or csv (default: table)', {
    choices: ['table', 'json', 'ndjson', 'csv'],
  }),
  option('--header', 'csv: names of the columns in the first row (default)'),
  option('--no-header', 'csv: no names of the columns'),
];

/** The entry with these options after its own; its own option of the same name stays. */
export function withShapeOptions(entry: CommandGroup | CommandSpec): CommandGroup | CommandSpec {
  return 'commands' in entry
    ? { ...entry, commands: entry.commands.map(shapedCommand) }
    : shapedCommand(entry);
}

function shapedCommand(entry: CommandSpec): CommandSpec {
  const { options = [], rows } = entry;
  if (entry.passesOutput) return entry;
  const own = new Set(options.map(({ name }) => name));
  const added = [...(rows === undefined ? [] : rowOptions), fields];
  return { ...entry, options: [...options, ...added.filter(({ name }) => !own.has(name))] };
}
