// The members of a licensee that create and update take: their options, and the request body.
import { invalidInput } from '../../../../lib/errors';
import { limit } from '../../../line/option-values';

/** The options as the parser gives them. */
export interface LicenseeOptions {
  name?: string;
  address?: string;
  postcode?: string;
  whitelist?: string[];
  dailyLimit?: string;
}

/** The body: only given members. Throws `invalid_input` for an invalid value. */
export function licenseeBody(options: LicenseeOptions): Readonly<Record<string, unknown>> {
  const { name, address, postcode, whitelist, dailyLimit } = options;
  if (name !== undefined && name.trim() === '')
    throw invalidInput('The name of the licensee is empty.');
  return {
    ...(name === undefined ? {} : { name }),
    ...(address === undefined ? {} : { address }),
    ...(postcode === undefined ? {} : { postcode }),
    ...(whitelist === undefined ? {} : { whitelist: allowed(whitelist) }),
    ...(dailyLimit === undefined ? {} : { daily: { limit: limit('--daily-limit', dailyLimit) } }),
  };
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
