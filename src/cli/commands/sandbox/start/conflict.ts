// Suggests how to start a sandbox if another sandbox or program uses the port or the data directory.
import { existsSync } from 'node:fs';
import * as z from 'zod/mini';
import { WaypostError } from '../../../../lib/errors';
import { shellWord } from '../../../../lib/shell-word';
import { parse } from '../../../../sandbox/http/parse';
import { freePortAbove } from './free-port';
import { optionWords } from './option-words';
import type { StartOptions } from './start-options';

const conflictDetails = z.object({
  conflict: z.enum(['port', 'data']),
  url: z.nullable(z.string()),
  data: z.nullable(z.string()),
});

/**
 * If another sandbox or program uses the port or the data directory, returns the error with a hint that suggests a
 * working command. Returns any other error unchanged.
 */
export async function withSuggestion(
  error: unknown,
  options: StartOptions,
  json: boolean,
): Promise<unknown> {
  if (!(error instanceof WaypostError)) return error;
  const parsed = parse(conflictDetails, error.details);
  if ('errors' in parsed) return error;
  const { conflict, url, data } = parsed.value;
  const isPortTaken = conflict === 'port' || (url !== null && new URL(url).port === options.port);
  const port = isPortTaken ? String(await freePortAbove(Number(options.port))) : options.port;
  if (conflict === 'data' && data !== null) {
    const beside = { ...options, port, data: directoryBeside(data), memory: false };
    return error.with({
      hint: `Use the running sandbox, stop it with \`waypost sandbox stop --data ${shellWord(data)}\`, or start a second sandbox: \`${startCommand(beside, json)}\`.`,
    });
  }
  const start = `\`${startCommand({ ...options, port }, json)}\``;
  return error.with({
    hint:
      url === null
        ? `Stop the program that uses the port, or choose another port: ${start}.`
        : `Use the running sandbox, stop it with \`waypost sandbox stop --port ${options.port}\`, or choose another port: ${start}.`,
  });
}

/** Returns the `sandbox start` command with these options, quoted for a shell. */
function startCommand(options: StartOptions, json: boolean): string {
  const words = optionWords({
    data: options.data,
    memory: options.memory,
    host: options.host,
    port: options.port,
    detach: options.detach,
    fault: options.fault,
    faultSeed: options.faultSeed,
    latency: options.latency,
    strictSignUp: options.strictSignUp,
    seed: options.seed,
    noRateLimit: options.rateLimit === false,
    json,
  });
  return ['waypost sandbox start', ...words.flat().map(shellWord)].join(' ');
}

function directoryBeside(directory: string): string {
  for (let number = 2; ; number += 1) {
    if (!existsSync(`${directory}-${number}`)) return `${directory}-${number}`;
  }
}
