// The checks reject values whose lookups cannot succeed, and accept unusual values that can be valid.
import { describe, expect, test } from 'vitest';
import { invalidEmail } from '../../src/client/email-check';
import { invalidPhone, withInternationalNumber } from '../../src/client/phone-check';
import { emailValidate } from '../../src/client/validations';
import { validatePhone } from '../../src/sandbox/validations/phones';

describe('invalidEmail', () => {
  test.each([
    ['notanemail', 'no_at_sign'],
    ['emails.csv', 'no_at_sign'],
    ['https://example.com/', 'no_at_sign'],
    ['ada at example.com', 'no_at_sign'],
    ['@example.com', 'no_mailbox'],
    ['ada@', 'no_domain'],
    ['ada@@example.com', 'several_at_signs'],
    ['a@b@example.com', 'several_at_signs'],
    ['a@b.c, d@e.f', 'several_addresses'],
    ['a@b.c;d@e.f', 'several_addresses'],
    ['ada lovelace@example.com', 'blank_inside'],
    ['ada  lovelace@example.com', 'blank_inside'],
    ['<a@b.c> and more', 'blank_inside'],
    ['see mailto:a@b.c', 'blank_inside'],
    ['ada . l @ example.com', 'blank_inside'],
    ['root@localhost', 'domain_without_dot'],
    ['ada@free;test', 'wrong_domain'],
    ['ada..l@example.com', 'wrong_mailbox'],
  ])('rejects the value %s with the reason %s', (text, reason) => {
    expect(invalidEmail(text)).toEqual({ parameter: 'email', value: text, reason });
  });

  test.each([
    ['Ada <a@b.c>', 'a@b.c'],
    ['"Lovelace, Ada" <ada@example.com> ', 'ada@example.com'],
    ['<a@b.c>', 'a@b.c'],
    ['mailto:a@b.c?subject=x', 'a@b.c'],
    ['mailto:ada@example.com', 'ada@example.com'],
    ["'ada@example.com'", 'ada@example.com'],
    ['="ada@example.com"', 'ada@example.com'],
    ['“ada@example.com”', 'ada@example.com'],
    ['ada@example.com.', 'ada@example.com'],
    ['ada@example.com (Ada)', 'ada@example.com'],
    ['ada@example.com\u200b', 'ada@example.com'],
  ])(
    'rejects the value %s, and suggests the address %s that the value contains',
    (text, suggestion) => {
      expect(invalidEmail(text)).toMatchObject({ reason: 'address_in_text', suggestion });
    },
  );

  test.each([
    ['ada @example.com', 'blank_inside'],
    ['ada@example..com', 'wrong_domain'],
    ['ada@example,com', 'wrong_domain'],
    ['ada＠example.com', 'no_at_sign'],
  ])('rejects the value %s with the reason %s and suggests ada@example.com', (text, reason) => {
    expect(invalidEmail(text)).toMatchObject({ reason, suggestion: 'ada@example.com' });
  });

  test('accepts a value of more than 320 characters, which emailValidate rejects', () => {
    expect(invalidEmail('('.repeat(321))).toBeUndefined();
  });

  test.each([
    ' ada@example.com ',
    'ada+tag@example.co.uk',
    'ada@[192.0.2.1]',
    '"a b"@example.com',
    '"a@b"@example.com',
    'a\\@b@example.com',
    'ada(at work)@example.com',
    'ада@пример.рф',
    '用户@例子.公司',
    "o'neil!#$%&*/=?^_`{|}~-@example.com",
  ])('accepts the value %s', (text) => {
    expect(invalidEmail(text)).toBeUndefined();
  });
});

