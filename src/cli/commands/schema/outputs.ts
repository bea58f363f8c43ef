// What the description of a command looks like.
import { flag, integer, list, type Outputs, object, orNull, text, texts } from '../../json-schema';

const argument = object(
  {
    name: text,
    description: text,
    required: flag,
    variadic: flag,
    choices: texts,
  },
  ['choices'],
);

const option = object(
  {
    name: text,
    short: text,
    alias: text,
    value: text,
    description: text,
    default: text,
    choices: texts,
    repeatable: flag,
    conflicts: texts,
    global: flag,
  },
  ['short', 'alias', 'value', 'default', 'choices', 'conflicts'],
);

export const outputs: Outputs = {
  schema: object({
    name: text,
    description: text,
    arguments: list(argument),
    options: list(option),
    output: orNull({ type: 'object' }),
    errors: list(object({ code: text, exit_status: integer, when: text }, ['when'])),
    exit_statuses: list(object({ status: integer, when: text })),
    commands: list({ type: 'object' }),
  }),
};
