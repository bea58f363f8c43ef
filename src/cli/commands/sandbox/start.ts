// `waypost sandbox start`: runs the service on this machine, in the foreground or detached.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { baseUrlText, parseBaseUrl } from '../../../client/credentials/base-url';
import { invalidInput, WaypostError } from '../../../lib/errors';
import { defaultBaseUrl, version } from '../../../lib/identity';
import { shellWord } from '../../../lib/shell-word';
import { systemReason } from '../../../lib/system-error';
import { faultKinds, readFault } from '../../../sandbox/faults/fault';
import { latencyForm, readLatency } from '../../../sandbox/faults/latency';
import { isLoopback } from '../../../sandbox/http/hosts';
import type { RunningSandbox, SandboxOptions } from '../../../sandbox/start';
import { compileOnce } from '../../../sandbox/store/wasm-driver';
import { wayToPage } from '../../prompts/ssh';
import type { Context } from '../../run/context';
import type { Ready } from './detached';
import { logRequests } from './request-log';
import {
  dataFolder,
  freePortAbove,
  portNumber,
  registryFolder,
  runningSandboxes,
  snapshotFolder,
} from './selected';

export interface StartOptions {
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

export async function run(context: Context, options: StartOptions): Promise<void> {
  if (options.openapi) {
    await printDocument(context, options);
    return;
  }
  const wanted = {
    ...sandboxOptions(context, options),
    ...(options.seed === undefined ? {} : { seed: await readSeedFile(options.seed) }),
  };
  if (wanted.host !== undefined && wanted.host !== 'localhost' && !isLoopback(wanted.host)) {
    await context.output.warn(
      `Anyone who can reach ${wanted.host} can use this service and its accounts. It has no TLS.`,
    );
  }
  if (options.reuse) {
    const found = await reusable(context, wanted);
    if (found !== undefined) {
      await showReused(context, found, options);
      return;
    }
  }
  try {
    if (options.detach) {
      const { startDetached } = await import('./detached');
      const words = [
        ...(options.seed === undefined ? [] : [`--seed=${resolve(options.seed)}`]),
        ...(options.quiet ? ['--quiet'] : []),
      ];
      const ready = await startDetached(context, wanted, words);
      await show(context, { ...ready, detached: true });
    } else await serve(context, wanted, options);
  } catch (error) {
    // Another start may have been faster.
    const found =
      options.reuse && error instanceof WaypostError ? await reusable(context, wanted) : undefined;
    if (found !== undefined) {
      await showReused(context, found, options);
      return;
    }
    throw await withSuggestion(error, options, context.output.json);
  }
}

/** The running sandbox that these options would start; undefined if none runs. */
async function reusable(
  context: Context,
  { port, data }: SandboxOptions & { port: number },
): Promise<Ready | undefined> {
  const folder = 'folder' in data ? data.folder : null;
  const found = (await runningSandboxes(context)).find(
    ({ listed }) =>
      listed.running &&
      listed.data === folder &&
      (folder !== null || port === 0 || listed.port === port),
  );
  if (found === undefined) return undefined;
  const { url, pid, detached } = found.listed;
  return {
    ...{ url, port: found.listed.port, host: new URL(url).hostname, pid },
    ...{ data: found.listed.data, detached, reused: true },
  };
}

/** Shows a running sandbox, and warns of options that it does not have. */
async function showReused(context: Context, found: Ready, options: StartOptions): Promise<void> {
  const given = {
    '--seed': options.seed,
    '--fault': options.fault,
    '--fault-seed': options.faultSeed,
    '--latency': options.latency,
    '--strict-sign-up': options.strictSignUp,
    '--no-rate-limit': options.rateLimit === false ? true : undefined,
  };
  const ignored = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  if (ignored.length > 0) {
    await context.output.warn(
      `A sandbox was already running: ${ignored.join(', ')} had no effect.`,
    );
  }
  await show(context, found);
}

async function serve(
  context: Context,
  wanted: SandboxOptions,
  { log, quiet }: StartOptions,
): Promise<void> {
  const { interrupted } = context.system;
  const note = (text: string): void =>
    context.trace(log === undefined ? text : `${new Date().toISOString()} ${text}`);
  compileOnce();
  const { startSandbox } = await import('../../../sandbox/start');
  const sandbox = await startSandbox({
    ...wanted,
    warmPlaces: true,
    registry: {
      directory: registryFolder(context),
      log,
      failed: (error) => context.debug && context.trace(`It is not registered: ${String(error)}`),
    },
    warn: (line) => void context.output.warn(line),
    report: (error) => note(`The sandbox failed: ${reasonOf(error)}`),
  });
  const stop = () => void sandbox.close();
  interrupted.addEventListener('abort', stop);
  if (interrupted.aborted) stop();
  else await show(context, { ...readiness(sandbox), detached: false });
  const head = () => note(`Listening at ${sandbox.url} (process ${process.pid}, ${version}).`);
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
async function printDocument(context: Context, options: StartOptions): Promise<void> {
  const { openApiDocument } = await import('../../../sandbox/openapi/document');
  const { baseUrl } = context.options;
  const document = openApiDocument(
    baseUrl === undefined
      ? await ownBaseUrl(options)
      : // No key is sent, so plain http to another machine is nothing to be warned of.
        baseUrlText(parseBaseUrl(baseUrl, '--base-url', true)),
  );
  await context.output.result(document, () => JSON.stringify(document, null, 2));
}

async function ownBaseUrl({ host, port }: StartOptions): Promise<string> {
  const { baseUrlAt } = await import('../../../sandbox/start');
  return baseUrlAt(host, portNumber(port, 1));
}

function sandboxOptions(
  context: Context,
  options: StartOptions,
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
    data: memory ? { memory: true } : { folder: dataFolder(context, options.data) },
    ...(memory ? { snapshots: snapshotFolder(context) } : {}),
    recover: options.recover === true,
    strictSignUp: strictSignUp === true,
    rateLimit: rateLimit !== false,
    fault: struck,
    ...(options.faultSeed === undefined ? {} : { faultSeed: Number(options.faultSeed) }),
    ...(options.latency === undefined ? {} : { latency: options.latency }),
    ...(host === undefined ? {} : { host }),
  };
}

function readiness({ url, port, host, data }: RunningSandbox): Omit<Ready, 'detached'> {
  return { url, port, host, pid: process.pid, data };
}

async function show(context: Context, ready: Ready): Promise<void> {
  const dashboard = new URL('/dashboard', ready.url).href;
  const way = wayToPage(dashboard, context.system.env);
  await context.output.result(ready, (colour) =>
    [
      `${colour.green(ready.reused ? 'Sandbox already running' : 'Sandbox ready')} at ${colour.bold(ready.url)}`,
      ready.data === null ? 'All data is in memory, until it ends.' : `Data in ${ready.data}`,
      'The shared test key is ak_test; get a key of your own with `waypost signup`.',
      `Accounts, keys, faults and the clock: ${dashboard}`,
      ...(way === undefined ? [] : [way]),
      ...(ready.url === defaultBaseUrl ? [] : [`To use it: export WAYPOST_BASE_URL=${ready.url}`]),
      howToStop(ready, ready.reused),
    ].join('\n'),
  );
}

/** How to stop it, for a person. */
function howToStop({ port, detached }: Ready, reused = false): string {
  return detached || reused
    ? `Stop it with \`waypost sandbox stop --port ${port}\`.`
    : 'Press Ctrl-C to stop it.';
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

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

/**
 * Reads a seed file; answers its JSON.
 * @throws WaypostError `invalid_input` that names the file, and the member that is wrong.
 */
export async function readSeedFile(path: string): Promise<unknown> {
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
