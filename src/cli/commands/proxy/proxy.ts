// `waypost proxy`: a proxy for the service and the keys of this run, around a command or until it is interrupted.
import { requireApiKey, requireUserToken } from '../../../client/credentials/resolve';
import { childEnvironment } from '../../../lib/environment';
import { invalidInput } from '../../../lib/errors';
import { replacements } from '../../../lib/masking';
import { Replacer } from '../../../lib/replace-in-stream';
import { shellWord } from '../../../lib/shell-word';
import { hasCode, systemReason, writing } from '../../../lib/system-error';
import { directVariables, programOf, runChild } from '../../child/run';
import { lengthMs, wholeNumber } from '../../line/option-values';
import { requestLine } from '../../output/request-line';
import type { Context } from '../../run/context';
import { credentialsFor } from '../../run/credentials';
import { ProxyLog } from './log';
import { type RunningProxy, startProxy } from './server';
import { allowedBy, Session } from './session';

/** The options of every proxy. */
export interface ProxyOptions {
  allow?: string[];
  maxLookups?: string;
  expires?: string;
  port?: string;
  readOnly?: boolean;
}

type OnRequest = Parameters<typeof startProxy>[0]['onRequest'];

/** A running proxy, and the variables for programs that use it. */
export interface OpenProxy {
  proxy: RunningProxy;
  variables: { WAYPOST_BASE_URL: string; WAYPOST_API_KEY: string; WAYPOST_USER_TOKEN?: string };
  /** Milliseconds since the epoch; undefined where it does not expire. */
  expiresAt: number | undefined;
  session: Session;
  logPath: string;
  /** The keys that no program may see. */
  secrets: string[];
}

/**
 * Starts a proxy; `onRequest` is called with each request. Throws `invalid_input` for an option, and if the port is
 * in use.
 */
export async function openProxy(
  context: Context,
  options: ProxyOptions,
  onRequest?: OnRequest,
): Promise<OpenProxy> {
  const { clock, env } = context.system;
  const readOnly = options.readOnly === true || context.readOnly !== undefined;
  const allowed = allowedBy(options.allow ?? [], readOnly);
  const maxLookups =
    options.maxLookups === undefined
      ? Number.POSITIVE_INFINITY
      : wholeNumber('--max-lookups', options.maxLookups, 0, Number.MAX_SAFE_INTEGER);
  const lasts = options.expires === undefined ? undefined : lengthMs('--expires', options.expires);
  const port = options.port === undefined ? 0 : wholeNumber('--port', options.port, 0, 65_535);
  const resolved = await credentialsFor(context);
  const apiKey = (await requireApiKey(resolved)).value;
  const { management: manages } = allowed;
  // A session that does not manage never runs the command that prints the management key.
  const managementKey = manages
    ? (await requireUserToken(resolved)).value
    : resolved.userToken?.value;
  const expiresAt = lasts === undefined ? undefined : clock.now() + lasts;
  const session = new Session({ allowed, maxLookups, expiresAt, clock });
  const log = writing('the log of the proxy', () => new ProxyLog(context.system, context.mask));
  const { baseUrl } = resolved;
  const { timeoutMs } = context;
  let proxy: RunningProxy;
  try {
    proxy = await startProxy({
      ...{ baseUrl, apiKey, managementKey, manages, session, log, env, timeoutMs, port },
      onRequest,
    });
  } catch (error) {
    if (!hasCode(error, 'EADDRINUSE', 'EACCES')) throw error;
    throw invalidInput(
      `Port ${port} cannot be used: ${systemReason(error)}.`,
      'Name another with --port, or omit it for a free one.',
    );
  }
  return {
    proxy,
    variables: {
      WAYPOST_BASE_URL: proxy.url,
      WAYPOST_API_KEY: session.apiToken,
      ...(allowed.management ? { WAYPOST_USER_TOKEN: session.managementToken } : {}),
    },
    expiresAt,
    session,
    logPath: log.path,
    secrets: [apiKey, ...(managementKey === undefined ? [] : [managementKey])],
  };
}

interface StartOptions extends ProxyOptions {
  quiet?: boolean;
}

