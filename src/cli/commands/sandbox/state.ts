// `waypost sandbox set`, `clock`, `snapshot` and `signup`: the state of a running sandbox.
import * as z from 'zod/mini';
import { invalidInput, WaypostError } from '../../../lib/errors';
import { isObject } from '../../../lib/exact-json';
import { isLoopback } from '../../../lib/loopback';
import { preview } from '../../../lib/masking';
import { memberAt } from '../../../lib/member-path';
import { readSpan } from '../../../sandbox/clock';
import { type FoundSandbox, healthAt } from '../../../sandbox/control-call';
import { readMoment } from '../../../sandbox/rules/ranges';
import { sizeText } from '../../output/progress';
import { card, table } from '../../output/table';
import { labelOf, timestampText, valueText } from '../../output/words';
import { confirmYes } from '../../prompts/confirm';
import type { Context } from '../../run/context';
import {
  aboutKey,
  ControlRefusal,
  callSandbox,
  keyEndpoint,
  type SandboxSelection,
  sameSandbox,
  selectedKey,
  selectedSandbox,
} from './selected';
import { keySettingNames, limitSettings, listSettings } from './spec';

const anyDetails = z.record(z.string(), z.unknown());

export async function set(
  context: Context,
  options: SandboxSelection,
  words: string[],
): Promise<void> {
  const [first = '', ...rest] = words;
  const named = first.includes('=') ? undefined : first;
  const changes = keyChanges(named === undefined ? words : rest);
  const sandbox = await selectedSandbox(context, options);
  const key = await selectedKey(context, sandbox, named);
  const details = await aboutKey(
    sandbox,
    key,
    callSandbox(sandbox, `PATCH ${keyEndpoint(key)}`, anyDetails, { body: changes }),
  );
  const { url } = sandbox;
  await context.output.result({ success: true, key: preview(key), url, details }, (colour) =>
    [
      colour.green(`Changed the key ${preview(key)}.`),
      ...card(
        changedPaths(changes).map((path) => ({
          label: labelOf(path.join('.')),
          value: valueText(memberAt(details, path)),
        })),
        colour,
        context.output.width,
      ),
    ].join('\n'),
  );
}

type KeyChanges = Record<string, unknown>;

/**
 * The body of the call, of `daily_limit=500 notifications.enabled=on`.
 * @throws WaypostError `invalid_input` for a word that is no setting, or one that is there twice.
 */
function keyChanges(words: readonly string[]): KeyChanges {
  if (words.length === 0) {
    throw invalidInput(
      'Nothing is to change.',
      'Name a setting with its value, such as `waypost sandbox set lookups=1000`.',
    );
  }
  const changes: KeyChanges = {};
  for (const word of words) {
    const [, given = '', text = ''] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
    if (given === '') {
      throw invalidInput(
        `${word === '' ? 'An empty word' : word} is no setting with a value.`,
        'Such as lookups=1000; a key stands before all settings.',
      );
    }
    const name = given.replaceAll('-', '_').replace(/^lookups$/, 'lookups_remaining');
    const [setting = '', member, ...deeper] = name.split('.');
    if (!keySettingNames.some((known) => known === setting) || deeper.length > 0) {
      throw invalidInput(
        `A key has no setting ${given}.`,
        `Its settings are ${keySettingNames.join(', ')}.`,
      );
    }
    const before = changes[setting];
    if (before !== undefined && (member === undefined || !isObject(before))) {
      throw invalidInput(`${setting} is given twice.`, 'Give it once.');
    }
    const value = settingValue(name, text);
    if (member !== undefined) changes[setting] = { ...Object(before), [member]: value };
    else changes[setting] = limitSettings.includes(name) ? { limit: value } : value;
  }
  return changes;
}

const switches: Readonly<Record<string, boolean>> = {
  on: true,
  true: true,
  yes: true,
  off: false,
  false: false,
  no: false,
};

/** A value as the control call takes it; the sandbox judges it. */
function settingValue(name: string, text: string): unknown {
  if (name === 'name') return text;
  if (listSettings.includes(name)) {
    return text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
  }
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  if (text === 'none') return null;
  return Object.hasOwn(switches, text) ? switches[text] : text;
}

function changedPaths(value: unknown, path: string[] = []): string[][] {
  if (!isObject(value)) return [path];
  return Object.entries(value).flatMap(([name, member]) => changedPaths(member, [...path, name]));
}

const clockTime = z.object({ now: z.string() });

