// The words of a line for a POSIX shell. Expansions of the shell are kept as written.

/** Quotes a word for a POSIX shell. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A text for a person to type: in double quotes if a shell would split it, in single ones if it would change it. */
export function shellQuoted(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
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
