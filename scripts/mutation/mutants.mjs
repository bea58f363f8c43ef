// Small mistakes that a source could have, all in one text: each is there, and one at a time is switched on.
import { parseAst } from 'rolldown/parseAst';

const operators = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&': ['|'],
  '|': ['&'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '++': ['--'],
  '--': ['++'],
};

/** Methods that are easily taken for each other, and those (with '') whose call may be left out. */
const methods = {
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  toLowerCase: 'toUpperCase',
  toUpperCase: 'toLowerCase',
  trim: '',
  trimStart: '',
  trimEnd: '',
  slice: '',
  subarray: '',
  filter: '',
  sort: '',
  toSorted: '',
  reverse: '',
};

const loops = new Set(['WhileStatement', 'DoWhileStatement', 'ForStatement']);
const isText = (node) => node.type === 'TemplateLiteral' || typeof node.value === 'string';

/**
 * Gives `text` with every mistake in it, and the list of them: line, what is replaced and by what. `first` is the
 * number of the first. `__is(number)` says which one is on.
 */
export function mutate(text, first) {
  const mutants = [];
  const lines = [...text.matchAll(/\n/g)].map(({ index }) => index);
  const source = (node) => text.slice(node.start, node.end);

  function number(node, replacement) {
    const line = lines.filter((index) => index < node.start).length + 1;
    mutants.push({ id: first + mutants.length, line, original: source(node), replacement });
    return mutants.at(-1).id;
  }

  /** The text of a node, with the mistakes in it. */
  function rewritten(node, parent, key) {
    const inner = withChildren(node);
    if (isStatementBlock(node, parent, key)) {
      // One that holds a single statement which may be left out is no second mistake.
      const same = node.body.length === 0 || (node.body.length === 1 && isRemovable(node.body[0]));
      return same ? inner : `{ if (!__is(${number(node, '{}')})) ${inner} }`;
    }
    if (isRemovable(node)) return `{ if (!__is(${number(node, ';')})) { ${inner} } }`;
    return replacements(node, parent, key).reduce(
      (rest, replacement) => `(__is(${number(node, replacement)}) ? ${replacement} : ${rest})`,
      inner,
    );
  }

  function withChildren(node) {
    let result = '';
    let end = node.start;
    for (const [child, key] of childrenOf(node)) {
      result += text.slice(end, child.start) + rewritten(child, node, key);
      end = child.end;
    }
    return result + text.slice(end, node.end);
  }

  function replacements(node, parent, key) {
    const found = isCondition(node, parent, key)
      ? loops.has(parent.type)
        ? ['false']
        : ['true', 'false']
      : [];
    const { type, operator } = node;
    if (type === 'BinaryExpression' || type === 'LogicalExpression') {
      const { left, right } = node;
      if (operator !== '+' || !(isText(left) || isText(right))) {
        for (const other of operators[operator] ?? []) {
          found.push(`(${source(left)}) ${other} (${source(right)})`);
        }
      }
    } else if (type === 'AssignmentExpression' || type === 'UpdateExpression') {
      for (const other of operators[operator] ?? []) {
        found.push(source(node).replace(operator, other));
      }
    } else if (type === 'UnaryExpression' && (operator === '!' || operator === '-')) {
      found.push(`(${source(node.argument)})`);
    } else if (type === 'Literal' && typeof node.value === 'boolean') {
      found.push(String(!node.value));
    } else if (type === 'Literal' && typeof node.value === 'string') {
      found.push(node.value === '' ? "'mutated'" : "''");
    } else if (type === 'TemplateLiteral') {
      found.push("''");
    } else if (type === 'Literal' && node.regex !== undefined) {
      found.push(...patterns(node.regex).map(({ pattern, flags }) => `/${pattern}/${flags}`));
    } else if (type === 'ArrayExpression' && node.elements.length > 0) {
      found.push('[]');
    } else if (type === 'ObjectExpression' && node.properties.length > 0) {
      found.push('({})');
    } else if (type === 'ArrowFunctionExpression' && node.body.type !== 'BlockStatement') {
      found.push('(() => undefined)');
    } else if (type === 'ChainExpression') {
      found.push(...otherChains(node));
    } else if (type === 'CallExpression' && !isInChain(parent, key)) {
      found.push(...otherCalls(node));
    }
    return found;
  }

  /** Each `?.` of a chain as `.`, and each of its calls as another: a part of a chain cannot be replaced alone. */
  function otherChains(chain) {
    const found = [];
    let node = chain.expression;
    while (node !== undefined) {
      const base = node.object ?? node.callee ?? node.expression;
      if (node.type === 'CallExpression') {
        for (const other of otherCalls(node)) found.push(other + text.slice(node.end, chain.end));
      }
      if (node.optional) {
        const dot = text.indexOf('?.', base.end);
        const name = node.type === 'MemberExpression' && !node.computed ? '.' : '';
        found.push(text.slice(chain.start, dot) + name + text.slice(dot + 2, chain.end));
      }
      node = isLink(node) ? base : undefined;
    }
    return found;
  }

  function otherCalls({ callee, start, end }) {
    if (callee.type !== 'MemberExpression' || callee.computed || callee.optional) return [];
    const { name } = callee.property;
    if (!Object.hasOwn(methods, name)) return [];
    if (methods[name] === '') return [`(${source(callee.object)})`];
    return [
      text.slice(start, callee.property.start) +
        methods[name] +
        text.slice(callee.property.end, end),
    ];
  }

  const body = withChildren(parseAst(text, { lang: 'ts' }));
  return { text: body, mutants };
}

