// A config as a person reads it, and what to do where the service refuses a command on configs.
import type { ChalkInstance } from 'chalk';
import { isObject } from '../../../../client/owned-key';
import { jsonText } from '../../../../lib/exact-json';
import type { NextSteps } from '../../../hints/hints';
import { keySteps } from '../../../hints/key-hints';
import { card } from '../../../ui/card';
import { counted, timeText } from '../../../ui/figures';
import { sanitize } from '../../../ui/sanitize';

/** A config's card. */
export function configCard(
  result: unknown,
  colour: ChalkInstance,
  width: number | undefined,
): string {
  if (!isObject(result)) return sanitize(jsonText(result));
  const { name, payload, createdAt, updatedAt, ...others } = result;
  const rows = [
    { label: 'Config', value: typeof name === 'string' ? name : jsonText(name ?? null) },
    { label: 'Payload', value: sizeText(payload) },
    { label: 'Created', value: timeText(createdAt) },
    { label: 'Updated', value: timeText(updatedAt) },
    ...Object.entries(others).map(([label, value]) => ({ label, value: jsonText(value) })),
  ];
  return card(rows, colour, width).join('\n');
}

/** How long a payload is. */
export function sizeText(payload: unknown): string {
  return typeof payload === 'string' ? counted([...payload].length, 'character') : 'none';
}

/** What to do next where a change of the config of this name is refused, or was never answered. */
export function changeSteps(name: string): NextSteps {
  return {
    ...configSteps(name),
    inDoubt: `\`waypost configs get ${name}\` shows what is there now.`,
  };
}

/** What to do next where a look at the config of this name is refused. */
export function configSteps(name: string): NextSteps {
  return {
    ...keySteps(),
    4001: 'Nothing was changed. The details say what is wrong; a name has 1 to 32 letters, digits, dots, _ or -, a payload at most 65536 characters.',
    4047: `The key has no such config. \`waypost configs list\` shows those it has; \`waypost configs create ${name} --payload-file <file>\` makes it.`,
    4090: `The key has a config of that name. Replace its payload with \`waypost configs update ${name}\`.`,
  };
}
