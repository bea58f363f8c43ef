// Functions that build the service's Zod schemas, with descriptions for the OpenAPI document.
import * as z from 'zod/mini';

/**
 * The type of a result: the fields in the result's schema, and other fields that the service might add. The fields in
 * `Missing` are optional. `scripts/build/declarations.mjs` expands these types in the package's type declarations,
 * because programs that use the library do not install Zod.
 */
export type ResultOf<
  S extends z.ZodMiniType,
  Missing extends keyof z.infer<S> = never,
> = WithOthers<Omit<z.infer<S>, Missing>> & { [Name in Missing]?: z.infer<S>[Name] };

type WithOthers<T> = T extends readonly (infer Element)[]
  ? WithOthers<Element>[]
  : T extends object
    ? { [Name in keyof T]: WithOthers<T[Name]> } & { [field: string]: unknown }
    : T;

/** The schemas that have a name in the OpenAPI document. */
export const components = z.registry<{ id: string }>();

/** Registers a schema under a name for the OpenAPI document. Returns the same schema. */
export function named<S extends z.ZodMiniType>(id: string, schema: S): S {
  components.add(schema, { id });
  return schema;
}

/** Adds a description to a schema. Returns the same schema. */
export function described<S extends z.ZodMiniType>(
  schema: S,
  description: string,
  facts: Record<string, unknown> = {},
): S {
  z.globalRegistry.add(schema, { description, ...facts });
  return schema;
}

interface TextRule {
  /** Maximum number of characters (Unicode code points). */
  max?: number;
  /** Whether the text must contain a character other than whitespace. */
  filled?: boolean;
  /** Pattern that the text must match. The OpenAPI document shows the pattern. */
  pattern?: RegExp;
  test?: (value: string) => boolean;
  /** Error message for text that does not match `pattern` or does not pass `test`. */
  form?: string;
  examples?: readonly string[];
  format?: string;
}

export function text(description: string, rule: TextRule = {}) {
  const { max, filled, pattern, test, form = 'has an invalid format', ...facts } = rule;
  const checks = [
    ...(filled ? [z.refine<string>((value) => value.trim() !== '', 'must not be empty')] : []),
    ...(max === undefined ? [] : [z.maxLength(max)]),
    ...(pattern ? [z.regex(pattern, form)] : []),
    ...(test ? [z.refine<string>(test, form)] : []),
  ];
  return described(checks.length > 0 ? z.string().check(...checks) : z.string(), description, {
    ...(filled ? { minLength: 1 } : {}),
    ...facts,
  });
}

/** Returns the schema of an integer from `min` to `max`, both included. */
export const integer = (description: string, min: number, max?: number) =>
  described(z.int().check(z.gte(min), ...(max === undefined ? [] : [z.lte(max)])), description);

export const flag = (description: string) => described(z.boolean(), description);

/** Returns the schema of an array with `min` to `max` elements. */
export const list = <S extends z.ZodMiniType>(
  element: S,
  description: string,
  max?: number,
  min?: number,
) =>
  described(
    z
      .array(element)
      .check(
        ...(max === undefined ? [] : [z.maxLength(max)]),
        ...(min === undefined ? [] : [z.minLength(min)]),
      ),
    description,
  );

/** Returns a schema that accepts null in addition to the values that `schema` accepts. */
export const orNull = <S extends z.ZodMiniType>(schema: S, description: string) =>
  described(z.nullable(schema), description);

/** Returns the schema of an object. The schema requires all fields, and ignores unknown fields. */
export const record = <F extends z.core.$ZodLooseShape>(description: string, fields: F) =>
  described(z.object(fields), description);

/** Returns a copy of an object schema in which every field is optional. */
export const changes = <F extends z.core.$ZodLooseShape>(schema: z.ZodMiniObject<F>) =>
  described(z.exactPartial(schema), z.globalRegistry.get(schema)?.description ?? '');

/** Returns the schema of a timestamp: ISO 8601 with milliseconds and `Z`, like every timestamp from the service. */
export const moment = (description: string) =>
  text(description, {
    pattern: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
    format: 'date-time',
  });

/** Returns the schema of an object, and registers the schema under the name `id` for the OpenAPI document. */
export const component = <F extends z.core.$ZodLooseShape>(
  id: string,
  description: string,
  fields: F,
) => named(id, record(description, fields));

const notShown =
  'The service’s documentation does not show these fields. The sandbox uses the fields listed here. The service might use other fields.';

/** Returns `description` with a note that the service's documentation does not show the object's fields. */
export const undocumented = (description: string) => `${description} ${notShown}`;

export function isUndocumented(description: unknown): boolean {
  return typeof description === 'string' && description.includes(notShown);
}

/** The names of the fields that the service's documentation shows, for each object that is only partly documented. */
export const shownFields = z.registry<{ names: readonly string[] }>();

/** Records which fields of an object the service's documentation shows. Returns the same schema. */
export function showing<F extends z.core.$ZodLooseShape>(
  schema: z.ZodMiniObject<F>,
  ...names: (keyof F & string)[]
): z.ZodMiniObject<F> {
  shownFields.add(schema, { names });
  return schema;
}

/** The result of an operation that deletes an object. */
export const deleted = component('Deleted', undocumented('The result of a deletion.'), {
  deleted: described(z.literal(1), 'Number of deleted objects, always 1.'),
});

/** Returns the schema of a number from `min` to `max`, both included. */
export const between = (min: number, max: number) => z.number().check(z.gte(min), z.lte(max));

export const alpha3 = text('Country, ISO 3166-1 alpha-3.', { pattern: /^[A-Z]{3}$/ });
export const alpha2 = text('Country, ISO 3166-1 alpha-2.', { pattern: /^[A-Z]{2}$/ });
export const language = text('Language, ISO 639-1.', { pattern: /^[a-z]{2}$/ });
