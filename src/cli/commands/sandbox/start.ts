// `waypost sandbox start`: runs the service on this machine, in the foreground or detached.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { baseUrlText, parseBaseUrl } from '../../../client/credentials/base-url';
import { invalidInput } from '../../../lib/errors';
import { defaultBaseUrl } from '../../../lib/identity';
import { faultKinds, readFault } from '../../../sandbox/faults/fault';
import { isLoopback } from '../../../sandbox/http/hosts';
import type { RunningSandbox, SandboxOptions } from '../../../sandbox/start';
import type { Context } from '../../context';
import { sanitizeLine } from '../../ui/sanitize';
import type { Ready } from './shared/ready';
import { dataFolder, portNumber } from './shared/which';

interface Options {
  port: string;
  host?: string;
  data?: string;
  memory?: boolean;
  detach?: boolean;
  fault?: string;
  strictSignUp?: boolean;
  rateLimit?: boolean;
  places?: string;
  openapi?: boolean;
}

/** Runs the command. */
export async function run(context: Context, options: Options): Promise<void> {
  if (options.openapi) {
    await printDocument(context, options);
    return;
  }
  const wanted = sandboxOptions(context, options);
  if (wanted.host !== undefined && wanted.host !== 'localhost' && !isLoopback(wanted.host)) {
    await context.output.warn(
      `Whoever reaches ${wanted.host} can use this service and the accounts in it. It has no TLS.`,
    );
  }
  if (options.detach) {
    const { startDetached } = await import('./shared/detach');
    await show(context, { ...(await startDetached(context, wanted)), detached: true });
    return;
  }
  const { interrupted } = context.world;
  const { startSandbox } = await import('../../../sandbox/start');
  const sandbox = await startSandbox({
    ...wanted,
    report: (error) => context.trace(`The sandbox failed: ${reasonOf(error)}`),
  });
  const stop = () => void sandbox.close();
  interrupted.addEventListener('abort', stop);
  if (interrupted.aborted) stop();
  else await show(context, { ...readiness(sandbox), detached: false });
  await sandbox.closed;
  // Ended by a signal, the process ends as that signal ends processes; asked to stop, it ends well.
  interrupted.throwIfAborted();
}

/** Prints the document of the sandbox these options would start, or of the service named by --base-url. */
async function printDocument(context: Context, options: Options): Promise<void> {
  const { openApiDocument } = await import('../../../sandbox/openapi/document');
  const { baseUrl } = await context.credentialFlags();
  const document = openApiDocument(
    baseUrl === undefined
      ? await ownBaseUrl(options)
      : // No key is sent, so plain http to another machine is nothing to be warned of.
        baseUrlText(parseBaseUrl(baseUrl, '--base-url', true)),
  );
  await context.output.result(document, () => JSON.stringify(document, null, 2));
}

async function ownBaseUrl({ host, port }: Options): Promise<string> {
  const { baseUrlAt } = await import('../../../sandbox/start');
  return baseUrlAt(host, portNumber(port, 1));
}

function sandboxOptions(context: Context, options: Options): SandboxOptions & { port: number } {
  const { host, memory, fault, strictSignUp, rateLimit, places } = options;
  const struck = fault === undefined ? undefined : readFault(fault);
  if (fault !== undefined && struck === undefined) {
    throw invalidInput(
      '--fault takes the name of a fault, and a rate from 0 to 1 if not every request is to fail.',
      `One of ${Object.keys(faultKinds).join(', ')}, such as --fault reset:0.2.`,
    );
  }
  if (places !== undefined && !statSync(places, { throwIfNoEntry: false })?.isDirectory()) {
    throw invalidInput(`--places takes a folder, and ${places} is none.`);
  }
  if (host?.trim() === '') throw invalidInput('--host takes an address of this machine.');
  return {
    port: portNumber(options.port, 0),
    data: memory ? { memory: true } : { folder: dataFolder(context, options.data) },
    strictSignUp: strictSignUp === true,
    rateLimit: rateLimit !== false,
    fault: struck,
    ...(host === undefined ? {} : { host }),
    ...(places === undefined
      ? {}
      : {
          places: {
            dump: resolve(places),
            warn: (line) => void context.output.warn(sanitizeLine(line)),
          },
        }),
  };
}

function readiness({ url, port, host, data }: RunningSandbox): Omit<Ready, 'detached'> {
  return { url, port, host, pid: process.pid, data };
}

async function show(context: Context, ready: Ready): Promise<void> {
  await context.output.result(ready, (colour) =>
    [
      `${colour.green('Sandbox ready')} at ${colour.bold(ready.url)}`,
      ready.data === null
        ? 'Everything is in memory and gone when it ends.'
        : `Data in ${sanitizeLine(ready.data)}`,
      'The shared test key is ak_test; get a key of your own with `waypost signup`.',
      `Accounts, keys, faults and the clock: ${new URL('/dashboard', ready.url).href}`,
      ...(ready.url === defaultBaseUrl
        ? []
        : [`To use it, tell the tool where it is: export WAYPOST_BASE_URL=${ready.url}`]),
      ready.detached
        ? `Stop it with \`waypost sandbox stop --port ${ready.port}\`.`
        : 'Press Ctrl-C to stop it.',
    ].join('\n'),
  );
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
