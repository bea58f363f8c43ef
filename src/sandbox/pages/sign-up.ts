// The pages of a sign-up: the form, with a label for every field, a mark if it is optional, and errors in a
// summary and beside their fields with all values kept; and the final pages.
import { alpha3Codes, alpha3Of, isAlpha3 } from '../../api/countries';
import type { Profile, ProfileMember } from '../../api/sign-up';
import { html, type Insert, type Markup, signUpPage } from './page';

export interface FieldProblem {
  path: ProfileMember;
  message: string;
}

interface SignUpField {
  name: ProfileMember;
  label: string;
  autocomplete: string;
  type?: 'email';
  hint?: string;
}

const person: readonly SignUpField[] = [
  { name: 'email', label: 'Email', autocomplete: 'email', type: 'email' },
  { name: 'name', label: 'Your name', autocomplete: 'name' },
];

const organisation: readonly SignUpField[] = [
  { name: 'org_name', label: 'Organisation name', autocomplete: 'organization' },
  { name: 'org_address_line_one', label: 'Address line 1', autocomplete: 'address-line1' },
  { name: 'org_address_line_two', label: 'Address line 2', autocomplete: 'address-line2' },
  { name: 'org_address_line_three', label: 'Address line 3', autocomplete: 'address-line3' },
];

const town: readonly SignUpField[] = [
  { name: 'org_post_town', label: 'Town or city', autocomplete: 'address-level2' },
  { name: 'org_postcode', label: 'Postcode', autocomplete: 'postal-code' },
];

const country: SignUpField = {
  name: 'org_country_code',
  label: 'Country',
  autocomplete: 'country-name',
  hint: 'Its name, or its code of two or three letters.',
};

const labels = new Map(
  [...person, ...organisation, ...town, country].map((one) => [one.name, one.label]),
);

const problemSentence = ({ path, message }: FieldProblem): string =>
  `${labels.get(path) ?? path} ${message}`;

export function signUpForm(
  profile: Profile,
  required: readonly ProfileMember[],
  problems: readonly FieldProblem[] = [],
): Response {
  const field = (one: SignUpField): Markup => {
    const problem = problems.find(({ path }) => path === one.name);
    const needed = required.includes(one.name);
    const isCountry = one === country;
    const value = profile[one.name];
    const displayed = (isCountry && countryNames.find(({ code }) => code === value)?.name) || value;
    const described = [one.hint && `${one.name}-hint`, problem && `${one.name}-problem`]
      .filter(Boolean)
      .join(' ');
    return html`<div class="field">
<label for="${one.name}">${one.label}${!needed && html` <small>optional</small>`}</label>
<input id="${one.name}" name="${one.name}" type="${one.type ?? 'text'}" autocomplete="${one.autocomplete}" value="${displayed}"${isCountry && html` list="countries"`}${needed && html` required`}${problem && html` aria-invalid="true"`}${described && html` aria-describedby="${described}"`}>
${isCountry && html`<datalist id="countries">${countryNames.map(({ code, name }) => html`<option value="${name}">${code}</option>`)}</datalist>`}
${one.hint && html`<p class="hint" id="${one.name}-hint">${one.hint}</p>`}
${problem && html`<p class="problem" id="${one.name}-problem">${problemSentence(problem)}.</p>`}
</div>
`;
  };
  const summary = html`<div class="errors" role="alert" tabindex="-1" autofocus>
<h2>Please check what you entered</h2>
<ul>${problems.map((problem) => html`<li><a href="#${problem.path}">${problemSentence(problem)}</a></li>`)}</ul>
</div>`;
  const failed = problems.length > 0;
  return signUpPage(
    failed ? 422 : 200,
    failed ? 'Error: create your account' : 'Create your account',
    html`<h1>Create your account</h1>
<p class="lead">It comes with a test key and 50 free lookups. Your terminal receives the keys as soon as you are done.</p>
${failed && summary}
<form method="post" novalidate>
<fieldset><legend>You</legend><div class="row">${person.map(field)}</div></fieldset>
<fieldset><legend>Your organisation</legend>${organisation.map(field)}<div class="row">${town.map(field)}</div>${field(country)}</fieldset>
<button>Create account</button>
</form>`,
  );
}

const tick = html`<div class="mark"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5"/></svg></div>`;
const cross = html`<div class="mark bad"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" aria-hidden="true"><path d="M12 7v6m0 4v.01"/></svg></div>`;
const newLink = html`<p>Run <code>waypost signup</code> again to get a new link.</p>`;

const ends = {
  /** The account exists; the terminal continues. */
  ready: [
    200,
    'Account created',
    html`<h1>Your account is ready</h1>
<p>You can close this page and go back to your terminal, which receives the keys now.</p>
<p>What the sandbox has of it is on its <a href="/dashboard">dashboard</a>.</p>`,
  ],
  /** The account exists, its key takes a moment longer. */
  almostReady: [
    200,
    'Account created',
    html`<h1>Your account is being set up</h1>
<p>You can close this page and go back to your terminal, which receives the keys in a moment.</p>`,
  ],
  claimed: [
    200,
    'Sign-up complete',
    html`<h1>This sign-up is complete</h1>
<p>The account was created, and its keys were handed to the terminal that asked for them. They are handed out once.</p>
<p>To make another account, run <code>waypost signup</code> again.</p>`,
  ],
  expired: [
    410,
    'Link expired',
    html`<h1>This link has expired</h1>
<p>A sign-up must be completed within 30 minutes. Nothing was created.</p>
${newLink}`,
  ],
  /** An invalid link, or one from before a reset. */
  unknown: [
    404,
    'Link not known',
    html`<h1>This link does not lead anywhere</h1>
<p>It is incomplete, or the sandbox was reset since it was made.</p>
${newLink}`,
  ],
  /** A form that was not sent by this sandbox's own page. */
  notFromHere: [
    403,
    'Not allowed',
    html`<h1>This form was sent from somewhere else</h1>
<p>Open the link from your terminal and fill in the form there.</p>`,
  ],
} as const satisfies Record<string, readonly [status: number, title: string, content: Insert]>;

export function signUpEnd(end: keyof typeof ends): Response {
  const [status, title, content] = ends[end];
  return signUpPage(status, title, html`${status === 200 ? tick : cross}\n${content}`);
}

const regionNames = new Intl.DisplayNames('en', { type: 'region' });

const countryNames: readonly { code: string; name: string }[] = alpha3Codes()
  .map(([code, alpha2]) => ({ code, name: regionNames.of(alpha2) ?? code }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'));

/** The alpha-3 code of a country that is given by its name or a code of two or three letters. */
export function readCountryCode(text: string): string | undefined {
  const upper = text.toUpperCase();
  if (isAlpha3(upper)) return upper;
  const byName = countryNames.find(({ name }) => name.toUpperCase() === upper);
  return alpha3Of(upper) ?? byName?.code;
}
