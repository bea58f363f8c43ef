// Short words for the schemas of the service: zod's, each with what the OpenAPI document says of it.
import * as z from 'zod/mini';

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
  /** Whether it must hold more than blanks. */
  filled?: boolean;
  /** What the document shows too. */
  pattern?: RegExp;
  /** What is checked beside it. */
  test?: (value: string) => boolean;
  /** What is said when the pattern or the test does not hold. */
  form?: string;
  examples?: readonly string[];
  format?: string;
}

/** Text. */
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

/** An object, all of whose members are there; others are passed over. */
export const record = <M extends z.core.$ZodLooseShape>(description: string, members: M) =>
  described(z.object(members), description);

/** The same object with any of its members. */
export const changes = <M extends z.core.$ZodLooseShape>(schema: z.ZodMiniObject<M>) =>
  described(z.exactPartial(schema), z.globalRegistry.get(schema)?.description ?? '');

/** ISO 8601 with milliseconds and `Z`, as every timestamp of the service. */
export const moment = (description: string) =>
  text(description, {
    pattern: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
    format: 'date-time',
  });

/** Notes that the service's documentation does not show the members of an object. */
export function undocumented<S extends z.ZodMiniType>(schema: S): S {
  const { description, ...facts } = z.globalRegistry.get(schema) ?? {};
  return described(
    schema,
    `${description} The service’s documentation does not show these members; the sandbox answers these, another service may answer more.`,
    facts,
  );
}
