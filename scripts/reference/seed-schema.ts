// Generates the JSON Schema for seed files from the schema that the sandbox uses to read them.
import * as z from 'zod/mini';
import { seedSchema } from '../../src/sandbox/seed/schema';

/** Returns the text of data/seed.schema.json. */
export function seedSchemaText(): string {
  const { $schema, ...schema } = z.toJSONSchema(seedSchema, {
    target: 'draft-7',
    io: 'input',
    reused: 'inline',
    override: ({ jsonSchema }) => {
      // The schema omits the maximum of exact integers in JSON (2^53 - 1), because the maximum applies to every integer.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const document = { $schema, title: 'Seed of a waypost sandbox', ...schema };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
