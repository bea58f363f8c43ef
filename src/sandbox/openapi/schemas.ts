// Every schema of the document that has a name.
import { accountSchemas } from './account-schemas';
import { keySchemas } from './key-schemas';
import { lookupSchemas } from './lookup-schemas';
import { list, record, text } from './schema';

/** The schemas by name. */
export const schemas = {
  ...keySchemas,
  ...accountSchemas,
  ...lookupSchemas,
  FieldErrors: list(
    record('One mistake.', {
      path: text('The member that is wrong; empty for the whole body.'),
      message: text('What is wrong with it.'),
    }),
    'Which members were wrong, on some validation failures.',
    { minItems: 1 },
  ),
};

/** Name of a schema. */
export type SchemaName = keyof typeof schemas;
