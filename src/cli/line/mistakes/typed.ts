// Texts that a person types in a shell.

/** A text in quotes if a shell would split it. */
export function quoted(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
}

/** A text without the typographic quotes of a word processor, which a shell takes for letters. */
export function withoutSmartQuotes(text: string): string {
  return text.replace(/[“”„‟«»‘’]/g, '');
}

/** Whether a word is an option with a typographic dash. */
export function hasSmartDash(word: string): boolean {
  return /^[‐‑‒–—―−][‐‑‒–—―−-]*[a-z][\w-]*(?:=.*)?$/i.test(word);
}

/** `a`, `a or b`, `a, b or c`. */
export function anyOf(words: readonly string[]): string {
  return words.length < 2
    ? (words[0] ?? '')
    : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
