// `waypost sandbox start`: runs the service on this machine, in the foreground or detached.

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { baseUrlText, parseBaseUrl } from '../../../client/url';
import { invalidInput, WaypostError } from '../../../lib/errors';
import { defaultBaseUrl, version } from '../../../lib/identity';
import { shellWord } from '../../../lib/shell-word';
import { systemReason } from '../../../lib/system-error';
import { faultKinds, latencyForm, readFault, readLatency } from '../../../sandbox/faults/fault';
import { isLoopbackAddress } from '../../../sandbox/http/hosts';
import { parse } from '../../../sandbox/parse';
import type { SandboxOptions } from '../../../sandbox/start';
import { compileWasmOnce } from '../../../sandbox/store/wasm-driver';
import { wayToPage } from '../../prompts/ssh';
import type { Context } from '../../run/context';
import type { StartedSandbox } from './detached';
import { logRequests } from './request-log';
import {
  dataDirectoryOf,
  freePortAbove,
  portNumber,
  registryDirectory,
  runningSandboxes,
  snapshotDirectory,
  wordsOfOptions,
} from './selected';

interface SandboxStartOptions {
  port: string;
  host?: string;
  data?: string;
  memory?: boolean;
  detach?: boolean;
  fault?: string;
  faultSeed?: string;
  latency?: string;
  strictSignUp?: boolean;
  rateLimit?: boolean;
  openapi?: boolean;
  recover?: boolean;
  reuse?: boolean;
  quiet?: boolean;
  seed?: string;
  /** Given by --detach to the process it starts: the file that standard error goes to. */
  log?: string;
}

export async function runStart(context: Context, options: SandboxStartOptions): Promise<void> {
  if (options.openapi) {
    await printDocument(context, options);
    return;
  }
  const sandbox = {
    ...sandboxOptions(context, options),
    ...(options.seed === undefined ? {} : { seed: await readSeedFile(options.seed) }),
  };
  const { host } = sandbox;
  if (host !== undefined && host !== 'localhost' && !isLoopbackAddress(host)) {
    await context.output.warn(
      `Anyone who can reach ${host} can use this service and its accounts. It has no TLS.`,
    );
  }
  const reuse = async (): Promise<boolean> => {
    const found = options.reuse ? await reusable(context, sandbox) : undefined;
    if (found !== undefined) await showReused(context, found, options);
    return found !== undefined;
  };
  if (await reuse()) return;
  try {
    if (options.detach) await detach(context, options, sandbox.data);
    else await serve(context, sandbox, options);
  } catch (error) {
    // Another start may have been faster.
    if (error instanceof WaypostError && (await reuse())) return;
    throw await withSuggestion(error, options, context.output.json);
  }
}

async function detach(
  context: Context,
  options: SandboxStartOptions,
  data: string | null,
): Promise<void> {
  const { startDetached } = await import('./detached');
  const { port, host, fault, faultSeed, latency, recover, strictSignUp, quiet, seed } = options;
  const started = await startDetached(context, {
    port,
    host,
    fault,
    faultSeed,
    latency,
    recover,
    strictSignUp,
    quiet,
    ...(data === null ? { memory: true } : { data }),
    ...(seed === undefined ? {} : { seed: resolve(seed) }),
    noRateLimit: options.rateLimit === false,
  });
  await showStarted(context, { ...started, detached: true });
}

/** The running sandbox that these options would start; undefined if none runs. */
async function reusable(
  context: Context,
  { port, data }: SandboxOptions & { port: number },
): Promise<StartedSandbox | undefined> {
  const found = (await runningSandboxes(context)).find(
    ({ listed }) =>
      listed.running &&
      listed.data === data &&
      (data !== null || port === 0 || listed.port === port),
  );
  if (found === undefined) return undefined;
  const { url, pid, detached } = found.listed;
  return {
    url,
    port: found.listed.port,
    host: new URL(url).hostname,
    pid,
    data,
    detached,
    reused: true,
  };
}

