// The commands about the licensees of a key: those to whom it is sublicensed, each with a key of its own.
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
import { invalidInput } from '../../../lib/errors';
import { isNumber, isObject, jsonText } from '../../../lib/exact-json';
import { preview } from '../../../lib/masking';
import { keyHints, licenseeHints, licenseeInDoubt } from '../../hints/by-api-code';
import { filled, given, limit, wholeNumber } from '../../line/option-values';
import type { CardRow } from '../../output/table';
import { printCard, printList } from '../../output/table';
import { grouped, timeText } from '../../output/words';
import { confirmByName, requireSomebody } from '../../prompts/confirm';
import type { Context } from '../../run/context';
import { type CommandKey, keepLicensee, licenseeOf, withKey } from '../../run/owned-key';

const highestId = 2 ** 31 - 1;

interface ListOptions {
  limit?: string;
  startingAfter?: string;
  query?: string;
  all?: boolean;
}

export async function licenseesList(
  context: Context,
  options: ListOptions,
  named?: string,
): Promise<void> {
  const { limit: count, startingAfter: after } = options;
  const query = {
    limit: count === undefined ? undefined : wholeNumber('--limit', count, 1, maximumLicensees),
    startingAfter:
      after === undefined
        ? undefined
        : String(wholeNumber('--starting-after', after, 0, highestId)),
    query: filled('--query', options.query),
  };
  const hints = (key: CommandKey) => ({ ...licenseeHints(key), ...keyHints(named) });
  const { page, stopped } = await withKey(
    context,
    hints,
    async (key) =>
      options.all
        ? listAllLicensees(key, query)
        : { page: await listLicensees(key, query), stopped: undefined },
    named,
  );
  // The pages that were read are kept: a person sees them above the error, a script finds them inside.
  if (stopped === undefined || !context.output.json) {
    const last = text(page.licensees.at(-1)?.id);
    await printList(context.output, page, {
      columns: [
        { title: 'ID' },
        { title: 'NAME', minWidth: 12 },
        { title: 'KEY' },
        { title: 'TODAY', align: 'right' },
        { title: 'CREATED', minWidth: 10 },
      ],
      rows: page.licensees.map(({ id, name, key, daily, createdAt }) => [
        text(id),
        text(name),
        keyPreview(key),
        dailyText(daily),
        timeText(createdAt),
      ]),
      none: context.inProfile(noneText(query)),
      notes: page.hasMore === true ? [`More follow: --starting-after ${last}, or --all.`] : [],
    });
  }
  if (stopped !== undefined)
    throw stopped.with({ details: page, about: { option: '--starting-after ' } });
}

function noneText({ query, startingAfter }: LicenseeListQuery): string {
  if (query !== undefined)
    return 'No licensee has that in its name. `waypost licensees list` lists all of them.';
  if (startingAfter !== undefined)
    return 'No licensees follow. `waypost licensees list` begins with the first.';
  return 'No licensees. `waypost licensees create Acme` makes one.';
}

export async function licenseesGet(
  context: Context,
  _options: object,
  licensee: string,
): Promise<void> {
  keepLicensee(context, licensee);
  const result = await withKey(context, licenseeHints, async (key) =>
    getLicensee(key, await licenseeOf(key, licensee)),
  );
  await printCard(context.output, result, (members, { bold }) => rowsOf(members, bold));
}

/** The members that create and update take. */
interface LicenseeOptions {
  name?: string;
  address?: string;
  postcode?: string;
  whitelist?: string[];
  dailyLimit?: string;
}

export async function licenseesCreate(
  context: Context,
  options: LicenseeOptions,
  named?: string,
): Promise<void> {
  const name = named ?? options.name;
  if (name === undefined) {
    throw invalidInput('A licensee needs a name.', 'Type it: `waypost licensees create Acme`.');
  }
  if (options.name !== undefined && options.name !== name) {
    throw invalidInput('Two names were given.', 'Omit --name.');
  }
  const body = bodyOf({ ...options, name });
  const hints = (key: CommandKey) => ({ ...licenseeHints(key), inDoubt: licenseeInDoubt.create });
  const result = await withKey(context, hints, (key) => createLicensee(key, body));
  await printCard(context.output, result, (members, { bold }) => rowsOf(members, bold), {
    done: 'Created.',
  });
}

export async function licenseesUpdate(
  context: Context,
  options: LicenseeOptions,
  licensee: string,
): Promise<void> {
  keepLicensee(context, licensee);
  const body = bodyOf(options);
  if (Object.keys(body).length === 0) {
    throw invalidInput(
      'Nothing is to change.',
      'Give what to change, such as --name Acme. `waypost licensees update --help` lists it all.',
    );
  }
  const hints = (key: CommandKey) => ({ ...licenseeHints(key), inDoubt: licenseeInDoubt.update });
  const result = await withKey(context, hints, async (key) =>
    updateLicensee(key, await licenseeOf(key, licensee), body),
  );
  await printCard(context.output, result, (members) => rowsOf(members), { done: 'Updated.' });
}

