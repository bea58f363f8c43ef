// The `waypost licensees` commands. A key's owner sublicenses the key to licensees, and each licensee has its own key.

import { maximumLicensees } from '../../../api/limits';
import {
  createLicensee,
  deleteLicensee,
  getLicensee,
  type LicenseeListQuery,
  listAllLicensees,
  listLicensees,
  regenerateLicenseeKey,
  updateLicensee,
} from '../../../client/licensees';
import type { OwnedKey } from '../../../client/owned-key';
import type { CommandWriter, Hint } from '../../../lib/command-text';
import { invalidInput } from '../../../lib/errors';
import { isNumber, isObject, jsonText } from '../../../lib/exact-json';
import { preview } from '../../../lib/masking';
import { keyHints, licenseeHints, licenseeInDoubt } from '../../hints/by-api-code';
import { definedMembers, nonEmpty, readLimit, wholeNumber } from '../../line/option-values';
import { printCard, printList } from '../../output/lists-and-cards';
import type { Output } from '../../output/output';
import type { ServiceObject } from '../../output/record';
import type { CardRow } from '../../output/table';
import { grouped, timestampText } from '../../output/words';
import { confirmByName } from '../../prompts/confirm';
import type { Credentials } from '../../run/credentials';
import type { ServiceConnector } from '../../run/service-connector';
import type { SettingsInUse } from '../../run/settings-in-use';
import { type CommandKey, maskLicensee, resolveLicensee, withKey } from '../shared/owned-key';

interface LicenseesDependencies {
  output: Output;
  credentials: Credentials;
  service: ServiceConnector;
  settings: SettingsInUse;
}

interface LicenseeListOptions {
  limit?: string;
  startingAfter?: string;
  query?: string;
  all?: boolean;
}

export async function licenseesList(
  { output, credentials, service, settings }: LicenseesDependencies,
  options: LicenseeListOptions,
  named?: string,
): Promise<void> {
  const { limit: count, startingAfter: after } = options;
  const query = {
    limit: count === undefined ? undefined : wholeNumber('--limit', count, 1, maximumLicensees),
    startingAfter:
      after === undefined
        ? undefined
        : String(wholeNumber('--starting-after', after, 0, 2 ** 31 - 1)),
    query: nonEmpty('--query', options.query),
  };
  const hints = (key: CommandKey) => ({
    ...licenseeHints(key, settings.options),
    ...keyHints(named),
  });
  const { page, stopped } = await withKey(
    { credentials, service },
    hints,
    async (key) =>
      options.all
        ? listAllLicensees(key, query)
        : { page: await listLicensees(key, query), stopped: undefined },
    named,
  );
  // If waypost cannot read a later page, the command prints the earlier pages and then fails. If --json is set, the
  // command does not print these pages, and the error contains them.
  if (stopped === undefined || !output.json) {
    const last = inOneLine(page.licensees.at(-1)?.id);
    await printList(output, page, {
      columns: [
        { title: 'ID' },
        { title: 'NAME', minWidth: 12 },
        { title: 'KEY' },
        { title: 'TODAY', align: 'right' },
        { title: 'CREATED', minWidth: 10 },
      ],
      rows: page.licensees.map(({ id, name, key, daily, createdAt }) => [
        inOneLine(id),
        inOneLine(name),
        keyPreview(key),
        dailyText(daily),
        timestampText(createdAt),
      ]),
      none: noneText(query, output.command),
      notes:
        page.hasMore === true
          ? [`To list more licensees, use --starting-after ${last} or --all.`]
          : [],
    });
  }
  if (stopped !== undefined)
    throw stopped.with({ details: page, about: { option: '--starting-after ' } });
}

function noneText({ query, startingAfter }: LicenseeListQuery, command: CommandWriter): string {
  if (query !== undefined) {
    return `No licensee's name contains the search term. List all licensees with ${command('licensees list')}.`;
  }
  if (startingAfter !== undefined) {
    return `No more licensees. List the licensees from the beginning with ${command('licensees list')}.`;
  }
  return `No licensees. Create a licensee with ${command('licensees create', ['Acme'])}.`;
}

