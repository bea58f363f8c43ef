// Refuses values that a command's specification rules out, before the command is loaded.
import type { CommandSpec } from './command';

/**
 * Puts values of options with `choices` in lower case, and throws `invalid_input` for others, and for words that were
 * meant for an option, such as the key `help`.
 */
export async function checkValues(
  path: readonly string[],
  spec: CommandSpec,
  options: Record<string, unknown>,
  words: readonly unknown[],
): Promise<void> {
  for (const { name, choices } of spec.options ?? []) {
    const key = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const value = options[key];
    if (choices !== undefined && typeof value === 'string') {
      options[key] = await choice(`--${name}`, value, choices, path);
    }
  }
  const given = words.flat().filter((word): word is string => typeof word === 'string');
  const suspicious = spec.arguments?.[0]?.name === 'key' && !/^[a-z]{2}_/.test(given[0] ?? 'ak_');
  if (suspicious || given.some((word) => /^[‐‑‒–—―−]/.test(word))) {
    const { refuseMistakenWords } = await import('./mistakes/values');
    refuseMistakenWords(given, path, spec);
  }
}

async function choice(
  name: string,
  value: string,
  choices: readonly string[],
  path: readonly string[],
): Promise<string> {
  const found = choices.find((one) => one === value.trim().toLowerCase());
  if (found !== undefined) return found;
  const { choiceError } = await import('./mistakes/values');
  throw choiceError(name, value, choices, path);
}
