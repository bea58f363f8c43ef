// JSON Schemas for the results of the operations that have a command. The schemas contain fields, types and
// descriptions, but no limits or patterns. The build evaluates this module and bundles only its value (see
// endpoints.ts).
import * as z from 'zod/mini';
import type { JsonSchema, Operation } from './operation';
import { operations } from './operations';
import { isUndocumented, shownFields } from './schema';

const keywords = ['description', 'type', 'properties', 'required', 'items', 'anyOf', 'enum'];

/**
 * A schema that `requireShown` has not processed yet. `shown` lists the names of the fields that the service's
 * documentation shows.
 */
type Draft = JsonSchema & { shown?: readonly string[] | undefined };

function resultSchema(result: z.ZodMiniType): object {
  const { $schema, ...schema } = z.toJSONSchema(result, {
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      for (const name of Object.keys(jsonSchema)) {
        if (!keywords.includes(name)) delete jsonSchema[name];
      }
      if (jsonSchema.type !== 'object') return;
      jsonSchema.additionalProperties = {};
      (jsonSchema as Draft).shown = shownFields.get(zodSchema)?.names;
    },
  });
  requireShown(schema, true);
  return schema;
}

/**
 * Changes a schema so that it requires only fields that the service's documentation shows, because only these fields
 * are certain to exist. If the documentation shows an object only partly, the changed schema requires only the object's
 * fields in `shown`. In this case, objects in fields outside `shown` also count as partly documented.
 */
function requireShown(schema: Draft, isShown: boolean): void {
  const { shown, properties = {}, items, anyOf = [] } = schema;
  delete schema.shown;
  const isOpen = !isShown || isUndocumented(schema.description);
  if (isOpen && schema.required !== undefined) schema.required = [...(shown ?? [])];
  for (const [name, field] of Object.entries(properties)) {
    requireShown(field as Draft, !isOpen || shown?.includes(name) === true);
  }
  for (const nested of [items, ...anyOf]) {
    if (typeof nested === 'object') requireShown(nested as Draft, isShown);
  }
}

/**
 * The schemas of the commands' results, by command, such as `keys show`. If a result has several forms, the schema
 * describes only the first form.
 */
export const results: Readonly<Record<string, object>> = Object.fromEntries(
  Object.values<Operation>(operations).flatMap(({ command, result }) => {
    const [form] = [result].flat();
    return command === null || form === undefined || form === 'csv'
      ? []
      : [[command, resultSchema(form)]];
  }),
);
