// Turns the options of `keys update` into a request body: only given members, checked beforehand.
import { isObject } from '../../../../client/owned-key';
import { invalidInput } from '../../../../lib/errors';
import { parseJson } from '../../../../lib/exact-json';
import { limit } from '../../../line/option-values';

/** The options as the parser gives them. */
export interface ChangeOptions {
  name?: string;
  dailyLimit?: string;
  monthlyLimit?: string;
  enableDataset?: string[];
  disableDataset?: string[];
  notifications?: string;
  rateLimit?: string;
}

/** Members to send. */
export type Changes = Readonly<Record<string, unknown>>;

/**
 * The body of the update. `text` is the content of --body, if given. Throws `invalid_input` for an invalid
 * value, for a member given twice, and if nothing is to change.
 */
export function changesOf(options: ChangeOptions, text: string | undefined): Changes {
  const flags = fromFlags(options);
  const body = text === undefined ? {} : fromBody(text);
  for (const member of Object.keys(flags)) {
    if (member in body) {
      throw invalidInput(`${member} is given by an option and by --body.`, 'Give it once.');
    }
  }
  const changes = { ...body, ...flags };
  if (Object.keys(changes).length === 0) {
    throw invalidInput(
      'Nothing is to change.',
      'Give what to change, such as `waypost keys update --daily-limit 1000`; `waypost keys update --help` lists it all.',
    );
  }
  return changes;
}

function fromFlags(options: ChangeOptions): Changes {
  const { name, dailyLimit, monthlyLimit, notifications, rateLimit } = options;
  const datasets = datasetsOf(options);
  if (name !== undefined && name.trim() === '') throw invalidInput('--name is empty.');
  return {
    ...(name === undefined ? {} : { name }),
    ...(dailyLimit === undefined
      ? {}
      : { daily_limit: { limit: limit('--daily-limit', dailyLimit) } }),
    ...(monthlyLimit === undefined
      ? {}
      : { monthly_limit: { limit: limit('--monthly-limit', monthlyLimit) } }),
    ...(datasets === undefined ? {} : { datasets }),
    ...(notifications === undefined
      ? {}
      : { notifications: { enabled: isOn('--notifications', notifications) } }),
    ...(rateLimit === undefined ? {} : { rate_limit: objectOf('--rate-limit', rateLimit) }),
  };
}

function datasetsOf({ enableDataset = [], disableDataset = [] }: ChangeOptions) {
  const named = [...enableDataset, ...disableDataset];
  if (named.length === 0) return undefined;
  if (named.some((name) => name.trim() === '')) throw invalidInput('A dataset has no name.');
  const both = enableDataset.find((name) => disableDataset.includes(name));
  if (both !== undefined) {
    throw invalidInput(`The dataset ${both} is to be enabled and disabled.`, 'Give it once.');
  }
  return Object.fromEntries([
    ...enableDataset.map((name) => [name.trim(), true] as const),
    ...disableDataset.map((name) => [name.trim(), false] as const),
  ]);
}

function isOn(option: string, text: string): boolean {
  const value = text.trim().toLowerCase();
  if (value === 'on' || value === 'off') return value === 'on';
  throw invalidInput(`${option} takes on or off.`);
}

function objectOf(option: string, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw invalidInput(
      `${option} is not JSON: ${reason}.`,
      `Give an object, such as {"limit": 10}.`,
    );
  }
  if (isObject(value)) return value;
  throw invalidInput(`${option} is JSON, but not an object.`, 'Give one, such as {"limit": 10}.');
}

/** The body as given. Editable members are checked; others are left to the service. */
function fromBody(text: string): Changes {
  const body = objectOf('--body', text);
  for (const [member, check] of Object.entries(checks)) {
    if (member in body && !check.holds(body[member])) {
      throw invalidInput(`${member} in --body ${check.rule}.`);
    }
  }
  return body;
}

const isCap = (value: unknown) =>
  isObject(value) &&
  (!('limit' in value) ||
    value.limit === null ||
    (typeof value.limit === 'number' && Number.isSafeInteger(value.limit) && value.limit >= 0));
const capRule = 'is an object whose limit is a whole number of at least 0, or null for none';

const checks: Readonly<Record<string, { holds: (value: unknown) => boolean; rule: string }>> = {
  name: { holds: (value) => typeof value === 'string', rule: 'is a text' },
  daily_limit: { holds: isCap, rule: capRule },
  monthly_limit: { holds: isCap, rule: capRule },
  datasets: {
    holds: (value) => isObject(value) || Array.isArray(value),
    rule: 'is an object or an array',
  },
  notifications: {
    holds: (value) =>
      isObject(value) && (!('enabled' in value) || typeof value.enabled === 'boolean'),
    rule: 'is an object whose enabled is true or false',
  },
  rate_limit: { holds: isObject, rule: 'is an object' },
};
