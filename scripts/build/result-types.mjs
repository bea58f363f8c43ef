// Expands the types of results, because programs that use the package do not have zod. In src/api, each of these types
// is `ResultOf<typeof schema>`.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { evaluate } from './evaluated.mjs';

const ofSchema = /^export type (\w+) = ResultOf<typeof (\w+)(?:, ([^>]+))?>;$/gm;
const ofMember = /^export type \w+ = \w+\['\w+'\]\[number\];$/gm;

const simple = {
  integer: 'number',
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  null: 'null',
};

/** Returns the TypeScript type of a JSON schema. */
function typeOf(schema, nameOf, missing = []) {
  const { $ref, anyOf, const: only, enum: values, type, items, properties = {} } = schema;
  if ($ref !== undefined) return nameOf($ref);
  if (anyOf) return anyOf.map((one) => typeOf(one, nameOf)).join(' | ');
  // The sandbox always sends this value. Another service can send a different value of the same type, unless the value is
  // an empty string.
  if (only !== undefined) return only === '' ? "''" : typeof only;
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (type === 'array') return `Array<${typeOf(items, nameOf)}>`;
  if (type !== 'object')
    return [type]
      .flat()
      .map((name) => simple[name] ?? 'unknown')
      .join(' | ');
  const members = Object.entries(properties).map(([name, member]) => {
    const optional = missing.includes(name) || !schema.required.includes(name);
    return `/** ${member.description} */\n${name}${optional ? '?' : ''}: ${typeOf(member, nameOf)};`;
  });
  return `{\n${[...members, '[member: string]: unknown;'].join('\n')}\n}`;
}

/**
 * Returns the declarations of types that are derived from schemas. The key is the name of a source in src/api, without
 * its extension.
 */
export async function resultTypes(root) {
  const path = (name) => join(root, 'src/api', name);
  const texts = new Map();
  for (const name of await readdir(path(''))) {
    const text = await readFile(path(name), 'utf8');
    if (text.search(ofSchema) !== -1) texts.set(name.replace('.ts', ''), text);
  }
  const exported = [...texts.keys()].map(
    (name) => `export * as "${name}" from '${path(name)}.ts';`,
  );
  const { components, toJSONSchema, ...schemas } = await evaluate(
    root,
    `${exported.join('\n')}
    export { components } from '${path('schema.ts')}';
    export { toJSONSchema } from 'zod/mini';`,
  );
  const all = toJSONSchema(components, { io: 'input', uri: (id) => id }).schemas;
  return [...texts].map(([name, text]) => {
    const types = [...text.matchAll(ofSchema)].map(([, type, schema, missing = '']) => {
      const exported = schemas[name][schema];
      const id = exported && components.get(exported)?.id;
      if (!id) throw new Error(`src/api/${name}.ts: ${schema} is not exported, or has no name.`);
      return { type, id, missing: missing.match(/\w+/g) ?? [] };
    });
    const nameOf = (id) => types.find((one) => one.id === id).type;
    const declarations = types.map(({ type, id, missing }) => {
      const schema = all[id];
      return `/** ${schema.description} */\nexport type ${type} = ${typeOf(schema, nameOf, missing)};`;
    });
    return [name, [...declarations, ...(text.match(ofMember) ?? []), ''].join('\n')];
  });
}
