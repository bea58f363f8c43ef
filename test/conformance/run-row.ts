// Runs one row against a service: prepares it, sends its request, and compares.
import { checkResponse, checkServiceResponse } from './check';
import { fill, type Variables } from './fill';
import {
  type Exchange,
  type Expectation,
  effectsOf,
  isControlRequest,
  type Row,
  type RowRequest,
} from './rows';
import type { Service } from './service';

/** What the user allows on a service. */
export interface Permissions {
  billing: boolean;
  changes: boolean;
}

/** Why a row cannot run against this service, or must not; undefined if it can. */
export function reasonToSkip(
  row: Row,
  { hasControl, keys }: Service,
  allowed: Permissions,
): string | undefined {
  const effects = effectsOf(row);
  if (!hasControl) {
    if (row.source === 'sandbox') return 'a sandbox, because the interface leaves the rule open';
    if (effects.needsControl || row.newAccount) return 'the control API of the sandbox';
    if (effects.needsOtherAccount) return 'a second account';
    if (effects.needsKey && keys.key === undefined) return 'an API key';
    if (effects.needsManagementKey && keys.management_key === undefined) return 'a management key';
  }
  if (effects.bills && !allowed.billing) return '--allow-billing';
  if (effects.changes && !allowed.changes) return '--allow-changes';
  return undefined;
}

/** The request of a problem's line; a long text in its path is cut. */
function lineOf({ method, path }: RowRequest): string {
  return `${method} ${path.length > 200 ? `${path.slice(0, 200)}…` : path}`;
}

/** A step that did not go as a row expects. */
class RowFailure extends Error {
  constructor(readonly problems: string[]) {
    super(problems.join('\n'));
  }
}

function valueAt(pointer: string, text: string): unknown {
  const parts = pointer.split('/').slice(1);
  return parts.reduce<unknown>((value, part) => Object(value)[part], JSON.parse(text));
}

/** Sends the request of an exchange as often as it says, checks each response and saves values. */
async function carryOut(exchange: Exchange, service: Service, variables: Variables): Promise<void> {
  const { request, expect, times = 1, save = {} } = fill(exchange, variables);
  const check = isControlRequest(request) ? checkResponse : checkServiceResponse;
  for (let sent = 0; sent < times; sent += 1) {
    const response = await service.send(request, expect?.status);
    const status = expect?.status ?? response.status;
    const isExpected = expect?.status !== undefined || (status >= 200 && status < 300);
    const problems = isExpected
      ? check({ ...expect, status }, response)
      : [`status: expected 200 to 299, got ${status} ${response.text.slice(0, 300)}`];
    if (problems.length > 0) {
      const line = lineOf(request);
      throw new RowFailure(problems.map((problem) => `${line}: ${problem}`));
    }
    for (const [name, pointer] of Object.entries(save)) {
      variables[name] = valueAt(pointer, response.text);
    }
  }
}

/** Lookups that the key has left; undefined if the service does not say. */
async function balanceOf(service: Service, { key, management_key: token }: Variables) {
  if (typeof key !== 'string' || typeof token !== 'string') return undefined;
  const path = `/keys/${key}/details`;
  const { text } = await service.send({ method: 'GET', path, bearer: token });
  try {
    const { lookups_remaining: remaining } = JSON.parse(text).result;
    return typeof remaining === 'number' ? remaining : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Lookups that a request must take. On an account of the row's own, nothing else takes any, so a request that names
 * no charge must not be charged.
 */
function expectedCharge(request: RowRequest, { charge }: Expectation, { hasControl }: Service) {
  if (charge !== undefined) return charge;
  return hasControl && !isControlRequest(request) ? 0 : undefined;
}

/** Sends the request of a row between two readings of the balance, and checks its response. */
async function checkRequest(row: Row, service: Service, variables: Variables): Promise<void> {
  const request = fill(row.request, variables);
  const expect = fill(row.expect, variables);
  const charge = expectedCharge(request, expect, service);
  const before = charge === undefined ? undefined : await balanceOf(service, variables);
  const response = await service.send(request, expect.status);
  const after = before === undefined ? undefined : await balanceOf(service, variables);
  const check = isControlRequest(request) ? checkResponse : checkServiceResponse;
  const problems = check(expect, response);
  if (before !== undefined && after !== undefined && before - after !== charge) {
    problems.push(`charge: expected ${charge} lookups, got ${before - after}`);
  }
  if (problems.length > 0) {
    throw new RowFailure([lineOf(request), ...problems]);
  }
}

/** What went wrong in a piece of work, as lines for people. */
async function problemsOf(work: () => Promise<void>): Promise<string[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (error instanceof RowFailure) return error.problems;
    return [`no response: ${String(error)}`];
  }
}

/** The values of a row's names: the keys of an account, and the row's own. */
async function variablesOf(row: Row, service: Service, value: Variables): Promise<Variables> {
  const own = service.hasControl ? await service.newAccount() : service.keys;
  const variables: Variables = {
    ...own,
    ...fill(value, {}),
  };
  if (effectsOf(row).needsOtherAccount) {
    const other = await service.newAccount();
    variables.other_key = other.key;
    variables.other_management_key = other.management_key;
  }
  return variables;
}

async function runOnce(row: Row, service: Service, value: Variables): Promise<string[]> {
  const variables = await variablesOf(row, service, value);
  const problems = await problemsOf(async () => {
    for (const exchange of row.given ?? []) await carryOut(exchange, service, variables);
    await checkRequest(row, service, variables);
    for (const exchange of row.then ?? []) await carryOut(exchange, service, variables);
  });
  const left = await problemsOf(async () => {
    for (const exchange of row.after ?? []) await carryOut(exchange, service, variables);
  });
  return [...problems, ...left];
}

/** Runs a row, once for each of its values. Returns what is wrong, as lines for people. */
export async function runRow(row: Row, service: Service): Promise<string[]> {
  const problems: string[] = [];
  for (const value of row.each ?? [{}]) {
    const found = await runOnce(row, service, value);
    const [name] = Object.values(value).map((one) => JSON.stringify(one).slice(0, 100));
    if (found.length > 0 && name !== undefined) problems.push(`with ${name}:`);
    problems.push(...found);
  }
  return problems;
}
