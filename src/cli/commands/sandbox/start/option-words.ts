// Converts options to the words of a command line, for a process to start or for a command in a hint.
import { optionOfKey } from '../../../line/option-values';

/** Returns the words of these options, such as `--port` and its value. Omits options that are undefined or false. */
export function optionWords(options: object): string[][] {
  return Object.entries(options).flatMap(([key, value]) => {
    const option = optionOfKey(key);
    if (typeof value === 'string') return [[option, value]];
    return value === true ? [[option]] : [];
  });
}
