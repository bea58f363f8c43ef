// Runs a parsed command line. Loads a command's code only when the command runs.

import { WaypostError } from '../../lib/errors';
import { version } from '../../lib/identity';
import { camelCase } from '../../lib/name-case';
import type { Command } from '../line/command';
import { helpFor, withHeadings } from '../line/help-text';
import type { Parsed, ParsedCommand } from '../line/parse';
import type { TypedLine } from '../line/typed-line';
import type { Output } from '../output/output';
import type { ShapeOptions } from '../output/result-shape';
import { type Configuration, loadConfiguration, noConfiguration } from './configuration';
import { type Dependencies, makeDependencies } from './dependencies';
import type { System } from './system';

/** Prints help or the version, as a JSON document if --json is set. */
export function showInformation(
  parsed: Exclude<Parsed, ParsedCommand>,
  line: TypedLine,
  system: System,
): void {
  const text = parsed.kind === 'help' ? helpFor(parsed.entry, system) : `${version}\n`;
  const document = () => `${JSON.stringify({ [parsed.kind]: text.trimEnd() })}\n`;
  system.stdout.write(line.json ? document() : withHeadings(text, line.color, system));
}

/** Returns the dependencies of a command. Throws `invalid_input` if a setting or a global option is invalid. */
export async function dependenciesOf(
  { command, globalOptions, typedOptions }: ParsedCommand,
  system: System,
): Promise<Dependencies> {
  const configuration = await configurationFor(command, system);
  // Programs read the text output if `textIsData` is true, if the command line contains an option in `textIsData`, or
  // if --format or --file is set.
  const { textIsData = [] } = command;
  const isData =
    textIsData === true || ['format', 'file', ...textIsData].some((name) => typedOptions.has(name));
  return makeDependencies(system, globalOptions, configuration, isData);
}

/** The commands that must work even if the settings are invalid, for example to repair the settings. */
const withoutSettings: ReadonlySet<string | undefined> = new Set(['settings', 'doctor', 'help']);

async function configurationFor(command: Command, system: System): Promise<Configuration> {
  try {
    return await loadConfiguration(system);
  } catch (error) {
    if (!(error instanceof WaypostError) || !withoutSettings.has(command.path[0])) throw error;
    return { ...noConfiguration, problem: error };
  }
}

/**
 * Checks the values of a command's options, runs the command, and returns the exit code. Throws `invalid_input` if a
 * value is invalid. Also throws the command's errors.
 */
export async function execute(
  { command, options, words }: ParsedCommand,
  line: TypedLine,
  dependencies: Dependencies,
): Promise<number> {
  const { output, settings } = dependencies;
  await checkValues(command, options, words, line);
  await applyShape(output, command, options);
  const { readOnly, configuration } = settings;
  if (readOnly !== undefined) {
    const { refuseEffects } = await import('../line/read-only');
    refuseEffects(readOnly, command, options);
  }
  await output.warnOnce(configuration.warnings ?? []);
  const run = await command.load();
  // The type casts are safe, because the parser created `options` and `words` from this command's specification.
  const status = await run(dependencies, options as never, ...(words as never[]));
  return typeof status === 'number' ? status : 0;
}

/**
 * Sets the format of the result. Throws `invalid_input` if the format options cannot be combined, or if the output does
 * not have a field that --fields requests.
 */
async function applyShape(output: Output, command: Command, options: ShapeOptions): Promise<void> {
  const { fields, format, header, file } = options;
  const isOfBatch = command.rows !== undefined && file !== undefined;
  const isDefault = fields === undefined && format === undefined && header !== false;
  if (command.shapesRows || isOfBatch || isDefault) return;
  const [{ outputs }, { formWith, readShape }] = await Promise.all([
    import('../output/outputs'),
    import('../output/shape'),
  ]);
  const schema = outputs[command.path.join(' ')] ?? {};
  const { rows, rowsWith = {} } = command;
  const given = Object.keys(rowsWith).find((name) => name in options);
  output.shape =
    given === undefined
      ? readShape(options, { rows }, schema, output.json)
      : readShape(options, { rows: rowsWith[given] }, formWith(schema, given), output.json);
}

/**
 * Converts the values of options with `choices` to lowercase. Throws `invalid_input` if a value is not in `choices`, or
 * if the user probably meant an argument as an option, such as `help` instead of a key.
 */
async function checkValues(
  command: Command,
  options: Record<string, unknown>,
  words: readonly unknown[],
  line: TypedLine,
): Promise<void> {
  for (const { name, choices } of command.options ?? []) {
    const key = camelCase(name);
    const value = options[key];
    if (choices === undefined || typeof value !== 'string') continue;
    const choice = choices.find((one) => one === value.trim().toLowerCase());
    if (choice === undefined) {
      const { choiceError } = await import('../line/mistakes/values');
      throw choiceError(`--${name}`, value, choices, command);
    }
    options[key] = choice;
  }
  const given = words.flat().filter((word): word is string => typeof word === 'string');
  const isKeyExpected = command.arguments?.[0]?.name === 'key';
  const isNoKey = isKeyExpected && !/^[a-z]{2}_/.test(given[0] ?? 'ak_');
  const hasOtherDash = given.some((word) => /^[‐‑‒–—―−]/.test(word));
  if (!isNoKey && !hasOtherDash) return;
  const { refuseMistakenWords } = await import('../line/mistakes/values');
  refuseMistakenWords(given, command, line);
}
