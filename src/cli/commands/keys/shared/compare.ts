// What an update did: the members that were sent, before and after, and those the service left as they
// were although they were to change.
import { isObject } from '../../../../client/owned-key';
import { jsonText } from '../../../../lib/exact-json';
import { labelOf, valueText } from '../../../ui/words';

/** One value that was to change. */
export interface Change {
  label: string;
  before: string;
  after: string;
  /** `changed`, `same` where it was so already, `ignored` where the service did not take it over. */
  outcome: 'changed' | 'same' | 'ignored';
}

/** A line for each value that was sent, by the details before and after. */
export function compare(
  sent: Readonly<Record<string, unknown>>,
  before: unknown,
  after: unknown,
): Change[] {
  return leaves(sent).map(({ path, value }) => {
    const was = at(before, path);
    const is = at(after, path);
    const stayed = is !== undefined && same(was, is);
    return {
      label: labelOf(path.join('.')),
      before: valueText(was),
      after: valueText(is ?? value),
      outcome: !stayed ? 'changed' : same(is, value) ? 'same' : 'ignored',
    };
  });
}

function leaves(value: unknown, path: string[] = []): { path: string[]; value: unknown }[] {
  if (!isObject(value) || Object.keys(value).length === 0) return [{ path, value }];
  return Object.entries(value).flatMap(([name, member]) => leaves(member, [...path, name]));
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  );
}

function same(one: unknown, other: unknown): boolean {
  return jsonText(one) === jsonText(other);
}