/** The body of a request: only given members. Throws `invalid_input` for an invalid value. */
function bodyOf(options: LicenseeOptions): Record<string, unknown> {
  const { name, address, postcode, whitelist, dailyLimit } = options;
  if (name !== undefined && name.trim() === '')
    throw invalidInput('The name of the licensee is empty.');
  return given({
    name,
    address,
    postcode,
    whitelist: whitelist && allowed(whitelist),
    daily: limit('--daily-limit', dailyLimit),
  });
}

function allowed(urls: readonly string[]): string[] {
  const given = urls.map((url) => url.trim());
  if (given.length === 1 && given[0] === 'none') return [];
  if (given.some((url) => url === '' || url === 'none')) {
    throw invalidInput(
      '--whitelist holds no URL.',
      'Give one URL with each --whitelist, or --whitelist none alone to allow any.',
    );
  }
  const wrong = given.find((url) => !/^(?:https?:\/\/)?(?:\*\.)?[^\s/*@?#\\]+$/i.test(url));
  if (wrong === undefined) return given;
  throw invalidInput(
    `--whitelist ${JSON.stringify(wrong)} is not an origin.`,
    'Give scheme and host without a path, such as https://shop.example, or *.shop.example for every subdomain.',
  );
}

interface Confirmation {
  yes?: boolean;
}

export async function licenseesDelete(
  context: Context,
  options: Confirmation,
  licensee: string,
): Promise<void> {
  const result = await changeForGood(context, options, licensee, {
    consequence: 'Deleting cancels the licensee for good, and its key stops at once.',
    inDoubt: licenseeInDoubt.delete,
    change: deleteLicensee,
  });
  await context.output.result(
    result,
    (colour) =>
      `${colour.green('Deleted.')} The licensee is cancelled and its key no longer works.`,
  );
}

export async function licenseesRegenerateKey(
  context: Context,
  options: Confirmation,
  licensee: string,
): Promise<void> {
  const result = await changeForGood(context, options, licensee, {
    consequence: 'A new key stops the old one at once, for good.',
    inDoubt: licenseeInDoubt['regenerate-key'],
    change: regenerateLicenseeKey,
  });
  await printCard(context.output, result, (members, { bold }) => rowsOf(members, bold), {
    done: 'The licensee has a new key; the old one no longer works.',
  });
}

/** A change that ends a licensee's key. */
interface ForGood {
  /** A sentence about its consequence. */
  consequence: string;
  /** How to find out whether it was made, if no answer came. */
  inDoubt: string;
  change: (key: OwnedKey, licensee: string) => Promise<unknown>;
}

/** Makes the change after the person typed the licensee's name, or with --yes. Returns the service's answer. */
function changeForGood(
  context: Context,
  { yes }: Confirmation,
  licensee: string,
  { consequence, inDoubt, change }: ForGood,
): Promise<unknown> {
  keepLicensee(context, licensee);
  const hints = (key: CommandKey) => ({ ...licenseeHints(key), inDoubt });
  return withKey(context, hints, async (key) => {
    if (!yes) requireSomebody(context, consequence);
    const id = await licenseeOf(key, licensee);
    if (!yes) {
      // The name and not the id, so that a mistyped id never changes another licensee.
      const found = await getLicensee(key, id);
      const name = isObject(found) ? found.name : undefined;
      await confirmByName(context, typeof name === 'string' && name ? name : licensee, consequence);
    }
    return change(key, id);
  });
}

/** A licensee's card. The key is shown in full, in the style of `key`, only by commands that are for it. */
function rowsOf(licensee: Readonly<Record<string, unknown>>, key?: CardRow['style']): CardRow[] {
  const {
    id,
    key: value,
    name,
    address,
    postcode,
    whitelist,
    daily,
    createdAt,
    ...others
  } = licensee;
  return [
    { label: 'Licensee', value: text(name) },
    { label: 'Id', value: text(id) },
    key === undefined
      ? { label: 'Key', value: keyPreview(value) }
      : { label: 'Key', value: text(value), style: key },
    { label: 'Address', value: text(address) },
    { label: 'Postcode', value: text(postcode) },
    { label: 'Allowed URLs', value: allowedUrls(whitelist) },
    { label: 'Today', value: dailyText(daily) },
    { label: 'Created', value: timeText(createdAt) },
    ...Object.entries(others).map(([label, value]) => ({ label, value: text(value) })),
  ];
}

function keyPreview(key: unknown): string {
  return typeof key === 'string' ? preview(key) : 'none';
}

/** Lookups of the day, with the limit if there is one. */
function dailyText(daily: unknown): string {
  if (!isObject(daily)) return text(daily);
  const { count, limit } = daily;
  const used = isNumber(count) ? grouped(count) : text(count);
  return isNumber(limit) ? `${used} of ${grouped(limit)}` : used;
}

/** A value of the service in one line. */
function text(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'none';
  return typeof value === 'object' ? jsonText(value) : String(value);
}

function allowedUrls(whitelist: unknown): string {
  if (!Array.isArray(whitelist)) return text(whitelist);
  return whitelist.length === 0 ? 'any' : whitelist.map(text).join(', ');
}
