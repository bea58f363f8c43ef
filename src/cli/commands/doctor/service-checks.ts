// Checks the connection to the service step by step, then sends one request.
import { endpoints } from '../../../api/endpoints';
import type { ResolvedCredentials } from '../../../client/credentials/resolve';
import {
  type HttpResponse,
  plainHttpReason,
  speaksPlainHttp,
  TransportFailure,
} from '../../../client/http/exchange';
import { explainFailure } from '../../../client/http/explain';
import { type ProbeStep, probe } from '../../../client/http/probe';
import { proxyFor } from '../../../client/http/proxies';
import type { Service } from '../../../client/http/service';
import { isAvailability } from '../../../client/keys';
import { failed } from '../../../client/reasons';
import type { Hint } from '../../../lib/command-text';
import type { Environment } from '../../../lib/environment';
import { WaypostError } from '../../../lib/errors';
import { hintOf } from '../../hints/by-reason';
import { doctorHints, tlsHint } from '../../hints/doctor';
import type { ServiceConnector } from '../../run/service-connector';
import type { SettingsInUse } from '../../run/settings-in-use';
import type { System } from '../../run/system';
import { type Check, failedBy, failedCheck, passed } from './local-checks';

interface ServiceChecksDependencies {
  system: System;
  service: ServiceConnector;
  settings: SettingsInUse;
}

/** The maximum timeout of each step in milliseconds, even if --timeout is longer. */
const stepMs = 10_000;

/** Returns the checks of the connection and of the response. Stops at the first failed step. */
export async function serviceChecks(
  { system, service, settings }: ServiceChecksDependencies,
  resolved: ResolvedCredentials,
): Promise<Check[]> {
  const { baseUrl } = resolved;
  const { env, clock, interrupted: signal } = system;
  const checks: Check[] = [];
  try {
    if (proxyFor(baseUrl, env) === undefined) checks.push(passed('proxy', 'No proxy is in use.'));
    const timeoutMs = Math.min(stepMs, settings.timeoutMs);
    for await (const step of probe(baseUrl, { env, clock, timeoutMs, signal })) {
      const check = stepCheck(step, baseUrl, env);
      checks.push(check);
      if (!check.ok) return checks;
    }
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    return [...checks, failedBy('proxy', error)];
  }
  return [...checks, ...(await answerChecks({ system, service }, resolved))];
}

function stepCheck({ name, ms, found, error }: ProbeStep, baseUrl: URL, env: Environment): Check {
  const { hostname } = baseUrl;
  const words = {
    dns: [`${hostname} resolves to ${found}`, `${hostname} has no IP address`],
    proxy: [
      `Connected through ${found}`,
      `Cannot connect through ${proxyFor(baseUrl, env)?.origin}`,
    ],
    tcp: [`Connected to ${found}`, `${baseUrl.host} does not accept connections`],
    tls: [`${hostname} uses ${found}`, `Cannot establish an encrypted connection to ${hostname}`],
  };
  const [good = '', bad = ''] = words[name];
  if (error === undefined) return passed(name, `${good} (${ms} ms).`);
  const hints = {
    dns: () => doctorHints.dns,
    proxy: () => doctorHints.proxy(baseUrl),
    // If a connection fails, this check shows the same hint as all other commands. The hint mentions the sandbox if the
    // URL might be a sandbox's URL.
    tcp: (): Hint => {
      const failure = new TransportFailure('unreached', error.message);
      return (command) => hintOf(explainFailure(failure, baseUrl, env), command) ?? '';
    },
    tls: () => tlsHint(error),
  };
  return failedCheck(name, `${bad}: ${connectionReason(error)}.`, hints[name]());
}

/**
 * Returns the reason for a failed connection. If several addresses failed, the error's own message is empty, so this
 * function returns the first address's reason.
 */
function connectionReason(error: Error): string {
  if (speaksPlainHttp(error)) return plainHttpReason;
  const [first] = error instanceof AggregateError ? error.errors : [];
  const message = first instanceof Error ? first.message : error.message;
  return message.trim() || ('code' in error ? String(error.code) : error.name);
}

/**
 * Sends one request without retries. If an API key is set, requests the key's availability. If no API key is set,
 * requests a path that does not exist.
 */
async function answerChecks(
  { system, service }: { system: System; service: ServiceConnector },
  resolved: ResolvedCredentials,
): Promise<Check[]> {
  const { clock, interrupted: signal, env } = system;
  const { baseUrl, apiKey } = resolved;
  const client = await service.connect(baseUrl);
  const started = clock.now();
  let answer: HttpResponse;
  try {
    answer =
      apiKey === undefined
        ? await client.attempt({ method: 'GET', path: '/', credential: 'none' }, { signal })
        : await client.attempt(endpoints.keyAvailability, {
            parameters: { key: apiKey.value },
            signal,
          });
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    const explained = explainFailure(error, baseUrl, env);
    return [failedBy('answer', explained)];
  }
  const ended = clock.now();
  return [
    ...answerCheck(client, answer, ended - started, apiKey !== undefined),
    clockCheck(answer, (started + ended) / 2),
  ];
}

function answerCheck(
  service: Service,
  answer: HttpResponse,
  ms: number,
  aboutKey: boolean,
): Check[] {
  const answered = passed('answer', `The service responded in ${ms} ms.`);
  try {
    const { result } = service.read(answer);
    if (!aboutKey) return [answered];
    if (!isAvailability(result)) {
      const message = `The response (HTTP status ${answer.status}) does not come from the service.`;
      return [failedBy('answer', failed('invalid_response', 'not_the_service', message))];
    }
    const but = result.available
      ? ' and available'
      : ', but no lookups remain or the key has reached a limit';
    return [answered, passed('key_accepted', `The API key is live${but}.`)];
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    // For a path that does not exist, the service responds with API code 404, so the check passes.
    if (!aboutKey && error.apiCode === 404) return [answered];
    if (error.code !== 'auth_failed') return [failedBy('answer', error)];
    return [answered, failedBy('key_accepted', error)];
  }
}

/**
 * If this machine's clock and the service's clock differ by more than this number of milliseconds, the clock check
 * fails.
 */
const clockToleranceMs = 60_000;

/**
 * Compares this machine's clock with the service's clock. Ignores a difference of at most one second, because the Date
 * header has a resolution of one second.
 */
function clockCheck({ headers: { date } }: HttpResponse, now: number): Check {
  const theirs = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(theirs)) {
    return passed(
      'clock',
      'The response has no Date header, so waypost cannot compare the clocks.',
      doctorHints.noDate,
    );
  }
  const seconds = Math.round((now - theirs) / 1000);
  const off = `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the service's clock`;
  if (Math.abs(now - theirs) > clockToleranceMs) {
    return failedCheck('clock', `This machine's clock is ${off}.`, doctorHints.clock);
  }
  return passed(
    'clock',
    Math.abs(seconds) <= 1
      ? "This machine's clock agrees with the service's clock."
      : `This machine's clock is ${off}.`,
  );
}
