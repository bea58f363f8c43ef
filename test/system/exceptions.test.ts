// The bundler drops calls of functions that it takes for pure, such as decodeURIComponent, where their
// value is not used, and with them the exception the code around them waits for.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';

const root = join(__dirname, '../..');

/** A node of a syntax tree: its type, and members that are nodes, lists of them or plain values. */
type Node = { type: string; [member: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The nodes directly within a node. */
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** Every node of a tree, itself too. */
function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) yield* nodesOf(child);
}

function parsed(text: string, lang: 'js' | 'ts'): Node {
  const program: unknown = parseAst(text, { lang });
  if (!isNode(program)) throw new TypeError('the parser gave no tree');
  return program;
}

/** Nodes that never throw, if what is within them does not. */
const calm = new Set([
  'BlockStatement',
  'ReturnStatement',
  'EmptyStatement',
  'BreakStatement',
  'ContinueStatement',
  'Literal',
  'UnaryExpression',
]);

/** `try` statements of a program that have nothing to catch, as far as their form tells. */
function pointlessTries(text: string): string[] {
  return [...nodesOf(parsed(text, 'js'))].flatMap((node) => {
    const { type, block, handler, start, end } = node;
    if (type !== 'TryStatement' || !handler || !isNode(block)) return [];
    if (![...nodesOf(block)].every((within) => calm.has(within.type))) return [];
    return [text.slice(Number(start), Number(end))];
  });
}

/** Globals that are called for what they do, not for their value. */
const doers = new Set([
  'process',
  'setTimeout',
  'setImmediate',
  'queueMicrotask',
  'clearTimeout',
  'clearInterval',
  'Atomics',
  'Error',
  'Object',
]);

/** Name of the global at the root of a call, such as `JSON` of `JSON.parse(text)`. */
function calledGlobal(called: unknown): string | undefined {
  if (!isNode(called)) return undefined;
  if (called.type === 'MemberExpression') return calledGlobal(called.object);
  const { type, name } = called;
  if (type !== 'Identifier' || typeof name !== 'string') return undefined;
  return Object.hasOwn(globalThis, name) && !doers.has(name) ? name : undefined;
}

/** Calls of built-in functions whose value is thrown away. */
function unusedCalls(text: string): string[] {
  return [...nodesOf(parsed(text, 'ts'))].flatMap(({ type, expression, start, end }) => {
    if (type !== 'ExpressionStatement' || !isNode(expression)) return [];
    const isCall = expression.type === 'CallExpression' || expression.type === 'NewExpression';
    if (!isCall || calledGlobal(expression.callee) === undefined) return [];
    return [text.slice(Number(start), Number(end))];
  });
}

function filesBelow(directory: string, ending: string): string[] {
  return readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.split(/[\\/]/).includes('assembly'))
    .map((name) => join(directory, name));
}

test('the search finds what it is for', () => {
  const dropped = 'const f = (t) => { try { return !0 } catch { return !1 } }';
  expect(pointlessTries(dropped)).toEqual(['try { return !0 } catch { return !1 }']);
  expect(pointlessTries('try { f() } catch {}')).toEqual([]);
  const unused =
    'try { decodeURIComponent(t); new URL(t); JSON.parse(t); } catch {} f(t); x = BigInt(t);';
  expect(unusedCalls(unused)).toEqual(['decodeURIComponent(t);', 'new URL(t);', 'JSON.parse(t);']);
});

test.each(filesBelow('dist', '.js'))('%s has no try that nothing is left in', (file) => {
  expect(pointlessTries(readFileSync(join(root, file), 'utf8'))).toEqual([]);
});

test('no statement of the source calls a built-in function for its exception alone', () => {
  const found = filesBelow('src', '.ts').flatMap((file) =>
    unusedCalls(readFileSync(join(root, file), 'utf8')).map((call) => `${file}: ${call}`),
  );
  expect(found).toEqual([]);
});
