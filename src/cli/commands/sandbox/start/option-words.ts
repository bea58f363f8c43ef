// The options of a command as words, for a process or for the command that a hint names.
import { optionOfKey } from '../../../line/option-values';

/** The words of some options: `--port`, then its value. What is undefined or false is left out. */
export function optionWords(options: object): string[][] {
  return Object.entries(options).flatMap(([key, value]) => {
    const option = optionOfKey(key);
    if (typeof value === 'string') return [[option, value]];
    return value === true ? [[option]] : [];
  });
}
