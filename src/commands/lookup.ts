// What every lookup command does: one lookup with the API key in use, its result, what it cost and what is
// left.
import type { ChalkInstance } from 'chalk';
import { type Resolved, requireApiKey } from '../credentials/resolve';
import { keyDetails } from '../service/keys';
import { type Fields, type LookupKey, type LookupOperation, lookUp } from '../service/lookup';
import { isObject } from '../service/managed';
import { counted, grouped } from '../terminal/figures';
import type { Context } from './context';
import { type NextSteps, withNextSteps } from './next-step';

/** What a lookup command shows a person: the lines of its result. */
export type LookupView = (
  result: unknown,
  colour: ChalkInstance,
  width: number | undefined,
) => string[];

/** A lookup command: its operation, how its result is shown, and what to do where it is refused. */
export interface LookupCommand {
  operation: LookupOperation;
  view: LookupView;
  steps?: NextSteps;
}

/** Performs one lookup and shows its result. Throws `missing_api_key` and what the service answers. */
export async function showLookup(
  context: Context,
  command: LookupCommand,
  fields: Fields,
): Promise<void> {
  // What is wrong with the values is told before anything else is asked for.
  command.operation.request(fields);
  const resolved = await context.resolve();
  await showLookupWith(await lookupKey(context, resolved), context, resolved, command, fields);
}

/** As `showLookup`, with a key that is at hand already. */
export async function showLookupWith(
  key: LookupKey,
  context: Context,
  resolved: Resolved,
  { operation, view, steps = {} }: LookupCommand,
  fields: Fields,
): Promise<void> {
  const { result, cost } = await withNextSteps(steps, () => lookUp(key, operation, fields));
  const { output } = context;
  await output.result(result, (colour) => view(result, colour, output.width).join('\n'));
  if (operation.billed) await noteCost(context, key, resolved, cost);
}

/** The API key in use, ready for lookups. Throws `missing_api_key`. */
export async function lookupKey(context: Context, resolved: Resolved): Promise<LookupKey> {
  return {
    service: await context.service(resolved.baseUrl),
    apiKey: requireApiKey(resolved).value,
    tags: context.tags,
    signal: context.world.interrupted,
  };
}

/** Tells a person what a lookup cost and, where the management key is known, what is left. */
export async function noteCost(
  context: Context,
  { service, apiKey }: LookupKey,
  { userToken }: Resolved,
  cost: number,
): Promise<void> {
  if (context.output.json) return;
  const left =
    userToken === undefined ? undefined : await lookupsLeft(service, apiKey, userToken.value);
  const spent = cost === 0 ? 'It cost nothing' : `It cost ${counted(cost, 'lookup')}`;
  await context.output.note((colour) =>
    colour.dim(left === undefined ? `${spent}.` : `${spent}; ${grouped(left)} left.`),
  );
}

/** Lookups left on a key; undefined where nobody says. */
async function lookupsLeft(
  service: LookupKey['service'],
  apiKey: string,
  managementKey: string,
): Promise<number | undefined> {
  try {
    const details = await keyDetails(service, apiKey, managementKey);
    const left = isObject(details) ? details.lookups_remaining : undefined;
    return typeof left === 'number' ? left : undefined;
  } catch {
    // The lookup itself went well; what is left is only told beside it.
    return undefined;
  }
}
