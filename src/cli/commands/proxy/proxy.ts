// `waypost proxy`: runs a proxy that adds the keys in use to requests, and sends the requests to the service. If
// waypost runs a command, the proxy stops when the command ends. If there is no command (`waypost proxy start`), the
// proxy stops when the session expires or when the user interrupts waypost.
import { requireApiKey, requireUserToken } from '../../../client/credentials/resolve';
import { childEnvironment } from '../../../lib/environment';
import { invalidInput } from '../../../lib/errors';
import { replacements } from '../../../lib/masking';
import { Replacer } from '../../../lib/replace-in-stream';
import { shellWord } from '../../../lib/shell-word';
import { hasCode, systemReason, writing } from '../../../lib/system-error';
import { directVariables, namedVariables, programOf, runChild } from '../../child/run';
import { lengthMs, wholeNumber } from '../../line/option-values';
import type { Output } from '../../output/output';
import { requestLine } from '../../output/request-line';
import type { Credentials } from '../../run/credentials';
import type { SettingsInUse } from '../../run/settings-in-use';
import type { System } from '../../run/system';
import { ProxyLog } from './log';
import { type RunningProxy, startProxy } from './server';
import { allowedBy, Session } from './session';

interface ProxyDependencies {
  system: System;
  output: Output;
  credentials: Credentials;
  settings: SettingsInUse;
}

interface ProxyOptions {
  allow?: string[];
  maxLookups?: string;
  expires?: string;
  port?: string;
  readOnly?: boolean;
}

type OnRequest = Parameters<typeof startProxy>[0]['onRequest'];

/**
 * Starts a proxy, which calls `onRequest` with each logged request. Returns the proxy, the environment variables for
 * programs that use the proxy, and the keys that these programs must not see. Throws `invalid_input` if an option is
 * invalid, or if waypost cannot use the port.
 */
