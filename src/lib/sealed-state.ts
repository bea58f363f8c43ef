// Saves the state of a run to a file, and reads the state in a later run. The state has a checksum, and waypost reads
// the state only from a file that no other user could have written to. A damaged state can therefore never cause a
// wrong result.
import { createHash } from 'node:crypto';
import { closeSync, constants } from 'node:fs';
import { type LibReason, WaypostError } from './errors';
import { openStateFile, readStateFile, usualMaxBytes } from './small-file';
import { hasCode, systemReason } from './system-error';

/**
 * Returns a short checksum that detects damage. The checksum does not protect against a user who can write to the file.
 */
export function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Formats an object as JSON on one line, with the checksum as the last field. */
export function seal(value: object): string {
  const text = JSON.stringify(value);
  const more = text === '{}' ? '' : ',';
  return `${text.slice(0, -1)}${more}"checksum":"${checksumOf(text)}"}\n`;
}

/** Returns the fields of a sealed object, or undefined if the text is damaged or is not a sealed object. */
export function unseal(text: string): Record<string, unknown> | undefined {
  try {
    const { checksum, ...fields } = JSON.parse(text);
    return checksum === checksumOf(JSON.stringify(fields)) ? fields : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads a sealed object from a file. Returns undefined if the file does not exist. Throws `invalid_input` if the file
 * is damaged, if the file is larger than `maxBytes` (default: 1 MiB), or if another user could have written to the
 * file. Never changes the file. `what` describes the content in messages, for example "saved state".
 */
export function readSealed(
  path: string,
  what: string,
  maxBytes = usualMaxBytes,
): Record<string, unknown> | undefined {
  let text: string;
  try {
    text = readStateFile(path, maxBytes).text;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw stateUnusable(path, what, systemReason(error));
  }
  const fields = unseal(text);
  if (fields === undefined) throw stateUnusable(path, what, 'it is damaged');
  return fields;
}

/**
 * Throws `write_failed` if a later run would reject the state of this run. For example, on a file system without owners
 * and modes, every user can write to the state file.
 */
export function checkResumable(path: string): void {
  try {
    closeSync(openStateFile(path, constants.O_RDONLY));
  } catch (error) {
    const message = `A later run with --resume would reject ${path}: ${systemReason(error)}.`;
    throw new WaypostError('write_failed', message, { reason: 'state_unsafe' satisfies LibReason });
  }
}

function stateUnusable(path: string, what: string, reason: string): WaypostError {
  return new WaypostError(
    'invalid_input',
    `waypost cannot use the ${what} in ${path}: ${reason}.`,
    {
      reason: 'state_unusable' satisfies LibReason,
      details: { path },
    },
  );
}
