// Reads the seed file that --seed names.
import { readFileSync } from 'node:fs';
import { invalidInput, WaypostError } from '../../../../lib/errors';
import { systemReason } from '../../../../lib/system-error';

/**
 * Reads a seed file and returns its content.
 * @throws WaypostError `invalid_input` if the file cannot be read or is invalid. The message names the file and, if a
 * field is invalid, the field.
 */
export async function readSeedFile(path: string): Promise<unknown> {
  if (path.trim() === '')
    throw invalidInput('--seed is empty.', 'Set --seed to a file, or remove --seed.');
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw invalidInput(`waypost cannot read the seed file ${path}: ${systemReason(error)}.`);
  }
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw invalidInput(`The seed file ${path} is not JSON: ${reason}.`);
  }
  const { readSeed } = await import('../../../../sandbox/seed/read');
  try {
    readSeed(document);
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    throw new WaypostError('invalid_input', `${path}: ${error.message}`, {
      hint: error.hint,
      details: error.details,
      cause: error,
    });
  }
  return document;
}
