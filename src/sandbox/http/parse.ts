// Validates untrusted JSON with a zod schema. Reports each error with the path of the invalid field, in the format of
// the `errors` field in API responses.
import type * as z from 'zod/mini';
import type { FieldError } from '../../lib/errors';

/** The parsed value, or the errors, at most one for each path. */
export type Parsed<T> = { value: T } | { errors: FieldError[] };

export function parse<T>(schema: z.ZodMiniType<T>, given: unknown): Parsed<T> {
  // `jitless` prevents zod from compiling the schemas. Compiling would take more time than compiled schemas save,
  // because a sandbox has many schemas and parses little.
  const parsed = schema.safeParse(given, { error: messageOf, jitless: true });
  return parsed.success ? { value: parsed.data } : { errors: ordered(parsed.error.issues) };
}

const typeMessages: Readonly<Record<string, string>> = {
  string: 'must be a string',
  int: 'must be an integer',
  number: 'must be an integer',
  boolean: 'must be true or false',
  array: 'must be an array',
  object: 'must be an object',
};

const required = 'is required';

/** Returns the error message for an issue whose schema does not set a message. */
function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined && issue.path?.length) return required;
  switch (issue.code) {
    case 'invalid_type':
      return typeMessages[issue.expected];
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      return Number.isSafeInteger(issue.input)
        ? `must be ${issue.minimum} or more`
        : typeMessages.int;
    case 'too_big':
      if (issue.origin === 'array') return `must have at most ${issue.maximum} elements`;
      if (issue.origin === 'string') return `must be at most ${issue.maximum} characters long`;
      return Number.isSafeInteger(issue.input)
        ? `must be ${issue.maximum} or less`
        : typeMessages.int;
    default:
      return 'has an invalid format';
  }
}

/** Returns the errors in this order: invalid fields, missing fields, unknown fields. */
function ordered(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const rank = ({ code, path, message }: z.core.$ZodIssue): number => {
    if (code === 'unrecognized_keys' && path.length === 0) return 2;
    return message === required ? 1 : 0;
  };
  const byPath = new Map<string, FieldError>();
  for (const issue of [...issues].sort((a, b) => rank(a) - rank(b))) {
    for (const error of errorsOfIssue(issue)) {
      if (!byPath.has(error.path)) byPath.set(error.path, error);
    }
  }
  return [...byPath.values()];
}

/**
 * Returns the errors for an issue. If the schema is a union, returns the errors of the branch that accepts the value's
 * type.
 */
function errorsOfIssue(issue: z.core.$ZodIssue, within: readonly PropertyKey[] = []): FieldError[] {
  const path = [...within, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key].join('.'),
      message: 'is not a known field',
    }));
  }
  if (issue.code === 'invalid_union') {
    const matchingBranch = issue.errors.find(
      (branch) => !branch.some((one) => one.code === 'invalid_type' && one.path.length === 0),
    );
    return (matchingBranch ?? issue.errors[0] ?? []).flatMap((one) => errorsOfIssue(one, path));
  }
  return [{ path: path.join('.'), message: issue.message }];
}
