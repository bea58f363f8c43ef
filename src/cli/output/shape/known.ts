// Reads from an output's schema which members it has.
import { isIndex, type MemberPath } from '../../../lib/member-path';
import type { JsonSchema } from '../json-schema';

/** A member is always there, never there, or the service may send it. */
interface Knowledge {
  state: 'known' | 'open' | 'unknown';
}

/** Whether the member at a path exists, by the schema. */
export function knowledgeOf(schema: JsonSchema, path: MemberPath): Knowledge {
  const [name, ...rest] = path;
  if (name === undefined) return { state: 'known' };
  if (schema.anyOf !== undefined) return best(schema.anyOf.map((form) => knowledgeOf(form, path)));
  if (schema.items !== undefined) return knowledgeOf(schema.items, isIndex(name) ? rest : path);
  const member = Object.hasOwn(schema.properties ?? {}, name)
    ? schema.properties?.[name]
    : undefined;
  if (member !== undefined) return knowledgeOf(member, rest);
  return { state: isOpen(schema) ? 'open' : 'unknown' };
}

/** The names of the known members, of an entry if it is a list. */
export function namesIn(schema: JsonSchema): string[] {
  const forms = schema.anyOf ?? (schema.items === undefined ? [] : [schema.items]);
  const names = [...forms.flatMap(namesIn), ...Object.keys(schema.properties ?? {})];
  return [...new Set(names)];
}

/** The schema at a path, of the first form that has it; of an entry if it is a list. */
export function schemaAt(schema: JsonSchema, path: MemberPath): JsonSchema {
  const [name, ...rest] = path;
  if (name === undefined) return schema.items ?? schema;
  const forms = schema.anyOf ?? [schema];
  const members = forms.flatMap(({ properties = {} }) => properties[name] ?? []);
  return members[0] === undefined ? {} : schemaAt(members[0], rest);
}

/** Whether there may be members without a name in the schema. */
function isOpen({ type, properties, additionalProperties, enum: values, ...rest }: JsonSchema) {
  if (additionalProperties !== undefined) return true;
  if (values !== undefined || 'const' in rest || properties !== undefined) return false;
  return type === undefined || type === 'object';
}

function best(all: readonly Knowledge[]): Knowledge {
  const states = all.map(({ state }) => state);
  if (states.includes('known')) return { state: 'known' };
  return { state: states.includes('open') ? 'open' : 'unknown' };
}
