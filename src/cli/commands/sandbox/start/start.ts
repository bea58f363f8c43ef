// `waypost sandbox start`: runs a sandbox on this machine, in the foreground or in the background.
import { resolve } from 'node:path';
import { baseUrlText, parseBaseUrl } from '../../../../client/url';
import { WaypostError } from '../../../../lib/errors';
import { version } from '../../../../lib/identity';
import { isLoopbackAddress } from '../../../../sandbox/http/hosts';
import { compileWasmOnce } from '../../../../sandbox/store/wasm-driver';
import type { Output } from '../../../output/output';
import { counted } from '../../../output/words';
import type { SettingsInUse } from '../../../run/settings-in-use';
import type { System } from '../../../run/system';
import { registryDirectory } from '../target/directories';
import { portNumber } from '../target/selection';
import { withSuggestion } from './conflict';
import { logRequests } from './request-log';
import { showReused } from './reuse';
import { readStartOptions, type StartOptions, type WantedSandbox } from './start-options';
import { showStarted } from './started';

interface StartDependencies {
  system: System;
  output: Output;
}

export async function sandboxStart(
  { system, output, settings }: { system: System; output: Output; settings: SettingsInUse },
  options: StartOptions,
): Promise<void> {
  if (options.openapi) {
    await printDocument({ output, settings }, options);
    return;
  }
  const wanted = await readStartOptions(system, options);
  const { host } = wanted;
  if (host !== undefined && host !== 'localhost' && !isLoopbackAddress(host)) {
    await output.warn(
      `The sandbox listens on ${host}. Anyone who can connect to the sandbox can use its accounts. The sandbox does not support TLS.`,
    );
  }
  if (await showReused({ system, output }, options, wanted)) return;
  try {
    if (options.detach) await detach({ system, output }, options, wanted.data);
    else await serve({ system, output }, options, wanted);
  } catch (error) {
    // The start might have failed because another process started the sandbox in the meantime. In this case, if --reuse
    // is set, the command uses that sandbox.
    if (error instanceof WaypostError && (await showReused({ system, output }, options, wanted)))
      return;
    throw await withSuggestion(error, options, output.json);
  }
}

async function detach(
  { system, output }: StartDependencies,
  options: StartOptions,
  data: string | null,
): Promise<void> {
  const { startDetached } = await import('./detached');
  const started = await startDetached(
    { system, output },
    {
      port: options.port,
      host: options.host,
      fault: options.fault,
      faultSeed: options.faultSeed,
      latency: options.latency,
      recover: options.recover,
      strictSignUp: options.strictSignUp,
      quiet: options.quiet,
      ...(data === null ? { memory: true } : { data }),
      seed: options.seed && resolve(options.seed),
      noRateLimit: options.rateLimit === false,
    },
  );
  await showStarted({ system, output }, { ...started, detached: true });
}

async function serve(
  { system, output }: StartDependencies,
  { log, quiet }: StartOptions,
  wanted: WantedSandbox,
): Promise<void> {
  const { interrupted } = system;
  const note = (text: string): void =>
    output.trace(log === undefined ? text : `${new Date().toISOString()} ${text}`);
  compileWasmOnce();
  const { startSandbox } = await import('../../../../sandbox/server/start');
  const sandbox = await startSandbox({
    ...wanted,
    warmPlaces: true,
    registry: {
      directory: registryDirectory(system),
      log,
      failed: (error) =>
        output.debug &&
        output.trace(`Other waypost commands cannot list this sandbox: ${String(error)}`),
    },
    warn: (line) => void output.warn(line),
    report: (error) => note(`The sandbox failed: ${stackOf(error)}`),
    reportAborted: (count) =>
      note(
        `A client aborted a request before its body was complete (${counted(count, 'aborted request')} so far).`,
      ),
  });
  const { url, port, host, data } = sandbox;
  const stop = () => void sandbox.close();
  interrupted.addEventListener('abort', stop);
  if (interrupted.aborted) stop();
  else
    await showStarted(
      { system, output },
      { url, port, host, pid: process.pid, data, detached: false },
    );
  const head = () => note(`Listening at ${url} (process ${process.pid}, ${version}).`);
  if (log !== undefined) head();
  if (!quiet) await logRequests(output, sandbox.sandbox, log, head);
  // If --json is set, waypost has already written the JSON document to standard output, so waypost must print a later
  // error to standard error.
  output.dataStream();
  await sandbox.closed;
  if (log !== undefined) note('Stopped.');
  // If a signal stopped the sandbox, the process ends with this signal. If `sandbox stop` stopped the sandbox, the
  // process ends with exit code 0.
  interrupted.throwIfAborted();
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Prints the OpenAPI document for the sandbox that these options would start, or for the service at --base-url. */
async function printDocument(
  { output, settings }: { output: Output; settings: SettingsInUse },
  options: StartOptions,
): Promise<void> {
  const { openApiDocument } = await import('../../../../sandbox/openapi/document');
  const { baseUrl } = settings.options;
  const { baseUrlAt } = await import('../../../../sandbox/server/start');
  const document = openApiDocument(
    baseUrl === undefined
      ? baseUrlAt(options.host, portNumber(options.port, 1))
      : // waypost does not send a request here, so the URL can use plain HTTP on any host.
        baseUrlText(parseBaseUrl(baseUrl, '--base-url', true)),
  );
  await output.result(document, () => JSON.stringify(document, null, 2));
}