async function showReused(
  context: Context,
  found: StartedSandbox,
  options: SandboxStartOptions,
): Promise<void> {
  const { seed, fault, faultSeed, latency, strictSignUp, rateLimit } = options;
  const noRateLimit = rateLimit === false;
  const ignored = wordsOfOptions({ seed, fault, faultSeed, latency, strictSignUp, noRateLimit });
  if (ignored.length > 0) {
    await context.output.warn(
      `A sandbox was already running: ${ignored.map(([name]) => name).join(', ')} had no effect.`,
    );
  }
  await showStarted(context, found);
}

async function serve(
  context: Context,
  wanted: SandboxOptions,
  { log, quiet }: SandboxStartOptions,
): Promise<void> {
  const { interrupted } = context.system;
  const note = (text: string): void =>
    context.trace(log === undefined ? text : `${new Date().toISOString()} ${text}`);
  compileWasmOnce();
  const { startSandbox } = await import('../../../sandbox/start');
  const sandbox = await startSandbox({
    ...wanted,
    warmPlaces: true,
    registry: {
      directory: registryDirectory(context),
      log,
      failed: (error) => context.debug && context.trace(`It is not registered: ${String(error)}`),
    },
    warn: (line) => void context.output.warn(line),
    report: (error) => note(`The sandbox failed: ${stackOf(error)}`),
    reportAborted: (count) =>
      note(`A client aborted a request before its body was complete (${count} so far).`),
  });
  const { url, port, host, data } = sandbox;
  const stop = () => void sandbox.close();
  interrupted.addEventListener('abort', stop);
  if (interrupted.aborted) stop();
  else await showStarted(context, { url, port, host, pid: process.pid, data, detached: false });
  const head = () => note(`Listening at ${url} (process ${process.pid}, ${version}).`);
  if (log !== undefined) head();
  if (!quiet) await logRequests(context, sandbox.sandbox, log, head);
  // The document on standard output is printed already; a later error goes to standard error.
  context.output.dataStream();
  await sandbox.closed;
  if (log !== undefined) note('Stopped.');
  // After a signal, the process ends by that signal; after a request to stop, it ends with 0.
  interrupted.throwIfAborted();
}

/** Prints the document of the sandbox these options would start, or of the service named by --base-url. */
async function printDocument(context: Context, options: SandboxStartOptions): Promise<void> {
  const { openApiDocument } = await import('../../../sandbox/openapi/document');
  const { baseUrl } = context.options;
  const { baseUrlAt } = await import('../../../sandbox/start');
  const document = openApiDocument(
    baseUrl === undefined
      ? baseUrlAt(options.host, portNumber(options.port, 1))
      : // No key is sent, so plain http to another machine is nothing to be warned of.
        baseUrlText(parseBaseUrl(baseUrl, '--base-url', true)),
  );
  await context.output.result(document, () => JSON.stringify(document, null, 2));
}

function sandboxOptions(
  context: Context,
  options: SandboxStartOptions,
): SandboxOptions & { port: number } {
  const { host, memory, fault, strictSignUp, rateLimit } = options;
  const struck = fault === undefined ? undefined : readFault(fault);
  if (fault !== undefined && struck === undefined) {
    throw invalidInput(
      '--fault takes the name of a fault, with an optional rate from 0 to 1.',
      `One of ${Object.keys(faultKinds).join(', ')}, such as --fault reset:0.2.`,
    );
  }
  if (options.faultSeed !== undefined && !/^\d{1,15}$/.test(options.faultSeed)) {
    throw invalidInput('--fault-seed takes a whole number.', 'Such as --fault-seed 42.');
  }
  if (options.latency !== undefined && readLatency(options.latency) === undefined) {
    throw invalidInput(`--latency ${latencyForm}.`);
  }
  if (host?.trim() === '') throw invalidInput('--host takes an address of this machine.');
  return {
    port: portNumber(options.port, 0),
    data: memory ? null : dataDirectoryOf(context, options.data),
    ...(memory ? { snapshots: snapshotDirectory(context) } : {}),
    recover: options.recover === true,
    strictSignUp: strictSignUp === true,
    rateLimit: rateLimit !== false,
    fault: struck,
    faultSeed: options.faultSeed === undefined ? undefined : Number(options.faultSeed),
    latency: options.latency,
    host,
  };
}

