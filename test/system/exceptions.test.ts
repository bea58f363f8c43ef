// If the value of a call is unused, the bundler removes calls of functions that it considers pure, such as
// decodeURIComponent. The built code then no longer throws the exception that the source code expects.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';

const root = join(__dirname, '../..');

/** A node of a syntax tree: the type, and fields that are nodes, arrays of nodes or plain values. */
type Node = { type: string; [member: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Returns the node's direct children. */
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** Yields the node and all its descendants. */
function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) yield* nodesOf(child);
}

function parsed(text: string, lang: 'js' | 'ts'): Node {
  const program: unknown = parseAst(text, { lang });
  if (!isNode(program)) throw new TypeError('the parser gave no tree');
  return program;
}

/** The types of nodes that throw only if one of their children throws. */
const calm = new Set([
  'BlockStatement',
  'ReturnStatement',
  'EmptyStatement',
  'BreakStatement',
  'ContinueStatement',
  'Literal',
  'UnaryExpression',
]);

/** Returns the `try` statements that cannot catch anything, according to their syntax. */
function pointlessTries(text: string): string[] {
  return [...nodesOf(parsed(text, 'js'))].flatMap((node) => {
    const { type, block, handler, start, end } = node;
    if (type !== 'TryStatement' || !handler || !isNode(block)) return [];
    if (![...nodesOf(block)].every((within) => calm.has(within.type))) return [];
    return [text.slice(Number(start), Number(end))];
  });
}

/** Global names whose calls have a purpose even if the value is unused. */
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

/**
 * Returns the global name with which a called expression begins, such as `JSON` for `JSON.parse`. Returns undefined for
 * other expressions, and for the names in `doers`.
 */
function calledGlobal(called: unknown): string | undefined {
  if (!isNode(called)) return undefined;
  if (called.type === 'MemberExpression') return calledGlobal(called.object);
  const { type, name } = called;
  if (type !== 'Identifier' || typeof name !== 'string') return undefined;
  return Object.hasOwn(globalThis, name) && !doers.has(name) ? name : undefined;
}

/** Returns the calls of built-in functions whose value is unused. */
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

test('pointlessTries finds try statements that cannot catch an exception, and unusedCalls finds calls to built-in functions whose value is unused', () => {
  const dropped = 'const f = (t) => { try { return !0 } catch { return !1 } }';
  expect(pointlessTries(dropped)).toEqual(['try { return !0 } catch { return !1 }']);
  expect(pointlessTries('try { f() } catch {}')).toEqual([]);
  const unused =
    'try { decodeURIComponent(t); new URL(t); JSON.parse(t); } catch {} f(t); x = BigInt(t);';
  expect(unusedCalls(unused)).toEqual(['decodeURIComponent(t);', 'new URL(t);', 'JSON.parse(t);']);
});

test.each(filesBelow('dist', '.js'))(
  'in the built file %s, each try statement can catch an exception',
  (file) => {
    expect(pointlessTries(readFileSync(join(root, file), 'utf8'))).toEqual([]);
  },
);

test('no file in src discards the value that a built-in function such as JSON.parse returns', () => {
  const found = filesBelow('src', '.ts').flatMap((file) =>
    unusedCalls(readFileSync(join(root, file), 'utf8')).map((call) => `${file}: ${call}`),
  );
  expect(found).toEqual([]);
});
