// `waypost help`: a command's help, or one of the topics that no single command owns.
import { environmentVariables } from '../../lib/environment';
import {
  type ErrorCode,
  errorMeanings,
  exitStatuses,
  interruptedStatus,
  invalidInput,
} from '../../lib/errors';
import { batchText } from '../batch/explained';
import { findCommand } from '../commands';
import type { Context } from '../context';
import { commandHelp, helpWidth, programHelp } from '../help-text';
import { unknownCommandHint } from '../unknown-command';
import { topicNames } from './help/spec';

type Topic = { value: () => unknown; text: () => string };

const topics: Readonly<Record<(typeof topicNames)[number], Topic>> = {
  'exit-codes': { value: exitCodes, text: exitCodesText },
  environment: { value: variables, text: environmentText },
  batch: { value: () => ({ help: batchText() }), text: batchText },
};

/** Shows the topic or the help of the command that the words name; without words, the program's. */
export async function run(context: Context, _options: object, path: string[]): Promise<void> {
  const name = topicNames.find((topic) => topic === path.join(' '));
  const { value, text } = name === undefined ? helpTopic(context, path) : topics[name];
  if (context.output.asData) await context.output.result(value(), text);
  else context.output.raw(`${text()}\n`);
}

/** The help of a command as a topic. Throws `invalid_input` where there is no such command. */
function helpTopic({ world }: Context, path: readonly string[]) {
  const width = helpWidth(world);
  const entry = findCommand(path);
  if (entry === undefined && path.length > 0) {
    const word = path.at(-1) ?? '';
    throw invalidInput(`There is no such command or topic as '${word}'.`, unknownCommandHint(word));
  }
  const text = () =>
    (entry === undefined ? programHelp(width) : commandHelp(path, entry, width)).trimEnd();
  return { value: () => ({ help: text() }), text };
}

const codes = Object.keys(exitStatuses) as ErrorCode[];

function exitCodes(): unknown {
  const rows = codes.map((code) => ({
    status: exitStatuses[code],
    code,
    meaning: errorMeanings[code],
  }));
  return { exit_codes: rows };
}

function variables(): unknown {
  const rows = Object.entries(environmentVariables);
  return { variables: rows.map(([name, meaning]) => ({ name, meaning })) };
}

function exitCodesText(): string {
  return [
    'waypost ends with one of these statuses. With --json, standard output holds',
    '{"error": {"code": …, "message": …}} with the code named here.',
    '',
    '   0  success; an empty list too',
    ...codes.map(
      (code) =>
        `${String(exitStatuses[code]).padStart(4)}  ${code.padEnd(25)} ${errorMeanings[code]}`,
    ),
    `${String(interruptedStatus).padStart(4)}  interrupted; the process ends by the signal itself`,
  ].join('\n');
}

function environmentText(): string {
  return [
    'waypost reads these variables. An empty or blank one counts as unset. What',
    '`waypost settings` keeps stands below them.',
    '',
    ...Object.entries(environmentVariables).map(
      ([name, meaning]) => `  ${name.padEnd(21)} ${meaning}`,
    ),
  ].join('\n');
}
