// A proxy for the service and the keys of this run.

import { requireApiKey, requireUserToken } from '../../../../client/credentials/resolve';
import { invalidInput } from '../../../../lib/errors';
import { hasCode, systemReason, writeFailure } from '../../../../lib/system-error';
import { lengthMs, wholeNumber } from '../../../line/option-values';
import { allowedBy } from '../../../proxy/allowed';
import { ProxyLog } from '../../../proxy/log';
import { type RunningProxy, startProxy } from '../../../proxy/server';
import { Session } from '../../../proxy/session';
import type { Context } from '../../../run/context';

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
  const { clock, env } = context.world;
  const readOnly = options.readOnly === true || context.readOnly !== undefined;
  const allowed = allowedBy(options.allow ?? [], readOnly);
  const maxLookups =
    options.maxLookups === undefined
      ? Number.POSITIVE_INFINITY
      : wholeNumber('--max-lookups', options.maxLookups, 0, Number.MAX_SAFE_INTEGER);
  const lasts = options.expires === undefined ? undefined : lengthMs('--expires', options.expires);
  const port = options.port === undefined ? 0 : wholeNumber('--port', options.port, 0, 65_535);
  const resolved = await context.resolve();
  const apiKey = (await requireApiKey(resolved)).value;
  const { management: manages } = allowed;
  // A session that does not manage never runs the command that prints the management key.
  const managementKey = manages
    ? (await requireUserToken(resolved)).value
    : resolved.userToken?.value;
  const expiresAt = lasts === undefined ? undefined : clock.now() + lasts;
  const session = new Session({ allowed, maxLookups, expiresAt, clock });
  const log = begun(context);
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

function begun({ world, mask }: Context): ProxyLog {
  try {
    return new ProxyLog(world, mask);
  } catch (error) {
    throw writeFailure('the log of the proxy', error);
  }
}
