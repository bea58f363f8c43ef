// The text that `emails validate` and `phones validate` print, with a sandbox.
import { describe, expect, test } from 'vitest';
import { useAccount } from '../../support/account';

const account = useAccount();

describe('`emails validate`', () => {
  test.each([
    ['ada@gmail.com', /^Deliverable\n\nDisposable +no\nFree +yes\nRole +no\nCatchall +no\n$/],
    ['info@deliverable.test', /^Deliverable\n\n.*\nRole +yes$/ms],
    ['ada@mailinator.com', /^Deliverable, but to a disposable mailbox\n/],
    ['ada@not-deliverable.test', /^Not deliverable\n\n/],
    ['no address at all', /^Not deliverable\n\n/],
    [
      'ada@unknown.test',
      /^Unknown: the service could not check whether the address receives mail\n\n/,
    ],
    ['ada@gmial.com', /^Unknown: .*\nDid you mean ada@gmail\.com\?\n\n/],
    ['ада@пример.рф', /^Unknown: /],
  ])('begins the output with the outcome for the value "%s"', async (email, text) => {
    const run = await account.call(['emails', 'validate', email, '--force']);
    expect([run.status, run.stderr]).toEqual([0, 'Cost: 1 lookup. Lookups remaining: 49.\n']);
    expect(run.stdout).toMatch(text);
  });
});

describe('`phones validate`', () => {
  test.each([
    [
      '+44 20 7946 0018',
      /^Valid, United Kingdom, \+44 20 7946 0018\n\nNational format +020 7946 0018$/m,
    ],
    ['0044-20-7946-0018', /^Valid, United Kingdom, /],
    ['14155552671', /^Valid, United States, \+1 415 555 2671\n.*^ISO country +USA$/ms],
    ['12', /^Not valid\. Check the digits, and start with the country code/],
    ['020 7946 0018', /^Not valid\. /],
  ])('begins the output with the outcome for the value "%s"', async (number, text) => {
    const run = await account.call(['phones', 'validate', number, '--force']);
    expect([run.status, run.stderr]).toEqual([0, 'Cost: 1 lookup. Lookups remaining: 49.\n']);
    expect(run.stdout).toMatch(text);
  });
});
