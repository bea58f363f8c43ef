// Converts the options of a command to words, for a process to start or for a command in a hint.
import { optionOfKey } from '../../../line/option-values';

/** The words of these options: `--port`, then its value. Options that are undefined or false are left out. */
export function optionWords(options: object): string[][] {
  return Object.entries(options).flatMap(([key, value]) => {
    const option = optionOfKey(key);
    if (typeof value === 'string') return [[option, value]];
    return value === true ? [[option]] : [];
  });
}
