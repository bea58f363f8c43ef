// The commands that list, show and change a key's configs. pull.ts writes configs to files, push.ts uploads files, and
// diff.ts compares files with configs.

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
import { printCard, printList } from '../../output/lists-and-cards';
import type { Output } from '../../output/output';
import type { ServiceObject } from '../../output/record';
import type { CardRow } from '../../output/table';
import { counted, timestampText } from '../../output/words';
import { confirmByName } from '../../prompts/confirm';
import type { Credentials } from '../../run/credentials';
import { readInputText } from '../../run/input';
import type { ServiceConnector } from '../../run/service-connector';
import type { SettingsInUse } from '../../run/settings-in-use';
import type { System } from '../../run/system';
import { readableKey, withKey } from '../shared/owned-key';
import { checkPayload, maxPayloadBytes } from './directory';

interface ConfigsDeleteDependencies {
  output: Output;
  credentials: Credentials;
  service: ServiceConnector;
  settings: SettingsInUse;
}

interface ConfigsDependencies {
  output: Output;
  credentials: Credentials;
  service: ServiceConnector;
}

interface PayloadDependencies {
  system: System;
  output: Output;
  credentials: Credentials;
  service: ServiceConnector;
}

export async function configsList(
  { output, credentials, service }: ConfigsDependencies,
  _options: object,
  named?: string,
): Promise<void> {
  const hints = { ...configHints(placeholder('name')), ...keyHints(named) };
  const result = await withKey({ credentials, service }, hints, listConfigs, named);
  await printList(output, result, {
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
    none: `No configs. Create a config with ${output.command('configs create', ['checkout'], {
      payload: '{}',
      'api-key': named === undefined ? undefined : placeholder('key'),
    })}.`,
  });
}

export async function configsGet(
  { output, credentials, service }: ConfigsDependencies,
  _options: object,
  name: string,
): Promise<void> {
  const { service: client, key, userToken, signal } = await readableKey({ credentials, service });
  const result = await withHints(configHints(name), () =>
    getConfig(client, key, name, userToken?.value, signal),
  );
  await printCard(output, result, configRows, {
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
  { system, output, credentials, service }: PayloadDependencies,
  options: PayloadOptions,
  name: string,
): Promise<void> {
  return sendPayload(
    { system, output, credentials, service },
    options,
    name,
    createConfig,
    'Created.',
  );
}

export function configsUpdate(
  { system, output, credentials, service }: PayloadDependencies,
  options: PayloadOptions,
  name: string,
): Promise<void> {
  return sendPayload(
    { system, output, credentials, service },
    options,
    name,
    updateConfig,
    'Updated.',
  );
}

async function sendPayload(
  { system, output, credentials, service }: PayloadDependencies,
  options: PayloadOptions,
  name: string,
  call: (key: OwnedKey, name: string, payload: string) => Promise<unknown>,
  done: string,
): Promise<void> {
  const payload = await payloadText({ system, credentials }, options);
  const result = await withKey({ credentials, service }, configChangeHints(name), (key) =>
    call(key, name, payload),
  );
  await printCard(output, result, configRows, { done });
}

async function payloadText(
  { system, credentials }: { system: System; credentials: Credentials },
  { payload, payloadFile }: PayloadOptions,
): Promise<string> {
  if (payload !== undefined && payloadFile !== undefined) {
    throw invalidInput(
      '--payload and --payload-file cannot be combined.',
      'Remove --payload or --payload-file.',
    );
  }
  const text =
    payloadFile === undefined
      ? payload
      : await readInputText(
          { system, credentials },
          '--payload-file',
          payloadFile,
          maxPayloadBytes,
        );
  if (text === undefined) {
    throw invalidInput(
      'The payload is missing.',
      'Set --payload <text> or --payload-file <file>. To read standard input, use --payload-file -.',
    );
  }
  checkPayload(text, 'The payload');
  return text;
}

export async function configsDelete(
  { output, credentials, service, settings }: ConfigsDeleteDependencies,
  { yes }: { yes?: boolean },
  name: string,
): Promise<void> {
  const result = await withKey({ credentials, service }, configDeleteHints(name), async (key) => {
    if (!yes) {
      await getConfig(key.service, key.key, name, key.managementKey, key.signal);
      const consequence = `Deleting the config ${name} removes its payload permanently.`;
      await confirmByName({ output, settings }, name, consequence);
    }
    return deleteConfig(key, name);
  });
  await output.result(result, (color) => color.green('Deleted.'));
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