async function showStarted(context: Context, started: StartedSandbox): Promise<void> {
  const { url, port, data, detached, reused } = started;
  const dashboard = new URL('/dashboard', url).href;
  const way = wayToPage(dashboard, context.system.env);
  await context.output.result(started, (colour) =>
    [
      `${colour.green(reused ? 'Sandbox already running' : 'Sandbox ready')} at ${colour.bold(url)}`,
      data === null ? 'All data is in memory, until it ends.' : `Data in ${data}`,
      'The shared test key is ak_test; get a key of your own with `waypost signup`.',
      `Accounts, keys, faults and the clock: ${dashboard}`,
      ...(way === undefined ? [] : [way]),
      ...(url === defaultBaseUrl ? [] : [`To use it: export WAYPOST_BASE_URL=${url}`]),
      detached || reused
        ? `Stop it with \`waypost sandbox stop --port ${port}\`.`
        : 'Press Ctrl-C to stop it.',
    ].join('\n'),
  );
}

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

function directoryBeside(directory: string): string {
  for (let number = 2; ; number += 1) {
    if (!existsSync(`${directory}-${number}`)) return `${directory}-${number}`;
  }
}

const conflictDetails = z.object({
  conflict: z.enum(['port', 'data']),
  url: z.nullable(z.string()),
  data: z.nullable(z.string()),
});

/** An error of a start; if another sandbox or program is in the way, with the command that avoids it. */
async function withSuggestion(
  error: unknown,
  options: SandboxStartOptions,
  json: boolean,
): Promise<unknown> {
  if (!(error instanceof WaypostError)) return error;
  const parsed = parse(conflictDetails, error.details);
  if ('errors' in parsed) return error;
  const { conflict, url, data } = parsed.value;
  const port = Number(options.port);
  const isPortTaken = conflict === 'port' || (url !== null && new URL(url).port === options.port);
  const freePort = isPortTaken ? String(await freePortAbove(port)) : options.port;
  const commandFor = (directory: string | undefined, memory: boolean | undefined): string => {
    const { host, detach, fault, faultSeed, latency, strictSignUp, seed } = options;
    const words = wordsOfOptions({
      data: directory,
      memory,
      host,
      port: freePort,
      detach,
      fault,
      faultSeed,
      latency,
      strictSignUp,
      seed,
      noRateLimit: options.rateLimit === false,
      json,
    });
    return ['waypost sandbox start', ...words.flat().map(shellWord)].join(' ');
  };
  if (conflict === 'data' && data !== null) {
    return error.with({
      hint: `Use that one, stop it with \`waypost sandbox stop --data ${shellWord(data)}\`, or start another beside it: \`${commandFor(directoryBeside(data), false)}\`.`,
    });
  }
  const start = `\`${commandFor(options.data, options.memory)}\``;
  return error.with({
    hint:
      url === null
        ? `Stop it, or choose another port: ${start}.`
        : `Use that one, stop it with \`waypost sandbox stop --port ${port}\`, or choose another port: ${start}.`,
  });
}

/**
 * Reads a seed file; answers its JSON.
 * @throws WaypostError `invalid_input` that names the file, and the member that is wrong.
 */
async function readSeedFile(path: string): Promise<unknown> {
  if (path.trim() === '') throw invalidInput('--seed takes a file.', 'Name one, or omit it.');
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw invalidInput(`The seed file ${path} cannot be read: ${systemReason(error)}.`);
  }
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw invalidInput(`The seed file ${path} is not JSON: ${reason}.`);
  }
  const { readSeed } = await import('../../../sandbox/seed/read');
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
