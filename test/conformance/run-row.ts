// Runs a row against a service: sends the requests in `given`, sends the row's request, and compares the response.
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

/** The kinds of rows that the user allows for a service. */
export interface Permissions {
  billing: boolean;
  changes: boolean;
}

/** Returns the requirement that prevents a row from running against this service, or undefined if the row can run. */
export function reasonToSkip(
  row: Row,
  { hasControl, keys }: Service,
  allowed: Permissions,
): string | undefined {
  const effects = effectsOf(row);
  if (!hasControl) {
    if (row.source === 'sandbox') return 'a sandbox, because the API does not define the behavior';
    if (effects.needsControl || row.newAccount) return 'the control API of the sandbox';
    if (effects.needsOtherAccount) return 'a second account';
    if (effects.needsKey && keys.key === undefined) return 'an API key';
    if (effects.needsManagementKey && keys.management_key === undefined) return 'a management key';
  }
  if (effects.bills && !allowed.billing) return '--allow-billing';
  if (effects.changes && !allowed.changes) return '--allow-changes';
  return undefined;
}

/** Returns the method and the path of a request. Shortens a long path. */
function lineOf({ method, path }: RowRequest): string {
  return `${method} ${path.length > 200 ? `${path.slice(0, 200)}…` : path}`;
}

/** Thrown if a response differs from the expected response. */
class RowFailure extends Error {
  constructor(readonly problems: string[]) {
    super(problems.join('\n'));
  }
}

function valueAt(pointer: string, text: string): unknown {
  const parts = pointer.split('/').slice(1);
  return parts.reduce<unknown>((value, part) => Object(value)[part], JSON.parse(text));
}

/** Sends a request `times` times, checks each response and saves values. */
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

/** Returns the remaining lookups of the key, or undefined if the response does not contain this number. */
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
 * Returns the number of lookups that a request must cost, or undefined if the runner cannot check the cost. If the row has a
 * separate account, no other request changes the balance. Therefore, a request without `charge` must cost 0 lookups.
 */
function expectedCharge(request: RowRequest, { charge }: Expectation, { hasControl }: Service) {
  if (charge !== undefined) return charge;
  return hasControl && !isControlRequest(request) ? 0 : undefined;
}

/** Sends the row's request, and checks the response. Reads the balance before and after the request to check the cost. */
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

/** Runs `work`. Returns the problems that `work` throws, as lines. */
async function problemsOf(work: () => Promise<void>): Promise<string[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (error instanceof RowFailure) return error.problems;
    return [`no response: ${String(error)}`];
  }
}

/** Returns the values for the names in a row: the keys of an account, and a set of values in `each`. */
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

/** Runs a row once for each set of values. Returns the problems as lines. */
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