const isLink = ({ type }) => /^(Member|Call|TSNonNull)Expression$/.test(type);

/** Whether a node stands where its value is asked for a member, or called: it may be a part of a chain. */
function isInChain(parent, key) {
  return isLink(parent) && ['object', 'callee', 'expression'].includes(key);
}

/** What may be left out: a call, an assignment, an exception. Not the call of a parent class. */
function isRemovable({ type, expression }) {
  if (type === 'ThrowStatement') return true;
  if (type !== 'ExpressionStatement') return false;
  const call = expression.type === 'AwaitExpression' ? expression.argument : expression;
  return (
    (call.type === 'CallExpression' && call.callee.type !== 'Super') ||
    call.type === 'AssignmentExpression'
  );
}

function isCondition(node, parent, key) {
  const conditional = ['IfStatement', 'ConditionalExpression', ...loops];
  if (key === 'test' && conditional.includes(parent.type)) return node.type !== 'Literal';
  // A comparison decides, wherever it stands.
  return node.type === 'BinaryExpression' && /^([<>]=?|[!=]==)$/.test(node.operator);
}

/** Bodies and branches; that of a constructor only where no parent class must be called. */
function isStatementBlock(node, parent, key) {
  return (
    node.type === 'BlockStatement' &&
    key !== 'finalizer' &&
    !callsParent(node) &&
    parent !== undefined
  );
}

function callsParent({ body }) {
  return body.some(
    ({ type, expression }) => type === 'ExpressionStatement' && expression.callee?.type === 'Super',
  );
}

/** Patterns that ask for less, or for something else. */
function patterns({ pattern, flags }) {
  const found = [];
  if (pattern.startsWith('^')) found.push({ pattern: pattern.slice(1), flags });
  if (/(^|[^\\])\$$/.test(pattern)) found.push({ pattern: pattern.slice(0, -1), flags });
  for (const [from, to] of [
    [/\[\^/, '['],
    [/\[(?!\^)/, '[^'],
    [/\\d/, '\\D'],
    [/\\s/, '\\S'],
    [/(?<=[\])\w])[+*](?!\?)/, ''],
  ]) {
    if (from.test(pattern)) found.push({ pattern: pattern.replace(from, to), flags });
  }
  return found.filter(({ pattern: other }) => other !== '' && isPattern(other, flags));
}

function isPattern(pattern, flags) {
  try {
    return new RegExp(pattern, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

/** The nodes below a node that run, in the order of their text; neither types nor names. */
function childrenOf(node) {
  const found = [];
  for (const [key, value] of Object.entries(node)) {
    for (const child of [value].flat()) {
      if (child === null || typeof child?.type !== 'string') continue;
      if (child.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(child.type))
        continue;
      if (isName(node, key)) continue;
      found.push([child, key]);
    }
  }
  return found.sort(([one], [other]) => one.start - other.start);
}

function isName(node, key) {
  if (key === 'key' || key === 'property') return !node.computed;
  if (node.type === 'ImportDeclaration' || node.type === 'ImportExpression') return true;
  if (/^Export(Named|All)/.test(node.type)) return key !== 'declaration';
  // What is taken apart is not replaced: only the values that stand for missing members are.
  return node.type === 'TaggedTemplateExpression' && key === 'quasi';
}
