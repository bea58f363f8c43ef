// Converts options to command-line words, for a process that waypost starts or for a command in a hint.
import { optionOfKey } from '../../../line/option-values';

/** Returns the words for each option, such as `--port` and its value. Omits options that are undefined or false. */
export function optionWords(options: object): string[][] {
  return Object.entries(options).flatMap(([key, value]) => {
    const option = optionOfKey(key);
    if (typeof value === 'string') return [[option, value]];
    return value === true ? [[option]] : [];
  });
}
