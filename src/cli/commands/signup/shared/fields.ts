// The members of POST /sign_up that can be given beforehand, their options, and the questions for them.
import type { FieldError } from '../../../../lib/errors';

/** One member that prefills the sign-up page. */
export interface SignUpField {
  /** Member of the request body. */
  member: string;
  /** Its option, without the dashes, and what the option's value is called. */
  name: string;
  value: string;
  /** Name the parser keeps the option's value under. */
  option: string;
  label: string;
}

function field(name: string, value: string, label: string): SignUpField {
  return {
    member: name.replaceAll('-', '_'),
    name,
    value,
    option: name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    label,
  };
}

/** Every member, in the order of the questions. */
export const signUpFields: readonly SignUpField[] = [
  field('email', 'address', 'E-mail address'),
  field('name', 'name', 'Your name'),
  field('org-name', 'name', 'Organisation'),
  field('org-address-line-one', 'text', 'Address line 1'),
  field('org-address-line-two', 'text', 'Address line 2'),
  field('org-address-line-three', 'text', 'Address line 3'),
  field('org-post-town', 'town', 'Town'),
  field('org-postcode', 'code', 'Postcode'),
  field('org-country-code', 'code', 'Country (three-letter ISO code)'),
];

/** The request body: only given members. */
export function signUpBody(options: Readonly<Record<string, unknown>>): Record<string, string> {
  const body: Record<string, string> = {};
  for (const { option, member } of signUpFields) {
    const value = options[option];
    if (typeof value === 'string' && value.trim() !== '') body[member] = value.trim();
  }
  return body;
}

/**
 * The fields in the `errors` of a refusal, each once, with the service's message. The last segment of a path
 * counts: `email`, `.body.email`, `request/body/email`.
 */
export function refusedFields(errors: unknown): { field: SignUpField; message: string }[] {
  if (!Array.isArray(errors)) return [];
  const wrong = (errors as FieldError[]).map(({ path, message }) => ({
    member: path.split(/[./]/).at(-1),
    message,
  }));
  return signUpFields.flatMap((field) => {
    const found = wrong.find(({ member }) => member === field.member);
    return found === undefined ? [] : [{ field, message: found.message }];
  });
}
