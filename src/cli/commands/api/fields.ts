// `-f` and `-F`: members of a request, given one by one, as `key=value`, `a[b]=value` or `a[]=value`.
import { invalidInput } from '../../../lib/errors';
import { isObject, maxDepth, parseJson } from '../../../lib/exact-json';

/** One of them, in the order of the command line. */
export interface Field {
  text: string;
  /** Whether the value is JSON (`-F`) or text (`-f`). */
  typed: boolean;
}

/** Reads the text of `@file` or `@-`. */
export type FileReader = (path: string) => Promise<string>;

/** A place in the document: members by name, a list that grows, or a final value. */
type Node =
  | { kind: 'members'; members: Map<string, Node> }
  | { kind: 'list'; items: Node[] }
  | { kind: 'value'; value: unknown };

type Members = Extract<Node, { kind: 'members' }>;

/**
 * The document of the fields; undefined if there are none. Throws `invalid_input` for an invalid field, and
 * for two that contradict each other.
 */
export async function documentOf(
  fields: readonly Field[],
  readFile: FileReader,
): Promise<Record<string, unknown> | undefined> {
  if (fields.length === 0) return undefined;
  const root: Members = { kind: 'members', members: new Map() };
  for (const { text, typed } of fields) {
    const { name, path, value } = parse(text);
    const emptyList = value === undefined && path.at(-1) === '';
    if (value === undefined && !emptyList) throw notAField();
    put(root, name, path, emptyList ? undefined : await nodeOf(value ?? '', typed, readFile, name));
  }
  return membersOf(root);
}

/** The same document as members of a query: lists as `a[]`, nested members as `a[b]`. */
export function queryOf(document: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(document).flatMap(([name, value]) => flat(name, value));
}

function flat(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((entry: unknown) => flat(`${name}[]`, entry));
  if (isObject(value)) {
    return Object.entries(value).flatMap(([key, inner]) => flat(`${name}[${key}]`, inner));
  }
  return [[name, value === null ? '' : String(value)]];
}

function parse(text: string): { name: string; path: string[]; value: string | undefined } {
  const end = text.indexOf('=');
  const key = end === -1 ? text : text.slice(0, end);
  const [, name, brackets = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key) ?? [];
  if (name === undefined) throw notAField();
  const path = Array.from(brackets.matchAll(/\[([^\]]*)\]/g), ([, part = '']) => part);
  if (brackets.includes('[][]')) {
    throw invalidInput(
      `The field ${name} is a list in a list.`,
      `Give the whole list: -F '${name}=[[1, 2], [3]]'.`,
    );
  }
  if (path.length > maxDepth) throw tooLarge(name, `nested more than ${maxDepth} levels deep`);
  return { name, path, value: end === -1 ? undefined : text.slice(end + 1) };
}

function notAField(): Error {
  return invalidInput(
    'A field is not key=value.',
    'Give it such as -f name=Acme, -F limit=10, -f daily[limit]=5 or -f whitelist[]=https://a.example.',
  );
}

/** Puts a node where name and path lead; undefined makes an empty list of it. */
function put(inside: Members, name: string, path: readonly string[], node: Node | undefined): void {
  const [next, ...rest] = path;
  const there = inside.members.get(name);
  if (next === undefined) {
    if (there !== undefined) throw givenTwice(name);
    if (node !== undefined) inside.members.set(name, node);
    return;
  }
  if (next !== '') {
    const members: Node = there ?? { kind: 'members', members: new Map() };
    if (members.kind !== 'members') throw givenTwice(name);
    inside.members.set(name, members);
    put(members, next, rest, node);
    return;
  }
  const list: Node = there ?? { kind: 'list', items: [] };
  if (list.kind !== 'list') throw givenTwice(name);
  inside.members.set(name, list);
  const [member, ...deeper] = rest;
  if (member === undefined) {
    if (node !== undefined) list.items.push(node);
    return;
  }
  put(entryFor(list.items, member, deeper), member, deeper, node);
}

/** The last entry of a list, or a new one where that has the member already. */
function entryFor(items: Node[], member: string, deeper: readonly string[]): Members {
  const last = items.at(-1);
  if (last?.kind === 'members') {
    const there = last.members.get(member);
    if (there === undefined || (there.kind === 'list' && deeper[0] === '')) return last;
  }
  const entry: Members = { kind: 'members', members: new Map() };
  items.push(entry);
  return entry;
}

function givenTwice(name: string): Error {
  return invalidInput(
    `The field ${name} is given twice, or as two different types.`,
    `A list is given as ${name}[]=…, each entry on its own.`,
  );
}

async function nodeOf(
  text: string,
  typed: boolean,
  readFile: FileReader,
  name: string,
): Promise<Node> {
  if (!typed) return { kind: 'value', value: text };
  if (text.startsWith('@')) return { kind: 'value', value: await readFile(text.slice(1)) };
  return { kind: 'value', value: typedValue(text, name) };
}

/** JSON, else the text itself, as long as nobody could have meant JSON. */
function typedValue(text: string, name: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!/^\s*[[{"]/.test(text)) return text;
    if (error instanceof RangeError) throw tooLarge(name, error.message);
    throw invalidInput(
      `The value of the field ${name} is not JSON.`,
      `Quote it for the shell: -F '${name}={"a": 1}'. As text, give it with -f.`,
    );
  }
}

function tooLarge(name: string, reason: string): Error {
  return invalidInput(
    `The field ${name} is too large: ${reason}.`,
    'Give the whole body with --input.',
  );
}

function membersOf({ members }: Members): Record<string, unknown> {
  return Object.fromEntries([...members].map(([name, node]) => [name, plain(node)]));
}

function plain(node: Node): unknown {
  if (node.kind === 'members') return membersOf(node);
  return node.kind === 'list' ? node.items.map(plain) : node.value;
}
