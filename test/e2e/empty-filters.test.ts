// If the variable in `--licensee "$UNSET"` is not set, the option is empty. If waypost ignored the empty option, waypost would
// count, export or look up more than intended.
import { expect, test } from 'vitest';
import { useAccount } from '../support/account';
import { errorOf } from '../support/tool';

const account = useAccount();

test.each(
  Object.entries({
    'keys usage': ['--tag', '--licensee'],
    'lookups list': ['--licensee'],
    'lookups export': ['--licensee'],
    'licensees list': ['--query'],
    'places search x': ['--country-iso', '--bias-country-iso', '--bias-lonlat'],
    'addresses autocomplete x': ['--datasets'],
    'addresses verify x': ['--context'],
    'addresses verify --file rows.csv': ['--context'],
    'addresses cleanse x': ['--postcode', '--post-town', '--county'],
    'phones validate +441234567890': ['--country'],
  }).flatMap(([words, options]) => options.map((option) => [words, option] as const)),
)('the command `%s` rejects a %s value that is empty or blank', async (words, option) => {
  const { home, environment: env } = account;
  for (const value of ['', ' ']) {
    const run = await home.call([...words.split(' '), option, value, '--json'], { env });
    const stdout = run.stdout === '' ? run.stderr : run.stdout;
    expect(errorOf({ ...run, stdout })).toMatchObject({ exit: 2, message: `${option} is empty.` });
  }
});
