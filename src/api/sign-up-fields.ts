// The table of sign-up fields. The table determines the sandbox's sign-up page, the options and prompts of `waypost
// signup`, the schema of POST /sign_up, and the rules for valid values. This module does not contain schemas, so that a
// command can import the module without loading Zod.

interface SignUpFieldRow {
  /** Name in the body of POST /sign_up and in the form on the sign-up page. */
  name: string;
  /** Label on the sign-up page, in a prompt and in help. */
  label: string;
  /** Description in the OpenAPI document. */
  description: string;
  /** Maximum number of characters (Unicode code points). */
  maxLength: number;
  /** Where the field is required: on every sign-up page, only in a sandbox with strict sign-up, or nowhere. */
  requiredBy: 'page' | 'strict sandbox' | 'nobody';
  /** Section of the sign-up page in which the field appears. */
  section: 'person' | 'organization' | 'town' | 'country';
  /** Value of the `autocomplete` attribute on the sign-up page. */
  autocomplete: string;
  /** Type of the input element on the page (default: `text`). */
  inputType?: 'email';
  /** Hint below the input element on the page. */
  pageHint?: string;
  /** Name of the option's value in help, such as `address` in `--email <address>`. */
  optionValue: string;
  /** Format of the option's value in help, if the label does not state the format. */
  optionFormat?: string;
  /** Pattern that a valid value matches, and the error message for any other value. */
  format?: { pattern: RegExp; message: string };
}

/** Every field, in the order of the sign-up page. */
export const signUpFields = [
  {
    name: 'email',
    label: 'Email address',
    description: 'Email address of the person who signs up.',
    maxLength: 320,
    requiredBy: 'page',
    section: 'person',
    autocomplete: 'email',
    inputType: 'email',
    optionValue: 'address',
    format: { pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, message: 'must look like name@example.com' },
  },
  {
    name: 'name',
    label: 'Your name',
    description: 'Name of the person who signs up.',
    maxLength: 128,
    requiredBy: 'page',
    section: 'person',
    autocomplete: 'name',
    optionValue: 'name',
  },
  {
    name: 'org_name',
    label: 'Organization name',
    description: 'Name of the organization.',
    maxLength: 128,
    requiredBy: 'page',
    section: 'organization',
    autocomplete: 'organization',
    optionValue: 'name',
  },
  {
    name: 'org_address_line_one',
    label: 'Address line 1',
    description: 'First line of the organization’s address.',
    maxLength: 128,
    requiredBy: 'strict sandbox',
    section: 'organization',
    autocomplete: 'address-line1',
    optionValue: 'text',
  },
  {
    name: 'org_address_line_two',
    label: 'Address line 2',
    description: 'Second line of the organization’s address.',
    maxLength: 128,
    requiredBy: 'nobody',
    section: 'organization',
    autocomplete: 'address-line2',
    optionValue: 'text',
  },
  {
    name: 'org_address_line_three',
    label: 'Address line 3',
    description: 'Third line of the organization’s address.',
    maxLength: 128,
    requiredBy: 'nobody',
    section: 'organization',
    autocomplete: 'address-line3',
    optionValue: 'text',
  },
  {
    name: 'org_post_town',
    label: 'Town or city',
    description: 'Town or city of the organization.',
    maxLength: 128,
    requiredBy: 'strict sandbox',
    section: 'town',
    autocomplete: 'address-level2',
    optionValue: 'town',
  },
  {
    name: 'org_postcode',
    label: 'Postcode',
    description: 'Postcode of the organization.',
    maxLength: 32,
    requiredBy: 'strict sandbox',
    section: 'town',
    autocomplete: 'postal-code',
    optionValue: 'code',
  },
  {
    name: 'org_country_code',
    label: 'Country',
    description: 'Country of the organization, ISO 3166-1 alpha-3.',
    maxLength: 3,
    requiredBy: 'strict sandbox',
    section: 'country',
    autocomplete: 'country-name',
    pageHint: 'Country name, or two-letter or three-letter country code.',
    optionValue: 'code',
    optionFormat: 'three-letter ISO code',
    format: { pattern: /^[a-z]{3}$/i, message: 'must be three letters, such as USA' },
  },
] as const satisfies readonly SignUpFieldRow[];

/** The name of a sign-up field. */
export type ProfileField = (typeof signUpFields)[number]['name'];

/** An element of `signUpFields`. */
export interface SignUpField extends SignUpFieldRow {
  name: ProfileField;
}
