// Which fields the result schemas require: a service other than the sandbox may have only the fields in its documentation.
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../src/api/operation';
import { results } from '../../src/api/results';

/** The fields that a schema requires at this path; for an array, those of its items. */
function requiredAt(command: string, path: readonly string[]): unknown {
  let schema = results[command] as JsonSchema;
  for (const name of path) {
    const member = schema.properties?.[name] as JsonSchema;
    schema = (member.items ?? member) as JsonSchema;
  }
  return schema.required;
}

describe('the result schema', () => {
  test.each([
    ['keys details', [], ['name', 'premier_support']],
    ['keys details', ['daily_limit'], []],
    ['keys details', ['notifications'], []],
    ['keys show', [], ['available', 'contexts', 'context']],
    ['keys show', ['contexts'], []],
    ['licensees list', ['licensees', 'daily'], ['count', 'updatedAt']],
    ['configs list', ['configs'], ['name', 'payload', 'createdAt', 'updatedAt']],
    ['addresses resolve', [], ['dataset', 'native']],
    ['emails validate', [], []],
  ])('of %s requires at %j only the documented fields: %j', (command, path, shown) => {
    expect(requiredAt(command, path)).toEqual(shown);
  });
});
