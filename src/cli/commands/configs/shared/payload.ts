// The payload of a config, from the option that gives it, checked before anything is sent.
import { maximumPayload } from '../../../../api/limits';
import { invalidInput } from '../../../../lib/errors';
import type { Context } from '../../../run/context';
import { readText } from '../../../run/input';

/** The options as the parser gives them. */
export interface PayloadOptions {
  payload?: string;
  payloadFile?: string;
}

/** UTF-8 takes at most four bytes a character. */
export const maxPayloadBytes = maximumPayload * 4;

/** The payload. Throws `invalid_input` if it is missing, given twice, or too long. */
export async function payloadOf(
  context: Context,
  { payload, payloadFile }: PayloadOptions,
): Promise<string> {
  if (payload !== undefined && payloadFile !== undefined) {
    throw invalidInput('--payload and --payload-file exclude each other.', 'Omit one of them.');
  }
  if (payload === undefined && payloadFile === undefined) {
    throw invalidInput(
      'No payload was given: neither --payload nor --payload-file.',
      'Give --payload <text>, or --payload-file <file>; - reads standard input.',
    );
  }
  const text =
    payloadFile === undefined
      ? (payload ?? '')
      : await readText(context, '--payload-file', payloadFile, maxPayloadBytes);
  checkPayload(text, 'The payload');
  return text;
}

/** Throws `invalid_input` for more characters (Unicode code points) than a payload may hold. */
export function checkPayload(payload: string, what: string): void {
  if (payload.length <= maximumPayload) return;
  let characters = 0;
  for (const _ of payload) characters += 1;
  if (characters <= maximumPayload) return;
  throw invalidInput(
    `${what} has ${characters} characters; at most ${maximumPayload} are allowed.`,
    'Split it into several configs, or shorten it.',
  );
}