describe('invalidPhone', () => {
  test.each([
    [{ phone: 'phones.csv' }, 'no_digits'],
    [{ phone: '+' }, 'no_digits'],
    [{ phone: '+44' }, 'too_few_digits'],
    [{ phone: '+1' }, 'too_few_digits'],
    [{ phone: '+ 1 (23)' }, 'too_few_digits'],
    [{ phone: '(00) 49 12' }, 'too_few_digits'],
    [{ phone: '0044' }, 'too_few_digits'],
    [{ phone: 'tel:+44' }, 'too_few_digits'],
    [{ phone: '+44 ext. 12' }, 'too_few_digits'],
    [{ phone: '+44', country: 'GB' }, 'too_few_digits'],
    [{ phone: 'ext. 12' }, 'too_few_digits'],
    [{ phone: '100% #1' }, 'too_few_digits'],
    [{ phone: 'call me at 5' }, 'too_few_digits'],
    [{ phone: 'call me at 5', country: 'US' }, 'too_few_digits'],
    [{ phone: '2 flowers please' }, 'too_few_digits'],
    [{ phone: '2026-11' }, 'no_country_code'],
    [{ phone: '٤٤' }, 'too_few_digits'],
    [{ phone: '+14155552671234567' }, 'too_many_digits'],
    [{ phone: '+44 20 7946 0018 +44 20 7946 0019' }, 'several_plus_signs'],
    [{ phone: '+44 20 7946 0018 or ＋44 20 7946 0019' }, 'several_plus_signs'],
    [{ phone: '++44 20 7946 0018' }, 'several_plus_signs'],
    [{ phone: '+44 20 7946 0018, 020 7946 0019' }, 'too_many_digits'],
    [{ phone: '442079460018 442079460019' }, 'no_country_code'],
    [{ phone: '+999 123 456 789' }, 'unknown_country_code'],
    [{ phone: '+0044 20 7946 0018' }, 'unknown_country_code'],
    [{ phone: '(415) 555-2671' }, 'no_country_code'],
    [{ phone: '(650) 555-2671' }, 'no_country_code'],
    [{ phone: '(212) 555-2671' }, 'no_country_code'],
    [{ phone: '415-555-2671' }, 'no_country_code'],
    [{ phone: '415-500-2671' }, 'no_country_code'],
    [{ phone: '4155552671' }, 'no_country_code'],
    [{ phone: '020 7946 0018' }, 'no_country_code'],
    [{ phone: '12' }, 'no_country_code'],
    [{ phone: '12', country: 'US' }, 'not_in_country'],
    [{ phone: `+44 20 ${'('.repeat(300)} 7946 0018 w` }, 'wrong_character'],
    [{ phone: '+44,20,7946,0018' }, 'wrong_character'],
    [{ phone: '"4155552671"' }, 'no_country_code'],
    [{ phone: '４１５５５５２６７１' }, 'no_country_code'],
    [{ phone: '(415) 555-2671', country: 'AQ' }, 'not_in_country'],
    [{ phone: '+1 415 555 2671', country: 'UK' }, 'unknown_country'],
  ])('rejects the input %j with the reason %s', async (fields, reason) => {
    expect(await invalidPhone(fields)).toMatchObject({ reason });
    const { valid } = await validatePhone(fields.phone);
    // A number whose country is given separately can still be valid.
    if (!('country' in fields)) expect(valid, 'the service agrees').toBe(false);
  });

  test.each([
    [{ phone: 'tel:+14155552671' }, 'number_in_text', '+14155552671'],
    [{ phone: 'Tel.: +44 20 7946 0018' }, 'number_in_text', '+44 20 7946 0018'],
    [{ phone: '"+14155552671"' }, 'number_in_text', '+14155552671'],
    [{ phone: '="+14155552671"' }, 'number_in_text', '+14155552671'],
    [{ phone: '"(415) 555-2671"', country: 'US' }, 'number_in_text', '(415) 555-2671'],
    [{ phone: '14155552671.0' }, 'number_in_text', '14155552671'],
    [{ phone: '＋44 20 7946 0018' }, 'other_digits', '+44 20 7946 0018'],
    [{ phone: '１４１５５５５２６７１' }, 'other_digits', '14155552671'],
    [{ phone: '٤٤٢٠٧٩٤٦٠٠١٨' }, 'other_digits', '442079460018'],
  ])(
    'rejects the input %j with the reason %s and suggests %s',
    async (fields, reason, suggestion) => {
      expect(await invalidPhone(fields)).toMatchObject({ reason, suggestion });
    },
  );

  test.each([
    { phone: '+44 20 7946 0018' },
    { phone: '(44) 20 7946 0018' },
    { phone: '0044-20-7946-0018' },
    { phone: '+44 (0)20 7946 0018' },
    { phone: '+683 4001' },
    { phone: '+44 20 7946 0018 ext. 5' },
    { phone: '+44 20 7946 0018 ext. 1234567' },
    { phone: '+44 20 7946 0018;ext=5' },
    { phone: '0800 REVERSE' },
    { phone: '+1 800 flowers' },
    { phone: '+1-800-FLOWERS' },
    { phone: '415 555 2671 ext. 12' },
    { phone: '442079460018' },
    { phone: '1 (415) 555-2671' },
    { phone: '354 555 1234' },
    { phone: '(44) 20 7946 0018' },
    { phone: '1-800-FLOWERS' },
    { phone: '14155552671 ext. 12' },
    { phone: '+٤٤٢٠٧٩٤٦٠٠١٨' },
    { phone: '（４１５）５５５２６７１', country: 'US' },
    { phone: '(415) 555-2671', country: 'US' },
    { phone: '(415) 555-2671', country: 'usa' },
    { phone: '(415) 555-2671', country: ' CAN ' },
    { phone: '+44 20 7946 0018', country: 'US' },
    { phone: '+44 20 7946 0018', country: '' },
  ])('accepts the input %j', async (fields) => {
    expect(await invalidPhone(fields)).toBeUndefined();
  });
});

test('invalidEmail and invalidPhone return the invalid value without surrounding spaces', async () => {
  expect(invalidEmail(' ada ')).toMatchObject({ value: 'ada' });
  expect(await invalidPhone({ phone: ' x ' })).toMatchObject({ parameter: 'phone', value: 'x' });
  expect(await invalidPhone({ phone: '1', country: ' zz ' })).toMatchObject({
    parameter: 'country',
    value: 'zz',
  });
});

test('the email and phone checks treat a missing value as an empty string', async () => {
  expect(await invalidPhone({})).toEqual({ parameter: 'phone', value: '', reason: 'no_digits' });
  expect(await withInternationalNumber({ country: 'USA' })).toEqual({ phone: '' });
  expect(await emailValidate.check?.({})).toMatchObject({ parameter: 'email', value: '' });
});

describe('withInternationalNumber', () => {
  test.each([
    [{ phone: '(415) 555-2671', country: 'US' }, '+14155552671'],
    [{ phone: '020 7946 0018', country: 'GBR' }, '+442079460018'],
    [{ phone: '+44 20 7946 0018', country: 'US' }, '+44 20 7946 0018'],
    [{ phone: '12', country: 'US' }, '12'],
    [{ phone: ' (415) 555-2671 ', country: ' us ' }, '+14155552671'],
    [{ phone: 'call (415) 555-2671', country: 'US' }, 'call (415) 555-2671'],
    [{ phone: '442079460018' }, '442079460018'],
    [{ phone: ' tel:+442079460018', country: 'US' }, ' tel:+442079460018'],
  ])('turns the input %j into the number %s', async (fields, phone) => {
    expect(await withInternationalNumber(fields)).toEqual({ phone });
  });
});
