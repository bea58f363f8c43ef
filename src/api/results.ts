// What the operations answer that a command is named after, as JSON Schemas: members, types and descriptions, without
// the rules that the values of another service may not follow. The build evaluates this module, as endpoints.ts.
import * as z from 'zod/mini';
import type { Operation } from './operation';
import { operations } from './operations';

const keywords = ['description', 'type', 'properties', 'required', 'items', 'anyOf', 'enum'];

function resultSchema(result: z.ZodMiniType): object {
  const { $schema, ...schema } = z.toJSONSchema(result, {
    io: 'input',
    override({ jsonSchema }) {
      for (const name of Object.keys(jsonSchema)) {
        if (!keywords.includes(name)) delete jsonSchema[name];
      }
      if (jsonSchema.type === 'object') jsonSchema.additionalProperties = {};
    },
  });
  return schema;
}

/** The schemas by the words of the command; of a result with several forms, the first. */
export const results: Readonly<Record<string, object>> = Object.fromEntries(
  Object.values<Operation>(operations).flatMap(({ command, result }) => {
    const [form] = [result].flat();
    return command === null || form === undefined || form === 'csv'
      ? []
      : [[command, resultSchema(form)]];
  }),
);
