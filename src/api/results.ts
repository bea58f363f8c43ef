// What the operations answer that a command is named after, as JSON Schemas: members, types and descriptions, without
// the rules that the values of another service may not follow. The build evaluates this module, as endpoints.ts.
import * as z from 'zod/mini';
import type { JsonSchema, Operation } from './operation';
import { operations } from './operations';
import { isUndocumented, shownMembers } from './schema';

const keywords = ['description', 'type', 'properties', 'required', 'items', 'anyOf', 'enum'];

/** A schema while it is made: `shown` has the members that the service's documentation shows. */
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
      (jsonSchema as Draft).shown = shownMembers.get(zodSchema)?.names;
    },
  });
  requireShown(schema, true);
  return schema;
}

/**
 * Requires only members that the service's documentation shows, which another service has too: none of an object that
 * is undocumented, but for those that are named, and none of an object in such a member.
 */
function requireShown(schema: Draft, isShown: boolean): void {
  const { shown, properties = {}, items, anyOf = [] } = schema;
  delete schema.shown;
  const isOpen = !isShown || isUndocumented(schema.description);
  if (isOpen && schema.required !== undefined) schema.required = [...(shown ?? [])];
  for (const [name, member] of Object.entries(properties)) {
    requireShown(member as Draft, !isOpen || shown?.includes(name) === true);
  }
  for (const member of [items, ...anyOf]) {
    if (typeof member === 'object') requireShown(member as Draft, isShown);
  }
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
