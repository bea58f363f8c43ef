// Prints an answer: bytes to a pipe, one document with --json, and indented JSON for a person.

import type { Content } from '../../../../client/envelope';
import type { Answer } from '../../../../client/http/failure';
import type { SecretMask } from '../../../../lib/masking';
import type { Colours } from '../../../output/colour';
import { safeJson } from '../../../output/json-text';
import type { Context } from '../../../run/context';

/** How much of an answer is shown, without --json. */
export interface Showing {
  /** Status line and headers too. */
  include: boolean;
  /** No body. */
  silent: boolean;
}

/** Writes an answer to standard output. */
export async function show(
  context: Context,
  answer: Answer,
  content: Content,
  { include, silent }: Showing,
): Promise<void> {
  const { output } = context;
  if (output.asData) return output.result(documentOf(answer, content, include), () => '');
  if (include) await showHead(context, answer);
  if (silent || content.kind === 'none') return;
  if (output.width === undefined) output.raw(answer.body);
  else if (content.kind === 'json') {
    await output.result(content.value, (colour) => readableJson(content.value, colour));
  } else {
    const text = answer.body.toString('utf8').replace(/\n$/, '');
    await output.result(text, () => text);
  }
}

/** Writes the status line and the headers of an answer, and an empty line. */
export function showHead({ output }: Context, { status, reason, headers }: Answer): Promise<void> {
  return output.result(headers, (colour) =>
    [
      `HTTP/1.1 ${status}${reason ? ` ${reason}` : ''}`,
      ...Object.entries(headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((one) => `${colour.blue(name)}: ${one}`),
      ),
      '',
    ].join('\n'),
  );
}

/**
 * The answer without the credentials of this run, should it repeat them. Keys it hands out are what one
 * came for; in the headers nothing that looks like a key is left.
 */
export function withoutSecrets(answer: Answer, mask: SecretMask): Answer {
  const headers = Object.entries(answer.headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((one) => mask.apply(one)) : value && mask.apply(value),
  ]);
  return { ...answer, headers: Object.fromEntries(headers), body: masked(answer.body, mask) };
}

/** The body is read in pieces, because its text would take up to twice as much memory; without a match it is not copied. */
function masked(body: Buffer, mask: SecretMask): Buffer {
  const stream = mask.stream();
  const pieces: Buffer[] = [];
  let same = 0;
  const take = (piece: Buffer): void => {
    const isSame = pieces.length === 0 && body.subarray(same, same + piece.length).equals(piece);
    if (isSame) same += piece.length;
    else pieces.push(piece);
  };
  for (let at = 0; at < body.length; at += pieceLength) {
    take(stream.push(body.subarray(at, at + pieceLength)));
  }
  take(stream.end());
  return pieces.length === 0 ? body : Buffer.concat([body.subarray(0, same), ...pieces]);
}

const pieceLength = 64 * 1024;

/** The one document of `--json`: the body, or the whole answer where that is asked for or no JSON. */
function documentOf(
  { status, headers, body }: Answer,
  content: Content,
  include: boolean,
): unknown {
  if (content.kind === 'json' && !include) return content.value;
  const shown = { none: null, text: body.toString('utf8'), json: undefined }[content.kind];
  return { status, headers, body: content.kind === 'json' ? content.value : shown };
}

/** A name of a member with its colon, a text, or a bare word or number. */
const pieces = /("(?:[^"\\]|\\.)*")(:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g;

/** The lines of a JSON document, without a line feed at the end. */
export function readableJson(value: unknown, colour: Colours): string {
  const text = safeJson(value, 2);
  if (colour.level === 0) return text;
  return text.replace(pieces, (piece, quoted?: string, colon?: string) => {
    if (quoted === undefined) return colour.yellow(piece);
    return colon === undefined ? colour.green(piece) : `${colour.blue(quoted)}:`;
  });
}
