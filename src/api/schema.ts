// Short functions for the schemas of the service: zod's, each with its description in the OpenAPI document.
import * as z from 'zod/mini';

/**
 * A value of the service: the members of its schema, and others that the service may add. Those that are named here
 * may be missing. `scripts/build/declarations.mjs` writes it out for programs, which have no zod.
 */
export type ResultOf<
  S extends z.ZodMiniType,
  Missing extends keyof z.infer<S> = never,
> = WithOthers<Omit<z.infer<S>, Missing>> & { [Name in Missing]?: z.infer<S>[Name] };

type WithOthers<T> = T extends readonly (infer Element)[]
  ? WithOthers<Element>[]
  : T extends object
    ? { [Name in keyof T]: WithOthers<T[Name]> } & { [member: string]: unknown }
    : T;

/** The schemas that have a name in the OpenAPI document. */
export const components = z.registry<{ id: string }>();

/** Gives a schema its name in the OpenAPI document. It stays the same schema. */
export function named<S extends z.ZodMiniType>(id: string, schema: S): S {
  components.add(schema, { id });
  return schema;
}

/** Gives a schema its description. It stays the same schema. */
export function described<S extends z.ZodMiniType>(
  schema: S,
  description: string,
  facts: Record<string, unknown> = {},
): S {
  z.globalRegistry.add(schema, { description, ...facts });
  return schema;
}

interface TextRule {
  /** Most characters, in Unicode code points. */
  max?: number;
  /** Whether it must contain more than spaces. */
  filled?: boolean;
  /** Also in the document. */
  pattern?: RegExp;
  test?: (value: string) => boolean;
  /** The message if the pattern or the test fails. */
  form?: string;
  examples?: readonly string[];
  format?: string;
}

export function text(description: string, rule: TextRule = {}) {
  const { max, filled, pattern, test, form = 'has the wrong form', ...facts } = rule;
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

/** A whole number of a range, both ends included. */
export const integer = (description: string, min: number, max?: number) =>
  described(z.int().check(z.gte(min), ...(max === undefined ? [] : [z.lte(max)])), description);

export const flag = (description: string) => described(z.boolean(), description);

/** An array of `min` to `max` elements. */
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

/** The same, or null. */
export const orNull = <S extends z.ZodMiniType>(schema: S, description: string) =>
  described(z.nullable(schema), description);

/** An object with all its members; others are ignored. */
export const record = <M extends z.core.$ZodLooseShape>(description: string, members: M) =>
  described(z.object(members), description);

/** The same object with all members optional. */
export const changes = <M extends z.core.$ZodLooseShape>(schema: z.ZodMiniObject<M>) =>
  described(z.exactPartial(schema), z.globalRegistry.get(schema)?.description ?? '');

/** ISO 8601 with milliseconds and `Z`, as every timestamp of the service. */
export const moment = (description: string) =>
  text(description, {
    pattern: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
    format: 'date-time',
  });

/** An object with a name in the OpenAPI document. */
export const component = <M extends z.core.$ZodLooseShape>(
  id: string,
  description: string,
  members: M,
) => named(id, record(description, members));

const notShown =
  'The service’s documentation does not show these members; the sandbox answers these, another service may answer more.';

/** The description of an object whose members the service's documentation does not show. */
export const undocumented = (description: string) => `${description} ${notShown}`;

export function isUndocumented(description: unknown): boolean {
  return typeof description === 'string' && description.includes(notShown);
}

/** The members that the service's documentation shows of objects that are `undocumented` otherwise. */
export const shownMembers = z.registry<{ names: readonly string[] }>();

/** Names the members that the service's documentation shows. It stays the same schema. */
export function showing<M extends z.core.$ZodLooseShape>(
  schema: z.ZodMiniObject<M>,
  ...names: (keyof M & string)[]
): z.ZodMiniObject<M> {
  shownMembers.add(schema, { names });
  return schema;
}

/** The result of an operation that deletes. */
export const deleted = component('Deleted', undocumented('What was deleted.'), {
  deleted: described(z.literal(1), 'How many: one.'),
});

/** A number of a range, both ends included. */
export const between = (min: number, max: number) => z.number().check(z.gte(min), z.lte(max));

export const alpha3 = text('Country, ISO 3166-1 alpha-3.', { pattern: /^[A-Z]{3}$/ });
export const alpha2 = text('Country, ISO 3166-1 alpha-2.', { pattern: /^[A-Z]{2}$/ });
export const language = text('ISO 639-1.', { pattern: /^[a-z]{2}$/ });
