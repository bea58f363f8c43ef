// One control call to a sandbox on this machine, without a client: past any proxy, and with a deadline,
// because what listens there may be anything.
import { request } from 'node:http';

const maximumBytes = 1024 * 1024;

/** Asks a sandbox; undefined when nothing answers in time, or something else than 200 and JSON. */
export function ask(
  origin: string,
  method: 'GET' | 'POST',
  path: string,
  timeout = 2000,
): Promise<unknown> {
  return new Promise((resolve) => {
    const nothing = () => resolve(undefined);
    const sent = request(
      new URL(path, origin),
      { method, agent: false, signal: AbortSignal.timeout(timeout) },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (piece: string) => {
          text += piece;
          if (text.length > maximumBytes) answer.destroy();
        });
        answer.on('error', nothing);
        answer.on('close', nothing);
        answer.on('end', () => {
          try {
            resolve(answer.statusCode === 200 ? JSON.parse(text) : undefined);
          } catch {
            nothing();
          }
        });
      },
    );
    sent.on('error', nothing);
    sent.end();
  });
}
