// Paths to fields of a JSON value, such as `hits.0.id`. In a list, a number selects one entry, and any other name
// selects that field of every entry.
import { isObject } from './exact-json';

/** The names in a path, starting at the root. */
export type FieldPath = readonly string[];

/**
 * Returns the value at a path, or undefined if the path does not exist. If the path continues into a list with a field
 * name instead of a number, returns a list with one value for each entry.
 */
export function fieldAt(value: unknown, path: FieldPath): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(value)) {
    if (isIndex(name)) return fieldAt(value[Number(name)], rest);
    const found = value.map((entry: unknown) => fieldAt(entry, path));
    return found.every((one) => one === undefined) ? undefined : found;
  }
  return isObject(value) && Object.hasOwn(value, name) ? fieldAt(value[name], rest) : undefined;
}

/** Returns the value with only the fields at these paths. */
export function pickFields(value: unknown, paths: readonly FieldPath[]): unknown {
  if (paths.some((path) => path.length === 0)) return value;
  if (Array.isArray(value)) return pickEntries(value, paths);
  if (!isObject(value)) return value;
  const names = new Set(paths.flatMap(([name = '']) => name));
  const picked = [...names].flatMap((name): [string, unknown][] =>
    Object.hasOwn(value, name) ? [[name, pickFields(value[name], below(paths, name))]] : [],
  );
  return Object.fromEntries(picked);
}

/**
 * True if the value proves that the field does not exist: an object on the path has no field with that name, or the
 * path continues below a string, a number or a boolean. Null or an empty list on the path does not prove this.
 */
export function isUnknown(value: unknown, path: FieldPath): boolean {
  const [name, ...rest] = path;
  if (name === undefined || value === null || value === undefined) return false;
  if (Array.isArray(value)) {
    if (isIndex(name)) return isUnknown(value[Number(name)], rest);
    return value.length > 0 && value.every((entry: unknown) => isUnknown(entry, path));
  }
  if (!isObject(value)) return true;
  return Object.hasOwn(value, name) ? isUnknown(value[name], rest) : true;
}

/** True if a name in a path selects an entry of a list. */
export function isIndex(name: string): boolean {
  return /^\d{1,9}$/.test(name);
}

function pickEntries(list: readonly unknown[], paths: readonly FieldPath[]): unknown[] {
  const everywhere = paths.filter(([name = '']) => !isIndex(name));
  const entries = list.map((entry, index) => ({
    entry,
    paths: [...below(paths, String(index)), ...everywhere],
  }));
  return entries
    .filter(({ paths: own }) => own.length > 0)
    .map(({ entry, paths: own }) => pickFields(entry, own));
}

/** Returns the paths that begin with this name, each without the name. */
function below(paths: readonly FieldPath[], name: string): FieldPath[] {
  return paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
}
