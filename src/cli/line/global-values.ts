// Reads the values of global options, and of the settings of the same names.
import { invalidInput } from '../../lib/errors';
import type { ColourChoice } from '../output/colour';

/** Default of --timeout. */
export const defaultTimeoutSeconds = 30;

/** A time in seconds as milliseconds. Throws `invalid_input`; `from` names the source of the text. */
export function timeoutMs(text = String(defaultTimeoutSeconds), from = 'The timeout'): number {
  const seconds = Number(text);
  if (text.trim() === '' || !Number.isFinite(seconds) || seconds <= 0 || seconds > 86_400) {
    throw invalidInput(
      `${from} is not a number of seconds: ${JSON.stringify(text)}.`,
      'Give a number above 0 and at most 86400, such as 30.',
    );
  }
  return Math.max(1, seconds * 1000);
}

/** When to use colour. Throws `invalid_input`; `from` names the source of the value. */
export function colourChoice(value: string | boolean | undefined, from = '--color'): ColourChoice {
  if (value === false) return 'never';
  if (value === undefined || value === true) return 'auto';
  if (value === 'auto' || value === 'always' || value === 'never') return value;
  throw invalidInput(
    `${from} takes auto, always or never, not ${JSON.stringify(value)}.`,
    'Omit it to mean auto.',
  );
}

/**
 * The tags in a list with commas between. Throws `invalid_input` for a control character, which would stand in the
 * lookup log; `from` says where the text stands.
 */
export function tagsOf(text: string, from = '--tags'): string[] {
  if (/\p{Cc}/u.test(text)) {
    throw invalidInput(`${from} holds a control character.`, 'Give comma-separated names.');
  }
  return text.split(',').flatMap((tag) => tag.trim() || []);
}
