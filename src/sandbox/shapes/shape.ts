// Reads foreign JSON into known types: one value describes what a member may hold, and every mistake
// is collected with its path, the way the interface's `errors` array reports it.
import type { FieldError } from '../../lib/errors';

/** Reads a value at a path; what is wrong goes into `errors`, and then the returned value is not used. */
export type Shape<T> = (given: unknown, path: string, errors: FieldError[]) => T | undefined;

/** The type a shape reads. */
export type Of<S> = S extends Shape<infer T> ? T : never;

/** The value that was read, or every mistake found. */
export type Reading<T> = { value: T } | { errors: FieldError[] };

/** Reads a whole document. */
export function read<T>(shape: Shape<T>, given: unknown): Reading<T> {
  const errors: FieldError[] = [];
  const value = shape(given, '', errors);
  if (errors.length === 0 && value !== undefined) return { value };
  return { errors: errors.length > 0 ? errors : [{ path: '', message: 'is missing' }] };
}

/** Notes a mistake; returns undefined so that a shape can end with it. */
function wrong(errors: FieldError[], path: string, message: string): undefined {
  errors.push({ path, message });
  return undefined;
}

/** Text, counted in Unicode code points. */
export function text(
  rule: {
    max?: number;
    /** A regular expression, or anything else that tests. */
    pattern?: { test(value: string): boolean };
    /** What is said when the pattern does not match. */
    form?: string;
    filled?: boolean;
  } = {},
): Shape<string> {
  return (given, path, errors) => {
    if (typeof given !== 'string') return wrong(errors, path, 'must be a string');
    if (rule.filled && given.trim() === '') return wrong(errors, path, 'must not be empty');
    if (rule.max !== undefined && [...given].length > rule.max) {
      return wrong(errors, path, `must be at most ${rule.max} characters long`);
    }
    if (rule.pattern && !rule.pattern.test(given)) {
      return wrong(errors, path, rule.form ?? 'has the wrong form');
    }
    return given;
  };
}

/** A whole number within a range, both ends included. */
export function integer(min: number, max = Number.MAX_SAFE_INTEGER): Shape<number> {
  return (given, path, errors) => {
    if (typeof given !== 'number' || !Number.isSafeInteger(given)) {
      return wrong(errors, path, 'must be an integer');
    }
    if (given < min) return wrong(errors, path, `must be ${min} or more`);
    if (given > max) return wrong(errors, path, `must be ${max} or less`);
    return given;
  };
}

/** Any JSON, for members that another room judges. */
export function anything(): Shape<unknown> {
  return (given) => given;
}

/** `true` or `false`. */
export function flag(): Shape<boolean> {
  return (given, path, errors) =>
    typeof given === 'boolean' ? given : wrong(errors, path, 'must be true or false');
}

/** One of a few words. */
export function oneOf<const W extends string>(words: readonly W[]): Shape<W> {
  return (given, path, errors) =>
    words.find((word) => word === given) ??
    wrong(errors, path, `must be one of ${words.join(', ')}`);
}

/** The given shape, or null. */
export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  return (given, path, errors) => (given === null ? null : shape(given, path, errors));
}

/** A list of at most `max` elements. */
export function list<T>(element: Shape<T>, max: number): Shape<T[]> {
  return (given, path, errors) => {
    if (!Array.isArray(given)) return wrong(errors, path, 'must be an array');
    if (given.length > max) return wrong(errors, path, `must have at most ${max} elements`);
    const values: T[] = [];
    given.forEach((one: unknown, index) => {
      const value = element(one, `${path}.${index}`, errors);
      if (value !== undefined) values.push(value);
    });
    return values;
  };
}

type Members = Readonly<Record<string, Shape<unknown>>>;

/** What an object of optional members reads to: only those that were sent are there. */
export type Sent<M extends Members> = { [K in keyof M]?: Of<M[K]> };

/** The same, with some members that are always there. */
type Filled<M extends Members, R extends keyof M> = Sent<M> & { [K in R]: Of<M[K]> };

/**
 * An object. Its members are optional but for those `required`; members it does not know are passed
 * over, or with `strict` refused.
 */
export function members<M extends Members, R extends keyof M & string = never>(
  known: M,
  rule: { strict?: boolean; required?: readonly R[] } = {},
): Shape<Filled<M, R>> {
  return (given, path, errors) => {
    if (!isObject(given)) return wrong(errors, path, 'must be an object');
    const place = (name: string): string => (path === '' ? name : `${path}.${name}`);
    const sent: Record<string, unknown> = {};
    for (const [name, shape] of Object.entries(known)) {
      if (Object.hasOwn(given, name)) sent[name] = shape(given[name], place(name), errors);
    }
    for (const name of rule.required ?? []) {
      if (!Object.hasOwn(given, name)) wrong(errors, place(name), 'is required');
    }
    for (const name of rule.strict ? Object.keys(given) : []) {
      if (!Object.hasOwn(known, name)) wrong(errors, place(name), 'is not known');
    }
    // Every member has the type its shape reads, or an error was noted and the value is not used.
    return sent as Filled<M, R>;
  };
}

/** Whether a value is a JSON object. */
function isObject(given: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}
