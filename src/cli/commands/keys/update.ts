// `waypost keys update`: changes only the fields that the options set, and shows the effect.
import { keyDetails, updateKey } from '../../../client/keys';
import type { OwnedKey } from '../../../client/owned-key';
import { invalidInput } from '../../../lib/errors';
import { isObject, jsonText, parseJson } from '../../../lib/exact-json';
import { fieldAt } from '../../../lib/field-path';
import { keyUpdateHints } from '../../hints/by-api-code';
import { definedMembers, readLimit } from '../../line/option-values';
import type { Colors } from '../../output/color';
import { pad, widthOf } from '../../output/width';
import { labelOf, valueText } from '../../output/words';
import { confirmYes, declined } from '../../prompts/confirm';
import type { Dependencies } from '../../run/dependencies';
import { readInputText } from '../../run/input';
import { withKey } from '../shared/owned-key';
import { limitsBelowUse } from './members';

const maxBodyBytes = 1024 * 1024;

interface UpdateOptions extends ChangeOptions {
  body?: string;
  yes?: boolean;
}

export async function keysUpdate(
  { system, output, credentials, service, settings }: Dependencies,
  options: UpdateOptions,
  named?: string,
): Promise<number> {
  const { body, yes = false } = options;
  const text =
    body === undefined
      ? undefined
      : await readInputText({ system, credentials }, '--body', body, maxBodyBytes);
  const changes = keyChanges(options, text);
  const work = async (key: OwnedKey) => {
    // If --yes and --json are set, the command does not compare the details, so it does not request the current
    // details.
    const before = yes && output.json ? undefined : await keyDetails(key);
    const below = yes ? '' : limitsBelowUse(before, changes).join(' ');
    if (
      below !== '' &&
      !(await confirmYes({ output, settings }, below, `${below} Set the limit anyway?`))
    ) {
      return declined(output);
    }
    const after = await updateKey(key, changes);
    await output.result(after, (color) =>
      changesText(comparedChanges(changes, before, after), color),
    );
    return 0;
  };
  return withKey({ credentials, service }, keyUpdateHints(named), work, named);
}

function changesText(changes: readonly Change[], color: Colors): string {
  const labels = Math.max(...changes.map(({ label }) => widthOf(label)));
  const lines = changes.map(({ label: name, before, after, outcome }) => {
    const label = pad(name, labels);
    if (outcome === 'changed') return `${label}  ${color.dim(before)} → ${color.green(after)}`;
    if (outcome === 'same') return `${label}  ${after} ${color.dim('(unchanged)')}`;
    return `${label}  ${before} ${color.yellow('(not changed by the service)')}`;
  });
  const ignored = changes.some(({ outcome }) => outcome === 'ignored');
  return [
    ...lines,
    ...(ignored
      ? [
          '',
          'If the key has an unlimited plan, the service ignores changes to the datasets, the daily limit and the monthly limit.',
        ]
      : []),
  ].join('\n');
}

/** A field in the request, with its values before and after the update. Each value fits on one line. */
interface Change {
  label: string;
  before: string;
  after: string;
  /**
   * `same` if the field already had the new value, `ignored` if the service kept a different value, otherwise
   * `changed`.
   */
  outcome: 'changed' | 'same' | 'ignored';
}

/** Compares the value of each field in the request before and after the update. */
export function comparedChanges(sent: KeyChanges, before: unknown, after: unknown): Change[] {
  return leavesOf(sent).map(({ path, value }) => {
    const was = fieldAt(before, path);
    const is = fieldAt(after, path);
    const stayed = is !== undefined && isEqual(was, is);
    return {
      label: labelOf(path.join('.')),
      before: valueText(was),
      after: valueText(is ?? value),
      outcome: stayed ? outcomeWithoutChange(is, value) : 'changed',
    };
  });
}

function outcomeWithoutChange(is: unknown, sent: unknown): 'same' | 'ignored' {
  return isEqual(is, sent) ? 'same' : 'ignored';
}

function leavesOf(value: unknown, path: string[] = []): { path: string[]; value: unknown }[] {
  if (!isObject(value) || Object.keys(value).length === 0) return [{ path, value }];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
}

function isEqual(one: unknown, other: unknown): boolean {
  return jsonText(one) === jsonText(other);
}

export interface ChangeOptions {
  name?: string;
  dailyLimit?: string;
  monthlyLimit?: string;
  enableDataset?: string[];
  disableDataset?: string[];
  notifications?: string;
  rateLimit?: string;
}