export async function licenseesGet(
  { output, credentials, service, settings }: LicenseesDependencies,
  _options: object,
  licensee: string,
): Promise<void> {
  const result = await withLicensee(
    { output, credentials, service, settings },
    licensee,
    getLicensee,
  );
  await printWithKey(output, result);
}

interface LicenseeCall {
  /**
   * The hint to show if the response is lost. The hint explains how to find out whether the service made the change.
   */
  inDoubt?: Hint;
  /**
   * Returns a description of the irreversible effect on the licensee. If this function is set, the user must type the
   * licensee's name at a terminal to confirm.
   */
  consequence?: ((licensee: string) => string) | undefined;
}

function withLicensee(
  { output, credentials, service, settings }: LicenseesDependencies,
  named: string,
  call: (key: OwnedKey, licensee: string) => Promise<unknown>,
  { inDoubt, consequence }: LicenseeCall = {},
): Promise<unknown> {
  maskLicensee(output, named);
  const hints = (key: CommandKey) => ({ ...licenseeHints(key, settings.options), inDoubt });
  return withKey({ credentials, service }, hints, async (key) => {
    const id = await resolveLicensee(key, named);
    if (consequence !== undefined) {
      // The prompt requires the licensee's name instead of the ID, so that the command does not change a different
      // licensee if the user mistyped the ID.
      const { name } = Object(await getLicensee(key, id));
      const text = typeof name === 'string' && name !== '' ? name : named;
      await confirmByName({ output, settings }, text, consequence(text));
    }
    return call(key, id);
  });
}

function printWithKey(output: Output, licensee: unknown, done?: string): Promise<void> {
  return printCard(
    output,
    licensee,
    (licenseeFields, { bold }) => licenseeRows(licenseeFields, bold),
    { done },
  );
}

interface LicenseeOptions {
  name?: string;
  address?: string;
  postcode?: string;
  whitelist?: string[];
  dailyLimit?: string;
}

export async function licenseesCreate(
  { output, credentials, service, settings }: LicenseesDependencies,
  options: LicenseeOptions,
  named?: string,
): Promise<void> {
  const name = named ?? options.name;
  if (name === undefined) {
    throw invalidInput(
      "The licensee's name is missing.",
      (command) => `Pass a name, for example ${command('licensees create', ['Acme'])}.`,
    );
  }
  if (options.name !== undefined && options.name !== name) {
    throw invalidInput('The licensee has two names: the argument and --name.', 'Remove --name.');
  }
  const body = bodyOf({ ...options, name });
  const hints = (key: CommandKey) => ({
    ...licenseeHints(key, settings.options),
    inDoubt: licenseeInDoubt.create,
  });
  const result = await withKey({ credentials, service }, hints, (key) => createLicensee(key, body));
  await printWithKey(output, result, 'Created.');
}

export async function licenseesUpdate(
  { output, credentials, service, settings }: LicenseesDependencies,
  options: LicenseeOptions,
  licensee: string,
): Promise<void> {
  const body = bodyOf(options);
  if (Object.keys(body).length === 0) {
    throw invalidInput(
      'Nothing to change.',
      (command) =>
        `Set at least one field, for example --name Acme. ${command('licensees update', [], { help: true })} lists all options.`,
    );
  }
  const result = await withLicensee(
    { output, credentials, service, settings },
    licensee,
    (key, id) => updateLicensee(key, id, body),
    {
      inDoubt: licenseeInDoubt.update,
    },
  );
  await printCard(output, result, (licenseeFields) => licenseeRows(licenseeFields), {
    done: 'Updated.',
  });
}

/**
 * Returns the request body, which contains only the fields that the options set. Throws `invalid_input` if a value is
 * invalid.
 */
function bodyOf(options: LicenseeOptions): Record<string, unknown> {
  const { name, address, postcode, whitelist, dailyLimit } = options;
  if (name !== undefined && name.trim() === '')
    throw invalidInput('The name of the licensee is empty.');
  return definedMembers({
    name,
    address,
    postcode,
    whitelist: whitelist && allowedUrls(whitelist),
    daily: readLimit('--daily-limit', dailyLimit),
  });
}

