// The fields that the result schemas require. A service other than the sandbox might return only the documented fields.
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../src/api/operation';
import { results } from '../../src/api/results';

/** Returns the fields that a command's schema requires at this path. For an array, these are the fields of its items. */
function requiredAt(command: string, path: readonly string[]): unknown {
  let schema = results[command] as JsonSchema;
  for (const name of path) {
    const field = schema.properties?.[name] as JsonSchema;
    schema = (field.items ?? field) as JsonSchema;
  }
  return schema.required;
}

describe('the result schema', () => {
  test.each<[command: string, shown: string[], path: string[]]>([
    ['keys details', ['name', 'premier_support'], []],
    ['keys details', [], ['daily_limit']],
    ['keys details', [], ['notifications']],
    ['keys show', ['available', 'contexts', 'context'], []],
    ['keys show', [], ['contexts']],
    ['licensees list', ['count', 'updatedAt'], ['licensees', 'daily']],
    ['configs list', ['name', 'payload', 'createdAt', 'updatedAt'], ['configs']],
    ['addresses resolve', ['dataset', 'native'], []],
    ['emails validate', [], []],
  ])(
    'of the command "%s" requires exactly the fields %j at the path %j',
    (command, shown, path) => {
      expect(requiredAt(command, path)).toEqual(shown);
    },
  );
});
