// Reads piped secrets, so that none needs to be on the command line: first line, second line.
import { invalidInput } from '../../lib/errors';

/** The stream of secrets. */
export type Source = AsyncIterable<Buffer | string> & { isTTY?: boolean | undefined };

const maxBytes = 64 * 1024;

/**
 * The lines of standard input, trimmed. Throws `invalid_input` if it is a terminal (typed text would be
 * visible), or longer than any credentials, and the signal's reason once it aborts.
 */
export async function readSecretLines(stdin: Source, signal: AbortSignal): Promise<string[]> {
  if (stdin.isTTY) {
    throw invalidInput(
      'Standard input is a terminal, where what is typed would show.',
      'Pipe the secret in, or omit the option and type it at the masked prompt.',
    );
  }
  const interrupted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const text = await Promise.race([readAll(stdin), interrupted]);
  return text
    .replace(/^\ufeff/, '')
    .split('\n')
    .map((line) => line.trim());
}

async function readAll(stdin: Source): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk));
    size += chunk.length;
    if (size > maxBytes)
      throw invalidInput(
        'Standard input holds more than credentials.',
        'Pipe in the key alone, one a line.',
      );
  }
  return Buffer.concat(chunks).toString('utf8');
}
