// `waypost help`: a command's help, or one of the topics that no single command owns.
import type { Command } from 'commander';
import { environmentVariables } from '../lib/environment';
import { type ErrorCode, errorMeanings, exitStatuses, interruptedStatus } from '../lib/errors';
import { batchText } from './batch/explained';
import type { Act } from './command';
import type { Context } from './context';

const topics: Readonly<Record<string, { value: () => unknown; text: () => string }>> = {
  'exit-codes': { value: exitCodes, text: exitCodesText },
  environment: { value: variables, text: environmentText },
  batch: { value: () => ({ help: batchText() }), text: batchText },
};

export function register(command: Command, act: Act): void {
  const program = command.parent;
  command
    .description('Explain a command, or a topic: exit-codes, environment, batch.')
    .argument('[topic...]', 'a command, or a topic')
    .action(
      act(async (context: Context, _options: object, ...words: unknown[]) => {
        const path = words.flat().map(String);
        const topic = topics[path.join(' ')];
        if (topic !== undefined) {
          if (context.output.json) await context.output.result(topic.value(), topic.text);
          else context.output.raw(`${topic.text()}\n`);
        } else if (program !== null && isCommand(program, path)) {
          await program.parseAsync([...path, '--help'], { from: 'user' });
        } else {
          command.error(`There is no such command or topic as '${path.at(-1)}'.`, {
            code: 'waypost.unknownTopic',
          });
        }
      }),
    );
}

function isCommand(program: Command, path: readonly string[]): boolean {
  let current = program;
  for (const name of path) {
    const next = current.commands.find((candidate) => candidate.name() === name);
    if (next === undefined) return false;
    current = next;
  }
  return true;
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
    'waypost reads these variables. An empty or blank one counts as unset.',
    '',
    ...Object.entries(environmentVariables).map(
      ([name, meaning]) => `  ${name.padEnd(21)} ${meaning}`,
    ),
  ].join('\n');
}
