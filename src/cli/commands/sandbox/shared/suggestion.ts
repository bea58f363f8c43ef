// The hint if a sandbox cannot start beside another: the full command, with the options given.
import { existsSync } from 'node:fs';
import { WaypostError } from '../../../../lib/errors';
import { shellWord } from '../../../../lib/shell-word';
import { freePortAbove } from '../../../../sandbox/instance/port-conflict';
import type { StartOptions } from '../start';

/** The command that starts a sandbox with these options. */
function commandFor(options: StartOptions, json: boolean): string {
  const { port, host, data, memory, detach, fault, strictSignUp, rateLimit, seed } = options;
  const words = [
    ...(data === undefined ? [] : ['--data', data]),
    ...(memory ? ['--memory'] : []),
    ...(host === undefined ? [] : ['--host', host]),
    '--port',
    port,
    ...(detach ? ['--detach'] : []),
    ...(fault === undefined ? [] : ['--fault', fault]),
    ...(options.faultSeed === undefined ? [] : ['--fault-seed', options.faultSeed]),
    ...(options.latency === undefined ? [] : ['--latency', options.latency]),
    ...(strictSignUp ? ['--strict-sign-up'] : []),
    ...(seed === undefined ? [] : ['--seed', seed]),
    ...(rateLimit === false ? ['--no-rate-limit'] : []),
    ...(json ? ['--json'] : []),
  ];
  return ['waypost sandbox start', ...words.map(shellWord)].join(' ');
}

/** A similar directory name that is not in use. */
function folderBeside(folder: string): string {
  for (let number = 2; ; number += 1) {
    if (!existsSync(`${folder}-${number}`)) return `${folder}-${number}`;
  }
}

interface Conflict {
  conflict: 'port' | 'data';
  url: string | null;
  data: string | null;
}

function conflictOf(details: unknown): Conflict | undefined {
  if (typeof details !== 'object' || details === null) return undefined;
  if (!('conflict' in details && 'url' in details && 'data' in details)) return undefined;
  const { conflict, url, data } = details;
  if (conflict !== 'port' && conflict !== 'data') return undefined;
  const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
  return { conflict, url: textOrNull(url), data: textOrNull(data) };
}

/** An error of a start; if another sandbox or program is in the way, with the command that avoids it. */
export async function withSuggestion(
  error: unknown,
  options: StartOptions,
  json: boolean,
): Promise<unknown> {
  if (!(error instanceof WaypostError)) return error;
  const found = conflictOf(error.details);
  if (!found) return error;
  const port = Number(options.port);
  const isPortTaken =
    found.conflict === 'port' || (found.url !== null && new URL(found.url).port === options.port);
  const other = isPortTaken ? String(await freePortAbove(port)) : options.port;
  if (found.conflict === 'data' && found.data !== null) {
    const { memory: _, ...rest } = options;
    const beside = { ...rest, port: other, data: folderBeside(found.data) };
    return error.with({
      hint: `Use that one, stop it with \`waypost sandbox stop --data ${shellWord(found.data)}\`, or start another beside it: \`${commandFor(beside, json)}\`.`,
    });
  }
  const start = `\`${commandFor({ ...options, port: other }, json)}\``;
  return error.with({
    hint:
      found.url === null
        ? `Stop it, or choose another port: ${start}.`
        : `Use that one, stop it with \`waypost sandbox stop --port ${port}\`, or choose another port: ${start}.`,
  });
}
