// A config as text for people.

import { isObject } from '../../../../client/owned-key';
import { jsonText } from '../../../../lib/exact-json';
import type { Colours } from '../../../output/colour';
import { card } from '../../../output/table';
import { counted, timeText } from '../../../output/words';

/** A config's card. */
export function configCard(result: unknown, colour: Colours, width: number | undefined): string {
  if (!isObject(result)) return jsonText(result);
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
