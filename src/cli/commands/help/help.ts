// `waypost help`: a command's help, or one of the topics that no single command owns.
import { environmentVariables } from '../../../lib/environment';
import {
  type ErrorCode,
  errorMeanings,
  exitStatuses,
  interruptedStatus,
} from '../../../lib/errors';
import { batchText } from '../../batch/explained';
import { findCommand } from '../../line/commands';
import { globalOptions } from '../../line/global-options';
import {
  definitions,
  flagsOf,
  globalOptionText,
  helpFor,
  helpWidth,
  paragraph,
  withHeadings,
} from '../../line/help-text';
import { colourChoice } from '../../line/option-values';
import type { Context } from '../../run/context';
import { skill } from './skill';
import { topicNames } from './spec';

type Topic = { value: () => unknown; text: (width: number) => string };

const topics: Readonly<Record<(typeof topicNames)[number], Topic>> = {
  'exit-codes': { value: exitCodes, text: exitCodesText },
  environment: { value: variables, text: environmentText },
  options: { value: optionValues, text: globalOptionText },
  batch: { value: () => ({ help: batchText(80) }), text: batchText },
  agents: { value: () => ({ help: skill() }), text: () => skill().trimEnd() },
};

/** Shows the topic or the help of the named command; without words, the program's. */
export async function help(context: Context, _options: object, path: string[]): Promise<void> {
  const name = topicNames.find((topic) => topic === path.join(' '));
  const { value, text } = name === undefined ? await helpTopic(context, path) : topics[name];
  if (context.output.asData) {
    await context.output.result(value(), () => text(helpWidth(context.system)));
  } else {
    const page = `${text(helpWidth(context.system))}\n`;
    context.output.raw(
      Buffer.from(withHeadings(page, colourChoice(context.options.color), context.system)),
    );
  }
}

/** The help of a command as a topic. Throws `invalid_input` if there is no such command. */
async function helpTopic({ system }: Context, path: readonly string[]) {
  const entry = findCommand(path);
  if (entry === undefined && path.length > 0) {
    const { unknownTopic } = await import('../../line/mistakes/suggest');
    throw unknownTopic('help', path);
  }
  const text = () => helpFor(path, entry, system).trimEnd();
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

function optionValues(): unknown {
  const rows = globalOptions.map((option) => ({
    option: flagsOf(option),
    meaning: option.description,
  }));
  return { options: rows };
}

function exitCodesText(width: number): string {
  return [
    paragraph(
      'waypost ends with one of these statuses. With --json, standard output holds {"error": {"code": …, "message": …}} with the code named here.',
      width,
    ),
    '',
    definitions(
      [
        ['0', 'success; an empty list too'],
        ...codes.map((code): [string, string] => [
          `${exitStatuses[code]}  ${code}`,
          errorMeanings[code],
        ]),
        [`${interruptedStatus}`, 'interrupted; the process ends by the signal itself'],
      ],
      width,
    ),
  ].join('\n');
}

function environmentText(width: number): string {
  return [
    paragraph(
      'waypost reads these variables. An empty or blank one counts as unset. They override `waypost settings`.',
      width,
    ),
    '',
    definitions(Object.entries(environmentVariables), width),
  ].join('\n');
}
