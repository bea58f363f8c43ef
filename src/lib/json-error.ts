// Finds the position at which text stops being valid JSON. The messages of `JSON.parse` do not always contain the
// position.

/** A position in text, with lines and columns numbered from 1. */
export interface TextPosition {
  line: number;
  column: number;
}

/** Returns the position of the first error in a JSON text, or undefined if the text is valid. */
export function jsonError(text: string): TextPosition | undefined {
  try {
    // The parsed value is never undefined. This check uses the value, because the bundler would otherwise remove the
    // `JSON.parse` call.
    const value: unknown = JSON.parse(text);
    return value === undefined ? { line: 1, column: 1 } : undefined;
  } catch {
    return positionOf(text, validLength(text));
  }
}

/** Converts an offset to a position. The column counts Unicode code points. */
function positionOf(text: string, offset: number): TextPosition {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 };
}

const blanks = /[ \t\r\n]*/y;
const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const openString = /"(?:[^"\\\0-\x1f]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y;

/**
 * Returns the length of the longest prefix that can be the start of valid JSON, including whitespace at the end of the
 * prefix.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each branch is one state of the JSON grammar.
function validLength(text: string): number {
  /** The closing brackets of the open arrays and objects. */
  const ends: string[] = [];
  let expected: 'value' | 'element or end' | 'name' | 'name or end' | 'colon' | 'comma or end' =
    'value';
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const [found] = pattern.exec(text) ?? [];
    at += found?.length ?? 0;
    return found !== undefined;
  };
  const skipString = (): boolean => {
    if (!skip(openString) || text[at] !== '"') return false;
    at += 1;
    return true;
  };
  for (;;) {
    skip(blanks);
    const character = text[at];
    const end = ends.at(-1);
    if (expected.endsWith('end') && character !== undefined && character === end) {
      at += 1;
      ends.pop();
      expected = 'comma or end';
    } else if (expected === 'comma or end') {
      if (character !== ',' || end === undefined) return at;
      at += 1;
      expected = end === '}' ? 'name' : 'value';
    } else if (expected === 'colon') {
      if (character !== ':') return at;
      at += 1;
      expected = 'value';
    } else if (expected.startsWith('name')) {
      if (!skipString()) return at;
      expected = 'colon';
    } else if (character === '{' || character === '[') {
      at += 1;
      ends.push(character === '{' ? '}' : ']');
      expected = character === '{' ? 'name or end' : 'element or end';
    } else {
      if (!(character === '"' ? skipString() : skip(literal))) return at;
      expected = 'comma or end';
    }
  }
}
