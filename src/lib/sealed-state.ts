// State that the tool writes for a later run has a checksum, and is read only from a file that no other user
// could have written, in whichever directory: a changed number must never turn into a wrong result.
import { createHash } from 'node:crypto';
import { closeSync, constants } from 'node:fs';
import { type LibReason, WaypostError } from './errors';
import { openStateFile, readStateFile, usualMaxBytes } from './small-file';
import { hasCode, systemReason } from './system-error';

/** A short checksum of a text, to notice damage. No protection against someone who may write the file. */
export function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** An object as JSON on one line, with its checksum as the last member. */
export function seal(value: object): string {
  const text = JSON.stringify(value);
  const more = text === '{}' ? '' : ',';
  return `${text.slice(0, -1)}${more}"checksum":"${checksumOf(text)}"}\n`;
}

/** The members of a sealed object; undefined where the text is not one, or was changed. */
export function unseal(text: string): Record<string, unknown> | undefined {
  try {
    const { checksum, ...fields } = JSON.parse(text);
    return checksum === checksumOf(JSON.stringify(fields)) ? fields : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads a sealed object from a file; undefined if there is no file. Throws `invalid_input` if the file is
 * damaged or others may write it; the file is kept. `what` names its content, such as "state of the export";
 * a file of more than `maxBytes` (default: 1 MiB) is refused.
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
 * Throws `write_failed` if a later run would refuse the state of this one: a file system that keeps no owners and
 * modes lets everybody write it.
 */
export function checkResumable(path: string): void {
  try {
    closeSync(openStateFile(path, constants.O_RDONLY));
  } catch (error) {
    const message = `${path} cannot be kept for --resume: ${systemReason(error)}.`;
    throw new WaypostError('write_failed', message, { reason: 'state_unsafe' satisfies LibReason });
  }
}

function stateUnusable(path: string, what: string, reason: string): WaypostError {
  return new WaypostError('invalid_input', `The ${what} in ${path} cannot be used: ${reason}.`, {
    reason: 'state_unusable' satisfies LibReason,
    details: { path },
  });
}
