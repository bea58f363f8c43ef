// Members of a record in words, for whatever a service sends that nothing better is known of.
import { grouped } from './figures';

/** The label of a member, or of a path such as `daily_limit.limit`. */
export function labelOf(path: string): string {
  const words = path.replace(/\.(limit|enabled)$/, '').replace(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value in words. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return grouped(value);
  if (typeof value === 'string') return value === '' ? 'none' : value;
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueText).join(', ');
  const entries = Object.entries(value).map(([name, member]) => `${name} ${valueText(member)}`);
  return entries.length === 0 ? 'none' : entries.join(', ');
}