export async function clock(
  context: Context,
  options: SandboxSelection,
  given: string | undefined,
): Promise<void> {
  const setting = given === undefined ? undefined : settingOf(given.trim());
  const sandbox = await selectedSandbox(context, options);
  const endpoint = setting === undefined ? 'GET /health' : 'POST /clock';
  const { now } = await callSandbox(sandbox, endpoint, clockTime, { body: setting });
  const time = `${now.slice(0, 19).replace('T', ' ')} UTC`;
  await context.output.result({ success: true, now, url: sandbox.url }, (colour) =>
    setting === undefined
      ? `The sandbox's clock shows ${colour.bold(time)}.`
      : `${colour.green('The clock is set.')} It shows ${colour.bold(time)}.`,
  );
}

/** The body of the call: `+8d` moves, a date sets, `now` leads back to the real time. */
function settingOf(text: string): object {
  if (text.toLowerCase() === 'now') return {};
  const isSigned = /^[+-]/.test(text);
  const isSpan = readSpan(text) !== undefined;
  if (isSigned && isSpan) return { advance: text };
  const time = isSigned || isSpan ? undefined : readMoment(text, 'first');
  if (time !== undefined) return { now: new Date(time).toISOString() };
  throw invalidInput(
    `The clock cannot be set to ${JSON.stringify(text)}.`,
    isSpan
      ? `Move it by that with its sign: +${text}.`
      : 'Give a span such as +8d or +90s, a date such as 2026-01-31, or now.',
  );
}

const actions = ['save', 'restore', 'list', 'delete'] as const;

interface SnapshotOptions extends SandboxSelection {
  force?: boolean;
  yes?: boolean;
}

const savedSnapshot = z.object({ name: z.string(), size: z.int(), saved_at: z.string() });
const snapshotList = z.object({ snapshots: z.array(savedSnapshot) });

export async function snapshot(
  context: Context,
  options: SnapshotOptions,
  given: string,
  name: string | undefined,
): Promise<void> {
  const action = actions.find((one) => one === given);
  if (action === undefined) {
    throw invalidInput(
      `There is no \`sandbox snapshot ${given}\`: it takes ${actions.join(', ')}.`,
      'Type it such as `waypost sandbox snapshot list`.',
    );
  }
  if (options.force && action !== 'save') {
    throw invalidInput('--force is for `sandbox snapshot save` only.', 'Omit it.');
  }
  if (action === 'list') {
    if (name !== undefined) {
      throw invalidInput(
        '`sandbox snapshot list` takes no name.',
        'Type `waypost sandbox snapshot list`.',
      );
    }
    await showAll(context, options);
    return;
  }
  if (name === undefined) {
    throw invalidInput(
      `\`sandbox snapshot ${action}\` takes the name of a snapshot.`,
      `Such as \`waypost sandbox snapshot ${action} empty-cart\`.`,
    );
  }
  // Such a name cannot be a segment of a path, so it never reaches the sandbox, which checks the other rules.
  if (/^\.{0,2}$/.test(name)) {
    throw invalidInput(
      `A snapshot cannot be named ${JSON.stringify(name)}.`,
      'Begin its name with a letter or digit, such as empty-cart.',
    );
  }
  await { save: save, restore: restore, delete: deleteSaved }[action](context, options, name);
}

const pathOf = (name: string) => `/snapshots/${encodeURIComponent(name)}` as const;

async function showAll(context: Context, options: SnapshotOptions): Promise<void> {
  const sandbox = await selectedSandbox(context, options);
  const { snapshots } = await callSandbox(sandbox, 'GET /snapshots', snapshotList);
  await context.output.result(snapshots, (colour) => {
    if (snapshots.length === 0) {
      return 'No snapshot was saved yet. Save one with `waypost sandbox snapshot save empty-cart`.';
    }
    const columns = [
      { title: 'NAME' },
      { title: 'SAVED', minWidth: 10 },
      { title: 'SIZE', align: 'right' as const },
    ];
    const rows = snapshots.map((one) => [
      one.name,
      timestampText(one.saved_at),
      sizeText(one.size),
    ]);
    return table(columns, rows, colour, context.output.width).join('\n');
  });
}

async function save(context: Context, options: SnapshotOptions, name: string): Promise<void> {
  const sandbox = await selectedSandbox(context, options);
  const saved = await callSandbox(sandbox, `POST ${pathOf(name)}`, savedSnapshot, {
    body: { replace: options.force === true },
  }).catch((error: unknown) => {
    if (!(error instanceof ControlRefusal) || error.answeredStatus !== 409) throw error;
    throw error.with({ hint: 'Choose another name, or replace it with --force.' });
  });
  await context.output.result({ success: true, ...saved, url: sandbox.url }, (colour) =>
    [
      colour.green(`Saved ${name}.`),
      `Restore it with \`waypost sandbox snapshot restore ${name}${sameSandbox(options)}\`.`,
    ].join('\n'),
  );
}

