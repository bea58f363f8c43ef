// `waypost sandbox set`: changes settings of a key, as the service or the owner of the account does.
import * as z from 'zod/mini';
import { invalidInput } from '../../../lib/errors';
import { preview } from '../../../lib/masking';
import { isMembers, memberAt } from '../../../lib/member-path';
import { card } from '../../output/table';
import { labelOf, valueText } from '../../output/words';
import type { Context } from '../../run/context';
import { callSandbox } from './shared/control';
import { aboutKey, chosenKey, keyPath } from './shared/key';
import { chosenSandbox } from './shared/registry';
import type { WhichOptions } from './shared/which';
import { limitNames, listNames, settingNames } from './spec';

/** Runs the command. */
export async function run(context: Context, options: WhichOptions, words: string[]): Promise<void> {
  const [first = '', ...rest] = words;
  const named = first.includes('=') ? undefined : first;
  const changes = changesOf(named === undefined ? words : rest);
  const sandbox = await chosenSandbox(context, options);
  const key = await chosenKey(context, sandbox, named);
  const call = { method: 'PATCH', path: keyPath(key), body: changes } as const;
  const details = await aboutKey(sandbox, key, () =>
    callSandbox(sandbox, call, z.record(z.string(), z.unknown())),
  );
  const { url } = sandbox;
  await context.output.result({ success: true, key: preview(key), url, details }, (colour) =>
    [
      colour.green(`Changed the key ${preview(key)}.`),
      ...card(
        leaves(changes).map((path) => ({
          label: labelOf(path.join('.')),
          value: valueText(memberAt(details, path)),
        })),
        colour,
        context.output.width,
      ),
    ].join('\n'),
  );
}

type Changes = Record<string, unknown>;

/**
 * The body of the call, of `daily_limit=500 notifications.enabled=on`.
 * @throws WaypostError `invalid_input` for a word that is no setting, or one that is there twice.
 */
function changesOf(words: readonly string[]): Changes {
  if (words.length === 0) {
    throw invalidInput(
      'Nothing is to change.',
      'Name a setting with its value, such as `waypost sandbox set lookups=1000`.',
    );
  }
  const changes: Changes = {};
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
    if (!settingNames.some((known) => known === setting) || deeper.length > 0) {
      throw invalidInput(
        `A key has no setting ${given}.`,
        `Its settings are ${settingNames.join(', ')}.`,
      );
    }
    const before = changes[setting];
    if (before !== undefined && (member === undefined || !isMembers(before))) {
      throw invalidInput(`${setting} is given twice.`, 'Give it once.');
    }
    const value = settingValue(name, text);
    if (member !== undefined) changes[setting] = { ...Object(before), [member]: value };
    else changes[setting] = limitNames.includes(name) ? { limit: value } : value;
  }
  return changes;
}

const switches: Readonly<Record<string, boolean>> = {
  ...{ on: true, true: true, yes: true },
  ...{ off: false, false: false, no: false },
};

/** A value as the control call takes it; the sandbox judges it. */
function settingValue(name: string, text: string): unknown {
  if (name === 'name') return text;
  if (listNames.includes(name)) {
    return text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
  }
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  if (text === 'none') return null;
  return Object.hasOwn(switches, text) ? switches[text] : text;
}

/** The paths of the values that were sent. */
function leaves(value: unknown, path: string[] = []): string[][] {
  if (!isMembers(value)) return [path];
  return Object.entries(value).flatMap(([name, member]) => leaves(member, [...path, name]));
}