type KeyChanges = Readonly<Record<string, unknown>>;

/**
 * Returns the request body of the update. `text` is the content of --body, or undefined if --body is not set. Throws
 * `invalid_input` if a value is invalid, if an option and --body set the same field, or if no field is set.
 */
export function keyChanges(options: ChangeOptions, text: string | undefined): KeyChanges {
  const flags = fromFlags(options);
  const body = text === undefined ? {} : fromBody(text);
  const twice = Object.keys(flags).find((field) => field in body);
  if (twice !== undefined) {
    throw invalidInput(
      `An option and --body both set ${twice}.`,
      `Remove the option, or remove ${twice} from --body.`,
    );
  }
  const changes = { ...body, ...flags };
  if (Object.keys(changes).length === 0) {
    throw invalidInput(
      'Nothing to change.',
      (command) =>
        `Change at least one setting, for example ${command('keys update', [], { 'daily-limit': '1000' })}. ${command('keys update', [], { help: true })} lists all options.`,
    );
  }
  return changes;
}

function fromFlags(options: ChangeOptions): KeyChanges {
  const { name, dailyLimit, monthlyLimit, notifications, rateLimit } = options;
  if (name !== undefined && name.trim() === '') throw invalidInput('--name is empty.');
  return definedMembers({
    name,
    daily_limit: readLimit('--daily-limit', dailyLimit),
    monthly_limit: readLimit('--monthly-limit', monthlyLimit),
    datasets: datasetsOf(options),
    notifications: notifications === undefined ? undefined : { enabled: isOn(notifications) },
    rate_limit: rateLimit === undefined ? undefined : parsedObject('--rate-limit', rateLimit),
  });
}

function datasetsOf({ enableDataset = [], disableDataset = [] }: ChangeOptions) {
  const named = [...enableDataset, ...disableDataset];
  if (named.length === 0) return undefined;
  if (named.some((name) => name.trim() === '')) throw invalidInput('A dataset name is empty.');
  const both = enableDataset.find((name) => disableDataset.includes(name));
  if (both !== undefined) {
    throw invalidInput(
      `--enable-dataset and --disable-dataset both name the dataset ${both}.`,
      `Remove --enable-dataset ${both} or --disable-dataset ${both}.`,
    );
  }
  return Object.fromEntries(named.map((name) => [name.trim(), enableDataset.includes(name)]));
}

function isOn(text: string): boolean {
  const value = text.trim().toLowerCase();
  if (value === 'on' || value === 'off') return value === 'on';
  throw invalidInput(
    `--notifications must be on or off, not ${JSON.stringify(text)}.`,
    'For example: --notifications on.',
  );
}

function parsedObject(option: string, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw invalidInput(
      `${option} is not JSON: ${reason}.`,
      'Use an object, for example {"limit": 10}.',
    );
  }
  if (isObject(value)) return value;
  throw invalidInput(
    `${option} is JSON, but not an object.`,
    'Use an object, for example {"limit": 10}.',
  );
}

/**
 * Parses the content of --body. Throws `invalid_input` if the content is not a JSON object, or if the value of a field
 * in `checks` is invalid.
 */
function fromBody(text: string): KeyChanges {
  const body = parsedObject('--body', text);
  for (const [field, [rule, isValid]] of Object.entries(checks)) {
    if (field in body && !isValid(body[field])) {
      throw invalidInput(`${field} in --body ${rule}.`);
    }
  }
  return body;
}

type FieldCheck = readonly [rule: string, isValid: (value: unknown) => boolean];

const limitCheck: FieldCheck = [
  'must be an object whose limit field is null (no limit) or a whole number of at least 0',
  (value) =>
    isObject(value) &&
    (!('limit' in value) ||
      value.limit === null ||
      (typeof value.limit === 'number' && Number.isSafeInteger(value.limit) && value.limit >= 0)),
];

const checks: Readonly<Record<string, FieldCheck>> = {
  name: ['must be a string', (value) => typeof value === 'string'],
  daily_limit: limitCheck,
  monthly_limit: limitCheck,
  datasets: ['must be an object or an array', (value) => isObject(value) || Array.isArray(value)],
  notifications: [
    'must be an object whose enabled field is true or false',
    (value) => isObject(value) && (!('enabled' in value) || typeof value.enabled === 'boolean'),
  ],
  rate_limit: ['must be an object', isObject],
};