function allowedUrls(urls: readonly string[]): string[] {
  const given = urls.map((url) => url.trim());
  if (given.length === 1 && given[0] === 'none') return [];
  if (given.some((url) => url === '' || url === 'none')) {
    throw invalidInput(
      '--whitelist must be an origin.',
      'Set each --whitelist to one origin. To allow every origin, use --whitelist none without any other --whitelist.',
    );
  }
  const wrong = given.find((url) => !isOrigin(url));
  if (wrong === undefined) return given;
  throw invalidInput(
    `--whitelist ${JSON.stringify(wrong)} is not an origin.`,
    'Use a scheme and a host without a path, such as https://shop.example, or *.shop.example for every subdomain.',
  );
}

/**
 * True if the text is an origin, a host with a dot, an IPv6 address or `localhost`. The host can begin with `*.`, which
 * matches every subdomain.
 */
function isOrigin(text: string): boolean {
  const [, scheme, host = ''] = /^(https?:\/\/)?(?:\*\.)?([^\s/*@?#\\]+)$/i.exec(text) ?? [];
  const url = `${scheme ?? 'https://'}${host}`;
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  if (hostname.startsWith('[')) return true;
  const labels = hostname.split('.');
  const isKnownAsHost = scheme !== undefined || labels.length > 1 || hostname === 'localhost';
  return isKnownAsHost && labels.every((label) => /^[a-z\d_-]+$/.test(label));
}

export async function licenseesDelete(
  { output, credentials, service, settings }: LicenseesDependencies,
  { yes }: { yes?: boolean },
  licensee: string,
): Promise<void> {
  const consequence = (name: string) =>
    `Deleting the licensee ${name} is permanent, and the licensee's key stops working immediately.`;
  const result = await withLicensee(
    { output, credentials, service, settings },
    licensee,
    deleteLicensee,
    {
      inDoubt: licenseeInDoubt.delete,
      consequence: yes ? undefined : consequence,
    },
  );
  await output.result(
    result,
    (color) => `${color.green('Deleted.')} The licensee is canceled and its key no longer works.`,
  );
}

export async function licenseesRegenerateKey(
  { output, credentials, service, settings }: LicenseesDependencies,
  { yes }: { yes?: boolean },
  licensee: string,
): Promise<void> {
  const result = await withLicensee(
    { output, credentials, service, settings },
    licensee,
    regenerateLicenseeKey,
    {
      inDoubt: licenseeInDoubt['regenerate-key'],
      consequence: yes
        ? undefined
        : (name) => `Creating a new key for the licensee ${name} permanently revokes the old key.`,
    },
  );
  await printWithKey(output, result, 'The licensee has a new key. The old key no longer works.');
}

/** Returns the rows of a licensee's card. If `keyStyle` is set, shows the complete key in this style. */
function licenseeRows(licensee: ServiceObject, keyStyle?: CardRow['style']): CardRow[] {
  const { id, key, name, address, postcode, whitelist, daily, createdAt, ...others } = licensee;
  return [
    { label: 'Licensee', value: inOneLine(name) },
    { label: 'Id', value: inOneLine(id) },
    keyStyle === undefined
      ? { label: 'Key', value: keyPreview(key) }
      : { label: 'Key', value: inOneLine(key), style: keyStyle },
    { label: 'Address', value: inOneLine(address) },
    { label: 'Postcode', value: inOneLine(postcode) },
    { label: 'Allowed URLs', value: allowedUrlsText(whitelist) },
    { label: 'Today', value: dailyText(daily) },
    { label: 'Created', value: timestampText(createdAt) },
    ...Object.entries(others).map(([label, value]) => ({ label, value: inOneLine(value) })),
  ];
}

function keyPreview(key: unknown): string {
  return typeof key === 'string' ? preview(key) : 'none';
}

function dailyText(daily: unknown): string {
  if (!isObject(daily)) return inOneLine(daily);
  const { count, limit } = daily;
  const used = isNumber(count) ? grouped(count) : inOneLine(count);
  return isNumber(limit) ? `${used} of ${grouped(limit)}` : used;
}

function inOneLine(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'none';
  return typeof value === 'object' ? jsonText(value) : String(value);
}

function allowedUrlsText(whitelist: unknown): string {
  if (!Array.isArray(whitelist)) return inOneLine(whitelist);
  return whitelist.length === 0 ? 'any' : whitelist.map(inOneLine).join(', ');
}
