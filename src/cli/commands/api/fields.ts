// Parses the values of `-f` and `-F`. Each value has the form `key=value`, `a[b]=value` or `a[]=value`, and sets one
// field of the request.
import { invalidInput } from '../../../lib/errors';
import { isObject, maxDepth, parseJson } from '../../../lib/exact-json';

/** One field from the command line. */
export interface FieldText {
  text: string;
  /** True for a JSON value (`-F`), false for text (`-f`). */
  typed: boolean;
}

/** An object in the document: a map from property names to nodes. */
class ObjectNode extends Map<string, Node> {}

/** An array in the document. */
class ListNode {
  readonly items: Node[] = [];
}

/** A node of the document: an object, an array, or any other value. */
type Node = ObjectNode | ListNode | { value: unknown };

/**
 * Returns the document that the fields describe, or undefined if there are no fields. `readFile` reads the text of
 * `@file` or `@-`. Throws `invalid_input` if a field is invalid or conflicts with an earlier field.
 */
export async function fieldDocument(
  fields: readonly FieldText[],
  readFile: (path: string) => Promise<string>,
): Promise<Record<string, unknown> | undefined> {
  if (fields.length === 0) return undefined;
  const root = new ObjectNode();
  for (const { text, typed } of fields) {
    const { name, path, value } = parseField(text);
    if (value === undefined && path.at(-1) !== '') throw notAField();
    if (value === undefined) put(root, name, path);
    else if (!typed) put(root, name, path, { value });
    else if (value.startsWith('@'))
      put(root, name, path, { value: await readFile(value.slice(1)) });
    else put(root, name, path, { value: typedValue(value, name) });
  }
  return propertiesIn(root);
}

/** Returns the document as query parameters: array items as `a[]`, nested properties as `a[b]`. */
export function queryParameters(document: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(document).flatMap(([name, value]) => parametersOf(name, value));
}

function parametersOf(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value))
    return value.flatMap((entry: unknown) => parametersOf(`${name}[]`, entry));
  if (isObject(value)) {
    return Object.entries(value).flatMap(([key, inner]) => parametersOf(`${name}[${key}]`, inner));
  }
  return [[name, value === null ? '' : String(value)]];
}

function parseField(text: string): { name: string; path: string[]; value: string | undefined } {
  const end = text.indexOf('=');
  const key = end === -1 ? text : text.slice(0, end);
  const [, name, brackets = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key) ?? [];
  if (name === undefined) throw notAField();
  const path = Array.from(brackets.matchAll(/\[([^\]]*)\]/g), ([, part = '']) => part);
  if (brackets.includes('[][]')) {
    throw invalidInput(
      `The field ${name} sets an array inside an array, which the [] syntax does not support.`,
      `Set the complete array as JSON: -F '${name}=[[1, 2], [3]]'.`,
    );
  }
  if (path.length > maxDepth) throw tooLarge(name, `nested more than ${maxDepth} levels deep`);
  return { name, path, value: end === -1 ? undefined : text.slice(end + 1) };
}

function notAField(): Error {
  return invalidInput(
    'The value of -f or -F does not have the form key=value.',
    'For example: -f name=Acme, -F limit=10, -f daily[limit]=5 or -f whitelist[]=https://a.example.',
  );
}

/**
 * Adds `node` to an object. `name` and `path` specify the location of the node in the object. An empty string in `path`
 * adds an item to an array. If `node` is undefined, adds an empty array.
 */
function put(inside: ObjectNode, name: string, path: readonly string[], node?: Node): void {
  const [next, ...rest] = path;
  const there = inside.get(name);
  if (next === undefined) {
    if (there !== undefined) throw givenTwice(name);
    if (node !== undefined) inside.set(name, node);
    return;
  }
  const parent = there ?? (next === '' ? new ListNode() : new ObjectNode());
  inside.set(name, parent);
  if (next !== '' && parent instanceof ObjectNode) put(parent, next, rest, node);
  else if (next === '' && parent instanceof ListNode) putInList(parent, rest, node);
  else throw givenTwice(name);
}

function putInList(list: ListNode, path: readonly string[], node?: Node): void {
  const [property, ...deeper] = path;
  if (property !== undefined) put(entryFor(list, property, deeper), property, deeper, node);
  else if (node !== undefined) list.items.push(node);
}

/**
 * Returns the array item to which a field adds `property`. Returns the last item of the array if this item is an object
 * without the property, or if the property is an array to which the field adds an item. In all other cases, adds a new
 * object to the array and returns the new object.
 */
function entryFor({ items }: ListNode, property: string, deeper: readonly string[]): ObjectNode {
  const last = items.at(-1);
  if (last instanceof ObjectNode) {
    const there = last.get(property);
    if (there === undefined || (there instanceof ListNode && deeper[0] === '')) return last;
  }
  const entry = new ObjectNode();
  items.push(entry);
  return entry;
}

function givenTwice(name: string): Error {
  return invalidInput(
    `The field ${name} is set more than once, or with different types.`,
    `To set several items of an array, use ${name}[]=… for each item.`,
  );
}

/**
 * Parses text as JSON. If the text is not JSON and does not begin like a JSON object, array or string, returns the text
 * itself. Throws `invalid_input` if the text begins like a JSON object, array or string but is not JSON, or if the
 * value is too complex.
 */
function typedValue(text: string, name: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!/^\s*[[{"]/.test(text)) return text;
    if (error instanceof RangeError) throw tooLarge(name, error.message);
    throw invalidInput(
      `The value of the field ${name} is not valid JSON.`,
      `Quote JSON for the shell: -F '${name}={"a": 1}'. To send the value as text, use -f instead of -F.`,
    );
  }
}

function tooLarge(name: string, reason: string): Error {
  return invalidInput(
    `The value of the field ${name} is too complex: ${reason}.`,
    'Send the complete body with --input.',
  );
}

function propertiesIn(node: ObjectNode): Record<string, unknown> {
  return Object.fromEntries([...node].map(([name, inner]) => [name, valueIn(inner)]));
}

function valueIn(node: Node): unknown {
  if (node instanceof ObjectNode) return propertiesIn(node);
  return node instanceof ListNode ? node.items.map(valueIn) : node.value;
}
