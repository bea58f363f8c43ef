// The part of JSON Schema 2020-12 the document is written in, and short words for its usual forms.

type TypeName = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null';

/** A schema of the document. */
export interface Schema {
  $ref?: string;
  description?: string;
  type?: TypeName | readonly TypeName[];
  const?: string | number;
  enum?: readonly (string | number)[];
  examples?: readonly unknown[];
  default?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  anyOf?: readonly Schema[];
}

/** What a schema may say beside its type. */
type Rule = Omit<Schema, 'type' | '$ref'>;

export const text = (description: string, rule: Rule = {}): Schema => ({
  type: 'string',
  description,
  ...rule,
});

export const integer = (description: string, rule: Rule = {}): Schema => ({
  type: 'integer',
  description,
  ...rule,
});

export const number = (description: string, rule: Rule = {}): Schema => ({
  type: 'number',
  description,
  ...rule,
});

export const flag = (description: string): Schema => ({ type: 'boolean', description });

export const list = (items: Schema, description: string, rule: Rule = {}): Schema => ({
  type: 'array',
  description,
  items,
  ...rule,
});

/** ISO 8601 with milliseconds and `Z`, as every timestamp of the service. */
export const moment = (description: string): Schema => ({
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  description,
});

/** The same schema, or null. */
export const orNull = (schema: Schema): Schema => ({
  ...schema,
  type: [schema.type ?? [], 'null'].flat() as TypeName[],
});

/** An object. Every member is there, but for those named as optional. */
export function record(
  description: string,
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return {
    type: 'object',
    description,
    ...(required.length > 0 ? { required } : {}),
    properties,
  };
}

/** An object of which a request may send any members. */
export const changes = (
  description: string,
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = [],
): Schema =>
  record(
    description,
    properties,
    Object.keys(properties).filter((name) => !required.includes(name)),
  );

/**
 * An object the interface does not show. The sandbox answers what decisions.md settled; another service
 * may answer more.
 */
export const decided = (row: string, schema: Schema): Schema => ({
  ...schema,
  description: `${schema.description} The interface does not show these members; they are as decisions.md has them under “${row}”, and there may be others.`,
  additionalProperties: true,
});

/** A schema of the document by its name. */
export const named = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