async function restore(context: Context, options: SnapshotOptions, name: string): Promise<void> {
  const sandbox = await selectedSandbox(context, options);
  const consequence = `Restoring ${name} replaces every account, key and log row of the sandbox at ${sandbox.url}.`;
  if (!(await isWanted(context, options, consequence))) return;
  const { now } = await callSandbox(sandbox, `POST ${pathOf(name)}/restore`, clockTime);
  await context.output.result(
    { success: true, name, now, url: sandbox.url },
    (colour) => `${colour.green(`Restored ${name}.`)} The sandbox's clock shows ${now}.`,
  );
}

async function deleteSaved(
  context: Context,
  options: SnapshotOptions,
  name: string,
): Promise<void> {
  const sandbox = await selectedSandbox(context, options);
  const consequence = `Deleting the snapshot ${name} of the sandbox at ${sandbox.url} cannot be undone.`;
  if (!(await isWanted(context, options, consequence))) return;
  await callSandbox(sandbox, `DELETE ${pathOf(name)}`, z.object({ deleted: z.int() }));
  await context.output.result({ success: true, name, url: sandbox.url }, (colour) =>
    colour.green(`Deleted ${name}.`),
  );
}

/** Whether the person agrees. Throws `invalid_input` if nobody can be asked. */
async function isWanted(
  context: Context,
  { yes }: SnapshotOptions,
  consequence: string,
): Promise<boolean> {
  if (yes || (await confirmYes(context, consequence, `${consequence} Continue?`))) return true;
  await context.output.note(() => 'Nothing was changed.');
  return false;
}

const lookEveryMs = 100;

interface CompleteOptions extends SandboxSelection {
  wait: string;
}

const signUps = z.object({
  sign_ups: z.array(z.object({ signup_url: z.string(), state: z.string() })),
});

const completedSignUp = z.object({ state: z.string(), user_id: z.nullable(z.string()) });

export async function signup(
  context: Context,
  options: CompleteOptions,
  given: string | undefined,
): Promise<void> {
  const seconds = Number(options.wait);
  if (!/^\d{1,4}$/.test(options.wait)) {
    throw invalidInput('--wait takes whole seconds from 0 to 9999.', 'Such as --wait 30.');
  }
  if (given?.trim() === '') {
    throw invalidInput('The sign-up is named by its URL or token.', 'Omit it for the newest.');
  }
  const sandbox = await sandboxOf(context, options, given);
  const named = given ?? (await newestPending(context, sandbox, seconds));
  const ticket = named.slice(named.lastIndexOf('/') + 1);
  const endpoint = `POST /sign_up/${encodeURIComponent(ticket)}/complete` as const;
  const { state, user_id } = await callSandbox(sandbox, endpoint, completedSignUp);
  await context.output.result({ success: true, state, user_id, url: sandbox.url }, (colour) =>
    [
      colour.green('The sign-up is complete.'),
      'A `waypost signup` that waits for it stores its keys now; else `waypost signup --resume` does.',
    ].join('\n'),
  );
}

/** The sandbox of a sign-up's URL, if that is on this machine; else the selected one. */
async function sandboxOf(
  context: Context,
  options: CompleteOptions,
  given: string | undefined,
): Promise<FoundSandbox> {
  const isNamed = options.data !== undefined || options.port !== undefined;
  const url = given !== undefined && URL.canParse(given) ? new URL(given) : undefined;
  const found = !isNamed && url && isLoopback(url) ? await healthAt(url.origin) : undefined;
  return found ?? selectedSandbox(context, options);
}

/** URL of the newest pending sign-up; waits for one. */
async function newestPending(
  { system }: Context,
  sandbox: FoundSandbox,
  seconds: number,
): Promise<string> {
  for (let waitedMs = 0; ; waitedMs += lookEveryMs) {
    const { sign_ups } = await callSandbox(sandbox, 'GET /sign_ups', signUps);
    const pending = sign_ups.find(({ state }) => state === 'pending');
    if (pending !== undefined) return pending.signup_url;
    if (waitedMs >= seconds * 1000) {
      throw new WaypostError('timeout', `No sign-up is pending at ${sandbox.url}.`, {
        hint: 'Start one with `waypost signup --no-wait`, or name it by its URL.',
      });
    }
    await system.clock.sleep(lookEveryMs, system.interrupted);
  }
}
