// `waypost sandbox set`: changes a key's settings.
import * as z from 'zod/mini';
import { invalidInput } from '../../../../lib/errors';
import { isObject } from '../../../../lib/exact-json';
import { fieldAt } from '../../../../lib/field-path';
import { preview } from '../../../../lib/masking';
import { keySettingKinds, keySettingNames } from '../../../../sandbox/rules/key-setting-kinds';
import type { Output } from '../../../output/output';
import { card } from '../../../output/table';
import { labelOf, valueText } from '../../../output/words';
import type { Credentials } from '../../../run/credentials';
import type { System } from '../../../run/system';
import { callSandbox } from '../control/call';
import { aboutKey, keyEndpoint, selectedKey } from '../control/key';
import { selectedSandbox } from '../target/selected';
import type { SandboxSelection } from '../target/selection';

const anyDetails = z.record(z.string(), z.unknown());

export async function sandboxSet(
  { system, output, credentials }: { system: System; output: Output; credentials: Credentials },
  options: SandboxSelection,
  words: string[],
): Promise<void> {
  const [first = '', ...rest] = words;
  const named = first.includes('=') ? undefined : first;
  const changes = keyChanges(named === undefined ? words : rest);
  const sandbox = await selectedSandbox({ system, credentials }, options);
  const key = await selectedKey(credentials, sandbox, named);
  const details = await aboutKey(
    sandbox,
    key,
    callSandbox(sandbox, `PATCH ${keyEndpoint(key)}`, anyDetails, { body: changes }),
  );
  const document = { success: true, key: preview(key), url: sandbox.url, details };
  await output.result(document, (color) => {
    const changed = changedPaths(changes).map((path) => ({
      label: labelOf(path.join('.')),
      value: valueText(fieldAt(details, path)),
    }));
    const title = color.green(`Changed the key ${preview(key)}.`);
    return [title, ...card(changed, color, output.width)].join('\n');
  });
}

type KeyChanges = Record<string, unknown>;

/**
 * Returns the request body for words such as `daily_limit=500 notifications.enabled=on`.
 * @throws WaypostError `invalid_input` if there are no words, if a word is not a setting with a value, or if a setting
 * is set twice.
 */
function keyChanges(words: readonly string[]): KeyChanges {
  if (words.length === 0) {
    throw invalidInput(
      'Nothing to change.',
      'Set at least one setting, for example `waypost sandbox set lookups=1000`.',
    );
  }
  const changes: KeyChanges = {};
  for (const word of words) addChange(changes, word);
  return changes;
}

/** Parses an argument such as `daily_limit=500`, and adds the change to the request body. */
function addChange(changes: KeyChanges, word: string): void {
  const [, given = '', text = ''] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
  if (given === '') {
    throw invalidInput(
      `${word === '' ? 'An empty argument' : word} is not a setting with a value.`,
      'Use a setting with its value, for example lookups=1000. If you also pass a key, put the key before the settings.',
    );
  }
  const name = given.replaceAll('-', '_').replace(/^lookups$/, 'lookups_remaining');
  const [setting = '', field, ...deeper] = name.split('.');
  if (!keySettingNames.includes(setting) || deeper.length > 0) {
    throw invalidInput(
      `Unknown key setting: ${given}.`,
      `Use one of ${keySettingNames.join(', ')}.`,
    );
  }
  const before = changes[setting];
  if (before !== undefined && (field === undefined || !isObject(before))) {
    throw invalidInput(`${setting} is set twice.`, `Set ${setting} only once.`);
  }
  const value = settingValue(name, text);
  if (field !== undefined) changes[setting] = { ...Object(before), [field]: value };
  else changes[setting] = keySettingKinds[name] === 'limit' ? { limit: value } : value;
}

const switches: Readonly<Record<string, boolean>> = {
  on: true,
  true: true,
  yes: true,
  off: false,
  false: false,
  no: false,
};

/** Converts a value to the type that the control API expects. The sandbox checks the value. */
function settingValue(name: string, text: string): unknown {
  const form = keySettingKinds[name];
  if (form === 'text') return text;
  if (form === 'list') {
    return text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
  }
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  if (text === 'none') return null;
  return Object.hasOwn(switches, text) ? switches[text] : text;
}

/** Returns the paths of the changed fields, such as `notifications.enabled`. */
function changedPaths(value: unknown, path: string[] = []): string[][] {
  if (!isObject(value)) return [path];
  return Object.entries(value).flatMap(([name, inner]) => changedPaths(inner, [...path, name]));
}
