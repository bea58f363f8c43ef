// Quotes words for a shell, and splits a command line into words. Does not perform shell expansions.

/** Characters that at least one shell interprets in double quotes. */
const changedInDoubleQuotes = /["$`\\!%]/;

/**
 * Quotes a word for a shell. If the word contains characters that a shell might interpret, uses double quotes, because
 * every shell supports double quotes. If a shell might change the word even in double quotes, uses single quotes.
 */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return changedInDoubleQuotes.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}

/**
 * The words of a line. The last word is the word under the cursor. The last word is empty if the line ends in a space.
 */
export interface ShellLine {
  words: string[];
  /** The quote that is still open at the end. */
  quote: string;
  /**
   * The position in the last word at which the shell inserts a completion. The completion replaces all text after this
   * position.
   */
  replacedFrom: number;
}

/**
 * Splits a line at whitespace. `breaks` contains additional characters at which the shell starts a new word for
 * completion. If `escapes` is true, a backslash escapes the next character.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each branch is one kind of character in a shell line.
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
