// The part of JSON Schema 2020-12 that describes the outputs of commands, with short functions for it.

/** A schema of an output. */
export interface JsonSchema {
  title?: string;
  description?: string;
  type?: string | readonly string[];
  const?: string | number | boolean | null;
  enum?: readonly (string | null)[];
  items?: JsonSchema;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: JsonSchema;
  anyOf?: readonly JsonSchema[];
}

export const text: JsonSchema = { type: 'string' };
export const integer: JsonSchema = { type: 'integer' };
export const number: JsonSchema = { type: 'number' };
export const flag: JsonSchema = { type: 'boolean' };
export const texts: JsonSchema = { type: 'array', items: text };

/** Always this value. */
export const always = (value: string | boolean): JsonSchema => ({ const: value });

/** One of these texts. */
export const oneOf = (...values: string[]): JsonSchema => ({ type: 'string', enum: values });

/** A list. */
export const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

/** One of several forms. */
export const anyOf = (...forms: JsonSchema[]): JsonSchema => ({ anyOf: forms });

/** The same, or null. */
export const orNull = (schema: JsonSchema): JsonSchema => anyOf(schema, { type: 'null' });

/**
 * An object of this tool. Every member is present, except those named as optional. Later versions may add
 * members.
 */
export function object(
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required };
}