async function openProxy(
  { system, output, credentials, settings }: ProxyDependencies,
  options: ProxyOptions,
  onRequest?: OnRequest,
) {
  const { clock, env } = system;
  const readOnly = options.readOnly === true || settings.readOnly !== undefined;
  const allowed = allowedBy(options.allow ?? [], readOnly);
  const maxLookups =
    options.maxLookups === undefined
      ? Number.POSITIVE_INFINITY
      : wholeNumber('--max-lookups', options.maxLookups, 0, Number.MAX_SAFE_INTEGER);
  const lasts = options.expires === undefined ? undefined : lengthMs('--expires', options.expires);
  const port = options.port === undefined ? 0 : wholeNumber('--port', options.port, 0, 65_535);
  const resolved = await credentials.resolve();
  const apiKey = (await requireApiKey(resolved)).value;
  const { management: manages } = allowed;
  // waypost runs the key command for the management key only if the session allows management operations.
  const managementKey = manages
    ? (await requireUserToken(resolved)).value
    : resolved.userToken?.value;
  const expiresAt = lasts === undefined ? undefined : clock.now() + lasts;
  const session = new Session({ allowed, maxLookups, expiresAt, clock });
  const log = writing('the proxy log', () => new ProxyLog(system, output.mask));
  const { baseUrl } = resolved;
  const { timeoutMs } = settings;
  let proxy: RunningProxy;
  try {
    proxy = await startProxy({
      baseUrl,
      apiKey,
      managementKey,
      manages,
      session,
      log,
      env,
      timeoutMs,
      port,
      onRequest,
    });
  } catch (error) {
    if (!hasCode(error, 'EADDRINUSE', 'EACCES')) throw error;
    throw invalidInput(
      `waypost cannot use port ${port}: ${systemReason(error)}.`,
      'Choose another port with --port, or remove --port to use a free port.',
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

export async function proxyStart(
  { system, output, credentials, settings }: ProxyDependencies,
  options: ProxyOptions & { quiet?: boolean },
): Promise<void> {
  const color = await output.stderrColors();
  const { proxy, variables, expiresAt, session, logPath } = await openProxy(
    { system, output, credentials, settings },
    options,
    options.quiet
      ? undefined
      : (request) => {
          const time = new Date(system.clock.now()).toISOString();
          output.trace(requestLine({ time, ...request }, color));
        },
  );
  const expires = expiresAt === undefined ? null : new Date(expiresAt).toISOString();
  try {
    await output.result(
      { ...variables, port: proxy.port, pid: process.pid, expires_at: expires, log: logPath },
      (color) =>
        [
          ...Object.entries(variables).map(([name, value]) => `export ${name}=${shellWord(value)}`),
          color.dim(
            `# The proxy runs ${expires === null ? 'until you interrupt it' : `until ${expires}`}. Request log: ${logPath}`,
          ),
        ].join('\n'),
    );
    // If --json is set, waypost has already written the JSON document to standard output, so waypost must print a later
    // error to standard error.
    output.dataStream();
    const { clock, interrupted } = system;
    while (session.leftMs > 0 && !interrupted.aborted) {
      // waypost checks every minute whether the session has expired, because the system clock might change, or the
      // machine might sleep.
      await clock.sleep(Math.min(session.leftMs, 60_000), interrupted).catch(() => {});
    }
  } finally {
    await proxy.close();
  }
  system.interrupted.throwIfAborted();
}

export async function proxyRun(
  { system, output, credentials, settings }: ProxyDependencies,
  options: ProxyOptions & { env?: string[] },
  words: string[],
): Promise<number> {
  if (settings.options.json === true) {
    throw invalidInput(
      '--json cannot be used with a command, because the command writes the output.',
      (command) =>
        `Remove --json. To pass --json to the command, put --json after the command. To see the requests as JSON, run ${command('proxy log', [], { json: true })}.`,
    );
  }
  const program = programOf(words, system);
  const expected = 'NAME=api-key or NAME=base-url';
  const named = namedVariables(options.env ?? [], ['api-key', 'base-url'], expected);
  const open = await openProxy({ system, output, credentials, settings }, options);
  try {
    const all = open.secrets.flatMap((secret) => replacements(secret, () => ''));
    const secrets = new Replacer({ all, early: 0, cutOff: String });
    const holds = (text: string) => secrets.in(text) !== text;
    if (words.some(holds)) {
      throw invalidInput(
        "The command's arguments contain one of your keys.",
        'Remove the key. The command can read the session token from WAYPOST_API_KEY.',
      );
    }
    const env = await environmentFor({ system, output }, open.variables, named, holds);
    return await runChild(system, { program, words, env });
  } finally {
    await open.proxy.close();
  }
}

/**
 * Returns the command's environment without the variables that contain a key. Prints a warning for each of these
 * variables, unless --env sets the variable.
 */
async function environmentFor(
  { system, output }: { system: System; output: Output },
  variables: { WAYPOST_BASE_URL: string; WAYPOST_API_KEY: string },
  named: { name: string; kind: 'api-key' | 'base-url' }[],
  holds: (text: string) => boolean,
): Promise<NodeJS.ProcessEnv> {
  const values = { 'api-key': variables.WAYPOST_API_KEY, 'base-url': variables.WAYPOST_BASE_URL };
  const inherited = Object.entries(childEnvironment(system.env));
  const given = new Set(named.map(({ name }) => name));
  const withheld = inherited.filter(([name, value]) => !given.has(name) && holds(value ?? ''));
  for (const [name] of withheld) {
    await output.warn(
      `The command does not get ${name}, because the variable contains one of your keys. To set the variable to the session token, use --env ${name}=api-key.`,
    );
  }
  return {
    ...Object.fromEntries(inherited.filter(([, value]) => !holds(value ?? ''))),
    ...directVariables(new URL(variables.WAYPOST_BASE_URL), system.env),
    ...variables,
    ...Object.fromEntries(named.map(({ name, kind }) => [name, values[kind]])),
  };
}
