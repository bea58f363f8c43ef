// The commands about the configs of a key, one by one; as files: pull.ts, push.ts and diff.ts.
import {
  configsOf,
  createConfig,
  deleteConfig,
  getConfig,
  listConfigs,
  updateConfig,
} from '../../../client/configs';
import type { OwnedKey } from '../../../client/owned-key';
import { placeholder } from '../../../lib/command-text';
import { invalidInput } from '../../../lib/errors';
import { jsonText } from '../../../lib/exact-json';
import {
  configChangeHints,
  configDeleteHints,
  configHints,
  keyHints,
  withHints,
} from '../../hints/by-api-code';
import type { ServiceObject } from '../../output/record';
import type { CardRow } from '../../output/table';
import { printCard, printList } from '../../output/table';
import { counted, timestampText } from '../../output/words';
import { confirmByName } from '../../prompts/confirm';
import type { Context } from '../../run/context';
import { readInputText } from '../../run/input';
import { readableKey, withKey } from '../../run/owned-key';
import { checkPayload, maxPayloadBytes } from './directory';

export async function configsList(
  context: Context,
  _options: object,
  named?: string,
): Promise<void> {
  const hints = { ...configHints(placeholder('name')), ...keyHints(named) };
  const result = await withKey(context, hints, listConfigs, named);
  await printList(context.output, result, {
    columns: [
      { title: 'NAME', minWidth: 12 },
      { title: 'PAYLOAD', align: 'right' },
      { title: 'UPDATED', minWidth: 10 },
      { title: 'CREATED', minWidth: 10 },
    ],
    rows: configsOf(result).map(({ name, payload, createdAt, updatedAt }) => [
      name,
      payloadSize(payload),
      timestampText(updatedAt),
      timestampText(createdAt),
    ]),
    none: `No configs. ${context.command('configs create', ['checkout'], {
      payload: '{}',
      'api-key': named === undefined ? undefined : placeholder('key'),
    })} makes one.`,
  });
}

export async function configsGet(context: Context, _options: object, name: string): Promise<void> {
  const { service, key, userToken, signal } = await readableKey(context);
  const result = await withHints(configHints(name), () =>
    getConfig(service, key, name, userToken?.value, signal),
  );
  await printCard(context.output, result, configRows, {
    notes: () => {
      const { payload } = Object(result);
      return typeof payload === 'string' && payload !== ''
        ? payload.replaceAll('\r\n', '\n').split('\n')
        : [];
    },
  });
}

interface PayloadOptions {
  payload?: string;
  payloadFile?: string;
}

export function configsCreate(
  context: Context,
  options: PayloadOptions,
  name: string,
): Promise<void> {
  return sendPayload(context, options, name, createConfig, 'Created.');
}

export function configsUpdate(
  context: Context,
  options: PayloadOptions,
  name: string,
): Promise<void> {
  return sendPayload(context, options, name, updateConfig, 'Updated.');
}

async function sendPayload(
  context: Context,
  options: PayloadOptions,
  name: string,
  call: (key: OwnedKey, name: string, payload: string) => Promise<unknown>,
  done: string,
): Promise<void> {
  const payload = await payloadText(context, options);
  const result = await withKey(context, configChangeHints(name), (key) => call(key, name, payload));
  await printCard(context.output, result, configRows, { done });
}

async function payloadText(
  context: Context,
  { payload, payloadFile }: PayloadOptions,
): Promise<string> {
  if (payload !== undefined && payloadFile !== undefined) {
    throw invalidInput('--payload and --payload-file exclude each other.', 'Omit one of them.');
  }
  const text =
    payloadFile === undefined
      ? payload
      : await readInputText(context, '--payload-file', payloadFile, maxPayloadBytes);
  if (text === undefined) {
    throw invalidInput(
      'No payload was given: neither --payload nor --payload-file.',
      'Give --payload <text>, or --payload-file <file>; - reads standard input.',
    );
  }
  checkPayload(text, 'The payload');
  return text;
}

export async function configsDelete(
  context: Context,
  { yes }: { yes?: boolean },
  name: string,
): Promise<void> {
  const result = await withKey(context, configDeleteHints(name), async (key) => {
    if (!yes) {
      await getConfig(key.service, key.key, name, key.managementKey, key.signal);
      const consequence = `Deleting the config ${name} removes its payload permanently.`;
      await confirmByName(context, name, consequence);
    }
    return deleteConfig(key, name);
  });
  await context.output.result(result, (color) => color.green('Deleted.'));
}

function configRows(config: ServiceObject): CardRow[] {
  const { name, payload, createdAt, updatedAt, ...others } = config;
  return [
    { label: 'Config', value: typeof name === 'string' ? name : jsonText(name ?? null) },
    { label: 'Payload', value: payloadSize(payload) },
    { label: 'Created', value: timestampText(createdAt) },
    { label: 'Updated', value: timestampText(updatedAt) },
    ...Object.entries(others).map(([label, value]) => ({ label, value: jsonText(value) })),
  ];
}

function payloadSize(payload: unknown): string {
  return typeof payload === 'string' ? counted([...payload].length, 'character') : 'none';
}
