// Runs one row against a service: prepares it, sends its request, and compares.
import { checkResponse, checkServiceResponse, type ServiceResponse } from './check';
import { fill, type Variables } from './fill';
import { type Exchange, effectsOf, isControlRequest, type Row } from './rows';
import type { Keys, Service } from './service';

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
  if (effects.bills && !allowed.billing) return '--allow-billing';
  if (effects.changes && !allowed.changes) return '--allow-changes';
  if (hasControl) return undefined;
  if (row.source === 'sandbox') return 'a sandbox: the interface leaves the rule open';
  if (effects.needsControl || row.newAccount) return 'the control API of the sandbox';
  if (effects.needsOtherAccount) return 'a second account';
  if (effects.needsKey && keys.key === undefined) return 'an API key';
  if (effects.needsManagementKey && keys.management_key === undefined) return 'a management key';
  return undefined;
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
    const response = await service.send(request);
    const status = expect?.status ?? response.status;
    const isExpected = expect?.status !== undefined || (status >= 200 && status < 300);
    const problems = isExpected
      ? check({ ...expect, status }, response)
      : [`status: expected 200 to 299, got ${status} ${response.text.slice(0, 300)}`];
    if (problems.length > 0) {
      const line = `${request.method} ${request.path}`;
      throw new RowFailure(problems.map((problem) => `${line}: ${problem}`));
    }
    for (const [name, pointer] of Object.entries(save)) {
      variables[name] = valueAt(pointer, response.text);
    }
  }
}

/** Lookups that the key has left; undefined if the service does not say. */
async function balanceOf(service: Service, { key, management_key }: Partial<Keys>) {
  if (key === undefined || management_key === undefined) return undefined;
  const path = `/keys/${key}/details`;
  const { text } = await service.send({ method: 'GET', path, bearer: management_key });
  try {
    const { lookups_remaining: remaining } = JSON.parse(text).result;
    return typeof remaining === 'number' ? remaining : undefined;
  } catch {
    return undefined;
  }
}

/** Sends the request of a row between two readings of the balance. */
async function charged(row: Row, service: Service, variables: Variables) {
  const keys = variables as Partial<Keys>;
  // On an account of its own, nothing else takes lookups: what a row does not name must not be charged.
  const expected = row.expect.charge ?? (service.hasControl ? 0 : undefined);
  const before = expected === undefined ? undefined : await balanceOf(service, keys);
  const request = fill(row.request, variables);
  const response: ServiceResponse = await service.send(request);
  const after = before === undefined ? undefined : await balanceOf(service, keys);
  const charge = before === undefined || after === undefined ? undefined : before - after;
  const problems =
    charge === undefined || charge === expected
      ? []
      : [`charge: expected ${expected} lookups, got ${charge}`];
  return {
    request,
    response,
    problems,
  };
}

async function runOnce(row: Row, service: Service, value: Variables): Promise<string[]> {
  const effects = effectsOf(row);
  const own = service.hasControl ? await service.newAccount() : service.keys;
  const variables: Variables = {
    ...own,
    ...fill(value, {}),
  };
  if (effects.needsOtherAccount) {
    const other = await service.newAccount();
    variables.other_key = other.key;
    variables.other_management_key = other.management_key;
  }
  try {
    for (const exchange of row.given ?? []) await carryOut(exchange, service, variables);
    const { request, response, problems } = await charged(row, service, variables);
    const check = isControlRequest(request) ? checkResponse : checkServiceResponse;
    const found = [...check(fill(row.expect, variables), response), ...problems];
    if (found.length > 0) return [`${request.method} ${request.path}`, ...found];
    for (const exchange of row.then ?? []) await carryOut(exchange, service, variables);
    return [];
  } catch (error) {
    if (error instanceof RowFailure) return error.problems;
    return [`no response: ${String(error)}`];
  } finally {
    for (const { request } of row.after ?? []) await service.send(fill(request, variables));
  }
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
