// The words of a line for a POSIX shell. Expansions of the shell are kept as written.

/** A character that some shell changes between double quotes. */
const changedInDoubleQuotes = /["$`\\!%]/;

/**
 * A word as a shell reads it back: in double quotes if it would be split, because every shell knows these, and in
 * single quotes if it would be changed between double ones.
 */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return changedInDoubleQuotes.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}

/** The words of a line; the last one is the word under the cursor, empty after a space. */
export interface ShellLine {
  words: string[];
  /** The quote that is still open at the end. */
  quote: string;
  /** Where the text that the shell replaces begins in the last word. */
  replacedFrom: number;
}

/**
 * Splits a line at blanks. `breaks` are further characters at which the shell's own words begin; `escapes`
 * says whether a backslash escapes the next character.
 */
export function splitLine(line: string, breaks = '', escapes = true): ShellLine {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  let replacedFrom = 0;
  for (let index = 0; index < line.length; index += 1) {
    const char = line.charAt(index);
    if (quote !== '' && char === quote) quote = '';
    else if (escapes && char === '\\' && quote !== "'") {
      index += 1;
      const next = line.charAt(index);
      const isKept = quote === '"' && !/["\\$`]/.test(next);
      word = `${word ?? ''}${isKept ? '\\' : ''}${next}`;
    } else if (quote !== '') word = `${word}${char}`;
    else if (char === "'" || char === '"') {
      quote = char;
      word ??= '';
      replacedFrom = word.length;
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      replacedFrom = 0;
    } else {
      word = `${word ?? ''}${char}`;
      if (breaks.includes(char)) replacedFrom = word.length;
    }
  }
  return { words: [...words, word ?? ''], quote, replacedFrom };
}
