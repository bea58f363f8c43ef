import { describe, expect, test } from 'vitest';
import type { EmailValidation } from '../../../src/api/validations';
import { validateEmail } from '../../../src/sandbox/validations/emails';

const plain: EmailValidation = {
  result: 'unknown',
  deliverable: false,
  disposable: false,
  free: false,
  role: false,
  catchall: false,
  suggestions: [],
};

const undeliverable: EmailValidation = { ...plain, result: 'not_deliverable' };
const deliverable: EmailValidation = { ...plain, result: 'deliverable', deliverable: true };

// Shows: Email addresses are validated by their syntax and by lists.
describe('email validation', () => {
  test.each<[string, EmailValidation]>([
    ['jane@gmail.com', { ...deliverable, free: true }],
    ['Jane.Doe+news@GMAIL.com', { ...deliverable, free: true }],
    [' jane@gmail.com ', { ...deliverable, free: true }],
    ['jane@mailinator.com', { ...deliverable, disposable: true, catchall: true }],
    ['jane@any.mailinator.com', { ...deliverable, disposable: true, catchall: true }],
    ['jane@guerrillamail.com', { ...deliverable, disposable: true }],
    ['support@gmail.com', { ...deliverable, free: true, role: true }],
    ['Sales+west@acme.io', { ...plain, role: true }],
    ['salesman@acme.io', plain],
    ['jane@acme.io', plain],
    ['jane@mail.acme.co.uk', plain],
    ['jane@notgmail.com', plain],
    ['jane@[192.0.2.1]', plain],
    ['jane@[IPv6:2001:db8::1]', plain],
    ['jane@example.com', undeliverable],
    ['jane@mail.example.org', undeliverable],
    ['jane@acme.invalid', undeliverable],
    ['jane@acme.test', undeliverable],
    ['jane@printer.local', undeliverable],
    ['jane@deliverable.test', deliverable],
    ['jane@not-deliverable.test', undeliverable],
    ['jane@catchall.test', { ...deliverable, catchall: true }],
    ['info@unknown.test', { ...plain, role: true }],
  ])('classifies the address %s as %j', (query, expected) => {
    expect(validateEmail(query)).toEqual(expected);
  });

  test.each([
    ['no @ sign', 'jane.gmail.com'],
    ['nothing before the @', '@gmail.com'],
    ['nothing after the @', 'jane@'],
    ['two @', 'jane@doe@gmail.com'],
    ['a blank inside', 'jane doe@gmail.com'],
    ['a blank in the domain', 'jane@g mail.com'],
    ['a dot at the start of the name', '.jane@gmail.com'],
    ['a dot at the end of the name', 'jane.@gmail.com'],
    ['two dots in a row', 'jane..doe@gmail.com'],
    ['a comma', 'jane,doe@gmail.com'],
    ['angle brackets', 'Jane <jane@gmail.com>'],
    ['an open quote', '"jane@gmail.com'],
    ['a domain without a dot', 'jane@intranet'],
    ['a line break in the domain', 'jane@gma\nil.com'],
    ['a path after the domain', 'jane@gmail.com/x'],
    ['a port after the domain', 'jane@gmail.com:25'],
    ['a percent-encoded letter', 'jane@gm%61il.com'],
    ['an empty label', 'jane@gmail..com'],
    ['a dot at the end', 'jane@gmail.com.'],
    ['a hyphen at the start of a label', 'jane@-gmail.com'],
    ['a hyphen at the end of a label', 'jane@gmail-.com'],
    ['an underscore in the domain', 'jane@g_mail.com'],
    ['a numeric top-level domain', 'jane@192.0.2.1'],
    ['an invalid address literal', 'jane@[192.0.2.256]'],
    ['a control character', 'ja\u0000ne@gmail.com'],
    ['a line break', 'jane@gmail.com\nbcc: all'],
    ['an invisible letter', 'ja\u200Bne@gmail.com'],
    ['a name of 65 octets', `${'a'.repeat(65)}@gmail.com`],
    ['a name of 66 octets in 33 letters', `${'é'.repeat(33)}@gmail.com`],
    ['a label of 64 characters', `jane@${'a'.repeat(64)}.com`],
    ['a domain of 256 characters', `jane@${'a.'.repeat(126)}comm`],
  ])('reports an address with %s as not deliverable', (_, query) => {
    expect(validateEmail(query)).toEqual(undeliverable);
  });

  test.each([
    ['every character of an atom', "!#$%&'*+/=?^_`{|}~-@acme.io"],
    ['a quoted name', '"jane doe"@acme.io'],
    ['a quoted @', '"jane@home"@acme.io'],
    ['a name in another script', '用户@acme.io'],
    ['a domain in another script', 'jane@例え.jp'],
    ['a domain in its ASCII form', 'jane@xn--r8jz45g.jp'],
    ['a name of 64 octets', `${'a'.repeat(64)}@acme.io`],
    ['a label of 63 characters', `jane@${'a'.repeat(63)}.io`],
  ])('accepts an address with %s and returns the result "unknown"', (_, query) => {
    expect(validateEmail(query)).toEqual(plain);
  });

  test.each([
    ['jane@gmial.com', ['jane@gmail.com']],
    ['jane@gmai.com', ['jane@gmail.com']],
    ['Jane@GMAIL.CON', ['Jane@gmail.com']],
    ['jane@gmaill.con', ['jane@gmail.com']],
    ['jane@hotmial.com', ['jane@hotmail.com']],
    ['jane@hotmil.co', ['jane@hotmail.com']],
    ['jane@potmil.com', []],
    ['jane@yaho.com', ['jane@yahoo.com']],
    ['jane@outlok.com', ['jane@outlook.com']],
    ['jane@icloud.co', ['jane@icloud.com']],
    ['jane@acme.con', ['jane@acme.com']],
    ['jane@gmail.com', []],
    ['jane@ymail.com', []],
    ['jane@acme.com', []],
    ['jane@gm.com', []],
    ['jane@[192.0.2.1]', []],
  ])('suggests corrections for the address %s (expected: %j)', (query, expected) => {
    expect(validateEmail(query).suggestions).toEqual(expected);
  });
});
