// What schemas of answers require: another service than the sandbox has only what the service's documentation shows.
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../src/api/operation';
import { results } from '../../src/api/results';

/** The members that a schema requires at this path of members; of a list, those of its items. */
function requiredAt(command: string, path: readonly string[]): unknown {
  let schema = results[command] as JsonSchema;
  for (const name of path) {
    const member = schema.properties?.[name] as JsonSchema;
    schema = (member.items ?? member) as JsonSchema;
  }
  return schema.required;
}

describe('the schema of an answer', () => {
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
  ])('of %s requires at %j only what the documentation shows: %j', (command, path, shown) => {
    expect(requiredAt(command, path)).toEqual(shown);
  });
});
