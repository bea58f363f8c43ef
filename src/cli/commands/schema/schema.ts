// `waypost schema`: prints a JSON description of waypost's commands, for programs.
import { errorCodes } from '../../../lib/error-codes';
import {
  type ArgumentSpec,
  type Command,
  type CommandEntry,
  commandLine,
  type Group,
  type OptionSpec,
} from '../../line/command';
import { errorsOf, statusesOf } from '../../line/command-errors';
import { allCommands, entriesIn, findCommand, isGroup } from '../../line/commands';
import { globalOptions } from '../../line/common-options';
import { type Effects, effectsOf } from '../../line/effects';
import { descriptionOf, programDescription } from '../../line/help-text';
import type { Output } from '../../output/output';
import type { Schema } from '../../output/outputs';
import { outputs } from '../../output/outputs';

export async function showSchema(
  { output }: { output: Output },
  { all }: { all?: boolean },
  path: string[],
): Promise<void> {
  const entry = findCommand(path);
  if (entry === undefined && path.length > 0) {
    const { unknownTopic } = await import('../../line/mistakes/suggest');
    throw unknownTopic('schema', path);
  }
  const print = async (described: object, text: () => string) => {
    if (output.asData) await output.result(described, () => '');
    else output.raw(Buffer.from(`${text()}\n`));
  };
  if (all !== true && (entry === undefined || isGroup(entry))) {
    const index = indexOf(entry);
    await print(index, () => indexText(index));
  } else {
    const description = describe(entry);
    await print(description, () => JSON.stringify(description, null, 2));
  }
}

/** An index of waypost's commands, or of the commands in a group. The index omits arguments, options and outputs. */
interface Index {
  name: string;
  description: string;
  commands: IndexEntry[];
}

interface IndexEntry {
  /** The words of the command, as `waypost schema` accepts them. */
  command: string;
  summary: string;
  /** The names of the effects that the command has, such as `bills`. */
  effects: string[];
  exit_codes: number[];
}

function indexOf(entry: Group | undefined): Index {
  return {
    name: commandLine(entry?.path ?? []),
    description: descriptionOfGroup(entry),
    commands: (entry?.commands ?? allCommands).map((command) => ({
      command: command.path.join(' '),
      summary: command.summary,
      effects: Object.entries(effectsOf(command)).flatMap(([name, does]) => (does ? name : [])),
      exit_codes: statusesOf(command).map(({ status }) => status),
    })),
  };
}

/** Formats the index as JSON with one command per line. */
function indexText({ name, description, commands }: Index): string {
  const rows = commands.map((command) => `    ${JSON.stringify(command)}`);
  return [
    '{',
    `  "name": ${JSON.stringify(name)},`,
    `  "description": ${JSON.stringify(description)},`,
    '  "commands": [',
    rows.join(',\n'),
    '  ]',
    '}',
  ].join('\n');
}

interface Description {
  name: string;
  description: string;
  arguments: object[];
  options: object[];
  /** The JSON Schema of the command's --json output, or null for a command group. */
  output: Schema | null;
  /** The command's effects on the service and on this machine, or null for a command group. */
  effects: Effects | null;
  errors: { code: string; exit_status: number; when?: string }[];
  exit_statuses: { status: number; when: string }[];
  commands: Description[];
}

function describe(entry: CommandEntry | undefined): Description {
  const own = describeEntry(entry);
  const inherited = globalOptions.map((option) => optionOf(option, true));
  return { ...own, options: [...own.options, ...inherited] };
}

function describeEntry(entry: CommandEntry | undefined): Description {
  const name = commandLine(entry?.path ?? []);
  if (entry !== undefined && !isGroup(entry)) return describeCommand(name, entry);
  return {
    name,
    description: descriptionOfGroup(entry),
    arguments: [],
    options: [],
    output: null,
    effects: null,
    errors: [],
    exit_statuses: [],
    commands: entriesIn(entry).map(describeEntry),
  };
}

function descriptionOfGroup(group: Group | undefined): string {
  return group === undefined ? programDescription : `${group.summary}.`;
}

function describeCommand(name: string, spec: Command): Description {
  const words = spec.path.join(' ');
  const output = outputs[words];
  if (output === undefined) throw new Error(`the output of ${words} has no schema`);
  return {
    name,
    description: descriptionOf(spec),
    arguments: (spec.arguments ?? []).map(argumentOf),
    options: (spec.options ?? [])
      .filter(({ hidden }) => !hidden)
      .map((option) => optionOf(option, false)),
    output,
    effects: effectsOf(spec),
    errors: errorsOf(spec).map(({ code, when }) => ({
      code,
      exit_status: errorCodes[code].exitStatus,
      ...(when === undefined ? {} : { when }),
    })),
    exit_statuses: statusesOf(spec),
    commands: [],
  };
}

function argumentOf({ name, description, required, variadic, choices }: ArgumentSpec): object {
  return {
    name,
    description,
    required: required === true,
    variadic: variadic === true,
    ...(choices === undefined ? {} : { choices }),
  };
}

function optionOf(option: OptionSpec, global: boolean): object {
  const { name, alias, short, value, description, default: usual, choices, conflicts } = option;
  return {
    name: `--${name}`,
    ...(short === undefined ? {} : { short: `-${short}` }),
    ...(alias === undefined ? {} : { alias: `--${alias}` }),
    ...(value === undefined ? {} : { value }),
    description,
    ...(usual === undefined ? {} : { default: usual }),
    ...(choices === undefined ? {} : { choices }),
    repeatable: option.repeatable === true,
    ...(conflicts === undefined ? {} : { conflicts: conflicts.map((other) => `--${other}`) }),
    global,
  };
}
