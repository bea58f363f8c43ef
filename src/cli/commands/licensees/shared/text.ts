// A licensee as a person reads it, and what to do where the service refuses a command on licensees.
import type { ChalkInstance } from 'chalk';
import type { Licensee } from '../../../../api/types';
import { isObject } from '../../../../client/owned-key';
import { isNumber, jsonText } from '../../../../lib/exact-json';
import { isLoopback } from '../../../../lib/loopback';
import { preview } from '../../../../lib/masking';
import type { NextSteps } from '../../../hints/hints';
import { keySteps } from '../../../hints/key-hints';
import type { CommandKey } from '../../../owned-key';
import { type CardRow, card } from '../../../ui/card';
import { grouped, timeText } from '../../../ui/figures';

/** A licensee's card. Its key stands there whole only where it is what the person came for. */
export function licenseeCard(
  licensee: Licensee,
  colour: ChalkInstance,
  width: number | undefined,
  show: 'whole key' | 'preview',
): string {
  const { id, key, name, address, postcode, whitelist, daily, createdAt, ...others } = licensee;
  const rows: CardRow[] = [
    { label: 'Licensee', value: text(name) },
    { label: 'Id', value: text(id) },
    show === 'whole key'
      ? { label: 'Key', value: text(key), style: colour.bold }
      : { label: 'Key', value: keyPreview(key) },
    { label: 'Address', value: text(address) },
    { label: 'Postcode', value: text(postcode) },
    { label: 'Allowed URLs', value: allowedUrls(whitelist) },
    { label: 'Today', value: dailyText(daily) },
    { label: 'Created', value: timeText(createdAt) },
    ...Object.entries(others).map(([label, value]) => ({ label, value: text(value) })),
  ];
  return card(rows, colour, width).join('\n');
}

/** The first characters of a licensee key. */
export function keyPreview(key: unknown): string {
  return typeof key === 'string' ? preview(key) : 'none';
}

/** Lookups of the day, with the limit where there is one. */
export function dailyText(daily: unknown): string {
  if (!isObject(daily)) return text(daily);
  const { count, limit } = daily;
  const used = isNumber(count) ? grouped(count) : text(count);
  return isNumber(limit) ? `${used} of ${grouped(limit)}` : used;
}

/** A value of the service in one line. */
export function text(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'none';
  return typeof value === 'object' ? jsonText(value) : String(value);
}

function allowedUrls(whitelist: unknown): string {
  if (!Array.isArray(whitelist)) return text(whitelist);
  return whitelist.length === 0 ? 'any' : whitelist.map(text).join(', ');
}

/** What to do next where a command on the licensees of a key is refused. */
export function licenseeSteps(key: CommandKey): NextSteps {
  return { ...steps, 4013: `The key is not enabled for sublicensing. ${enabling(key)}` };
}

/** How to enable it: on the dashboard; of the sandbox both ways are known. */
function enabling({ service: { baseUrl }, inShell }: CommandKey): string {
  if (!isLoopback(baseUrl)) {
    return 'Switch that on for the key on the dashboard, or name another key with --api-key.';
  }
  const { origin } = baseUrl;
  return `If the service is a sandbox, switch that on at the key's page of ${origin}/dashboard, or with \`curl -X PATCH -d '{"sublicensing": true}' "${origin}/_sandbox/keys/${inShell}"\`.`;
}

const steps: NextSteps = {
  ...keySteps(),
  4001: 'Nothing was changed. Correct the values that the details name; --help says what is expected.',
  4014: 'The licensee belongs to another key. Name that key with --api-key, or see `waypost licensees list`.',
  4045: 'This key has no licensee of that id or key, or it is cancelled. `waypost licensees list --all` shows those it has, `waypost licensees list --query <name>` finds one by name.',
  4090: 'Another licensee has that name. Choose another, or change the existing one: `waypost licensees list --query <name>`, then `waypost licensees update <id>`.',
};
