// The first half of `waypost signup`: finds the sign-up to resume, or starts one.
import { type SignUpField, signUpFields } from '../../../api/sign-up-fields';
import type { Service } from '../../../client/http/service';
import { resumePending } from '../../../client/signup/finish';
import { isClaimed, type Pending, readPending } from '../../../client/signup/pending';
import { startPending } from '../../../client/signup/start';
import type { StateBeforeTurn } from '../../../client/signup/turn';
import type { Hint } from '../../../lib/command-text';
import { type FieldError, invalidInput, WaypostError } from '../../../lib/errors';
import { camelCase } from '../../../lib/name-case';
import type { Output } from '../../output/output';
import { timestampText } from '../../output/words';
import type { SettingsInUse } from '../../run/settings-in-use';
import type { System } from '../../run/system';

interface StartDependencies {
  system: System;
  output: Output;
  settings: SettingsInUse;
}

/**
 * Returns the stored sign-up to resume, or undefined if the command must start a new sign-up. If --resume is set,
 * returns the stored sign-up. If --resume is not set:
 * - If the keys of a completed sign-up are not stored yet, throws `invalid_input`, even if --force is set.
 * - If the stored sign-up is not complete and --force is set, returns undefined.
 * - If the stored sign-up is not complete and --force is not set, asks the user at a terminal whether to resume the
 *   sign-up. In a script, throws `invalid_input`, because the user might have completed the sign-up.
 */
export async function pendingToResume(
  { system, output, settings }: StartDependencies,
  path: string,
  before: StateBeforeTurn,
  { resume, force }: { resume?: boolean; force?: boolean },
): Promise<Pending | undefined> {
  const pending = resumePending(path, readPending(path), system.clock.now());
  // If another process has removed the pending file without storing a login, waypost resumes the sign-up that it read
  // before. The next poll then reports the reason.
  if (resume) return pending ?? before.pending;
  if (pending === undefined) return undefined;
  if (isClaimed(pending)) {
    throw invalidInput(
      'The keys of a completed sign-up are not stored yet.',
      (command) =>
        `Store the keys with ${command('signup', [], { resume: true })}. To discard the keys instead, move ${path} to another directory.`,
      { rescue_path: path },
    );
  }
  if (force) return undefined;
  const found = `The sign-up that started at ${timestampText(pending.started_at)} is not complete.`;
  if (!settings.interactive) {
    const hint: Hint = (command) =>
      `Resume the sign-up with ${command('signup', [], { resume: true })}, or start a new sign-up with --force.`;
    throw invalidInput(found, hint);
  }
  const { askYes } = await output.prompts();
  return (await askYes(`${found} Resume it?`)) ? pending : undefined;
}

/** Starts a sign-up. At a terminal, asks the user to correct the fields until the service accepts all of them. */
export async function startWithCorrections(
  { system, output, settings }: StartDependencies,
  service: Service,
  path: string,
  options: Readonly<Record<string, unknown>>,
): Promise<Pending> {
  const body = signUpBody(options);
  for (;;) {
    try {
      const { clock, interrupted } = system;
      const { pending, backup } = await startPending(service, body, path, clock, interrupted);
      if (backup !== undefined && !output.json) {
        await output.note((color) => color.dim(`waypost kept the earlier sign-up in ${backup}`));
      }
      return pending;
    } catch (error) {
      const isRefusal = error instanceof WaypostError && error.apiCode === 4000;
      if (!settings.interactive || !isRefusal || error.code !== 'api_error') throw error;
      const refused = refusedFields(error.details);
      if (refused.length === 0) throw error;
      await askForCorrections(output, body, refused);
    }
  }
}

/**
 * Prompts for each field that the service rejected, and updates the request body. If the input is empty, removes the
 * field from the request body.
 */
async function askForCorrections(
  output: Output,
  body: Record<string, string>,
  refused: readonly RefusedField[],
): Promise<void> {
  const { askText } = await output.prompts();
  for (const { field, message } of refused) {
    const question = `${field.label} (${message}):`;
    const answer = await askText(question, body[field.name]);
    if (answer === '') delete body[field.name];
    else body[field.name] = answer;
  }
}

function signUpBody(options: Readonly<Record<string, unknown>>): Record<string, string> {
  const body: Record<string, string> = {};
  for (const { name } of signUpFields) {
    const value = options[camelCase(name)];
    if (typeof value === 'string' && value.trim() !== '') body[name] = value.trim();
  }
  return body;
}

interface RefusedField {
  field: SignUpField;
  /** The reason why the service rejected the field. */
  message: string;
}

/**
 * Returns the sign-up fields that the `errors` of a rejected request contain, each with the service's message. Compares
 * only the last segment of a path: `email`, `.body.email` and `request/body/email` are the same field.
 */
export function refusedFields(errors: unknown): RefusedField[] {
  if (!Array.isArray(errors)) return [];
  const wrong = (errors as FieldError[]).map(({ path, message }) => ({
    name: path.split(/[./]/).at(-1),
    message,
  }));
  return signUpFields.flatMap((field) => {
    const found = wrong.find(({ name }) => name === field.name);
    return found === undefined ? [] : [{ field, message: found.message }];
  });
}