/** A proxy for programs that are started separately, until it is interrupted or expires. */
export async function proxyStart(context: Context, options: StartOptions): Promise<void> {
  const { output, system } = context;
  const colour = await output.stderrColours();
  const { proxy, variables, expiresAt, session, logPath } = await openProxy(
    context,
    options,
    options.quiet
      ? undefined
      : (request) => {
          const time = new Date(system.clock.now()).toISOString();
          context.trace(requestLine({ time, ...request }, colour));
        },
  );
  const expires = expiresAt === undefined ? null : new Date(expiresAt).toISOString();
  try {
    await output.result(
      { ...variables, port: proxy.port, pid: process.pid, expires_at: expires, log: logPath },
      (colour) =>
        [
          ...Object.entries(variables).map(([name, value]) => `export ${name}=${shellWord(value)}`),
          colour.dim(
            `# ${expires === null ? 'until it is interrupted' : `until ${expires}`}; asked for: ${logPath}`,
          ),
        ].join('\n'),
    );
    // The document on standard output is printed already; a later error goes to standard error.
    output.dataStream();
    await lasting(context, session);
  } finally {
    await proxy.close();
  }
  system.interrupted.throwIfAborted();
}

/** The clock may be set, and the machine may sleep: the end is looked for this often. In milliseconds. */
const lookMs = 60_000;

/** Resolves when the run is interrupted, or the session expires. */
async function lasting({ system }: Context, session: Session): Promise<void> {
  const { clock, interrupted } = system;
  while (session.leftMs > 0 && !interrupted.aborted) {
    await clock.sleep(Math.min(session.leftMs, lookMs), interrupted).catch(() => {});
  }
}

interface RunOptions extends ProxyOptions {
  env?: string[];
}

/** The command sends requests through a proxy, and never holds the keys. */
export async function proxyRun(
  context: Context,
  options: RunOptions,
  words: string[],
): Promise<void> {
  if (context.options.json === true) {
    throw invalidInput(
      '--json does not go with a command: the output is that of the command.',
      'Omit it, or give it behind the command, whose option it is then. `waypost proxy log --json` tells what was asked.',
    );
  }
  const program = programOf(words, context.system);
  const names = (options.env ?? []).map(variableOf);
  const open = await openProxy(context, options);
  try {
    const all = open.secrets.flatMap((secret) => replacements(secret, () => ''));
    const secrets = new Replacer({ all, early: 0, cutOff: String });
    const holds = (text: string) => secrets.in(text) !== text;
    if (words.some(holds)) {
      throw invalidInput(
        'The arguments of the command hold the key.',
        'Omit it: the command finds the token of the session in WAYPOST_API_KEY.',
      );
    }
    const env = await environmentFor(context, open, names, holds);
    await runChild(context, { program, words, env });
  } finally {
    await open.proxy.close();
  }
}

const values = { 'api-key': 'WAYPOST_API_KEY', 'base-url': 'WAYPOST_BASE_URL' } as const;

/** A variable and the variable of this tool it equals, of `NAME=api-key`. */
function variableOf(text: string): { name: string; as: (typeof values)[keyof typeof values] } {
  const [, name = '', given = ''] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(text) ?? [];
  if (given === 'api-key' || given === 'base-url') return { name, as: values[given] };
  throw invalidInput(
    '--env takes NAME=api-key or NAME=base-url.',
    'The name is that of the variable the command reads, such as --env ADDRESS_KEY=api-key.',
  );
}

/** The environment of the command: no variable in it contains a key, whatever its name. */
async function environmentFor(
  { system, output }: Context,
  { variables }: OpenProxy,
  names: ReturnType<typeof variableOf>[],
  holds: (text: string) => boolean,
): Promise<NodeJS.ProcessEnv> {
  const inherited = Object.entries(childEnvironment(system.env));
  const given = new Set(names.map(({ name }) => name));
  const withheld = inherited.filter(([name, value]) => !given.has(name) && holds(value ?? ''));
  for (const [name] of withheld) {
    await output.warn(
      `${name} holds the key and is kept from the command. --env ${name}=api-key gives it the token.`,
    );
  }
  return {
    ...Object.fromEntries(inherited.filter(([, value]) => !holds(value ?? ''))),
    ...directVariables(new URL(variables.WAYPOST_BASE_URL), system.env),
    ...variables,
    ...Object.fromEntries(names.map(({ name, as }) => [name, variables[as]])),
  };
}
