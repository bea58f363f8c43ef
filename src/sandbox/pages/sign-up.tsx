// The pages of a sign-up: the form, with a label for every field, a mark if it is optional, and errors in a
// summary and beside their fields with all values kept; and the final pages.
import type { Child } from 'hono/jsx';
import { alpha3Codes, alpha3Of, isAlpha3 } from '../../api/countries';
import type { Profile, ProfileField } from '../../api/sign-up';
import { Pin } from './icon';
import { documentPage, Footer } from './page';
import { style } from './style';

export interface FieldProblem {
  path: ProfileField;
  message: string;
}

interface SignUpField {
  name: ProfileField;
  label: string;
  autocomplete: string;
  type?: 'email';
  hint?: string;
}

const person: readonly SignUpField[] = [
  { name: 'email', label: 'Email', autocomplete: 'email', type: 'email' },
  { name: 'name', label: 'Your name', autocomplete: 'name' },
];

const organization: readonly SignUpField[] = [
  { name: 'org_name', label: 'Organization name', autocomplete: 'organization' },
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
  [...person, ...organization, ...town, country].map((one) => [one.name, one.label]),
);

const problemSentence = ({ path, message }: FieldProblem): string =>
  `${labels.get(path) ?? path} ${message}`;

/** A page of the sign-up. The title is the document's; `status` its HTTP status. */
function signUpPage(status: number, title: string, content: Child): Response {
  return documentPage({
    status,
    title,
    sheet: style,
    body: (
      <>
        <header>
          <Pin />
          Waypost <span>Sandbox on this machine</span>
        </header>
        <main>{content}</main>
        <Footer />
      </>
    ),
  });
}

interface SignUpFieldProps {
  field: SignUpField;
  value: string | undefined;
  isRequired: boolean;
  problem: FieldProblem | undefined;
}

function SignUpFieldView({ field, value, isRequired, problem }: SignUpFieldProps) {
  const { name, label, type = 'text', autocomplete, hint } = field;
  const isCountry = field === country;
  const hintId = hint && `${name}-hint`;
  const problemId = problem && `${name}-problem`;
  const described = [hintId, problemId].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={name}>
        {label} {!isRequired && <small>optional</small>}
      </label>
      <input
        id={name}
        name={name}
        type={type}
        autocomplete={autocomplete}
        value={(isCountry && countryNameOf(value)) || value || ''}
        list={isCountry ? 'countries' : undefined}
        required={isRequired}
        aria-invalid={problem && 'true'}
        aria-describedby={described || undefined}
      />
      {isCountry && <CountryList />}
      {hint && (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
      {problem && (
        <p class="problem" id={problemId}>
          {problemSentence(problem)}.
        </p>
      )}
    </div>
  );
}

function CountryList() {
  return (
    <datalist id="countries">
      {countryNames().map(({ code, name }) => (
        <option value={name}>{code}</option>
      ))}
    </datalist>
  );
}

function ProblemSummary({ problems }: { problems: readonly FieldProblem[] }) {
  return (
    <div class="errors" role="alert" tabindex={-1} autofocus>
      <h2>Please check what you entered</h2>
      <ul>
        {problems.map((problem) => (
          <li>
            <a href={`#${problem.path}`}>{problemSentence(problem)}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function signUpForm(
  profile: Profile,
  required: readonly ProfileField[],
  problems: readonly FieldProblem[] = [],
): Response {
  const view = (field: SignUpField): Child => (
    <SignUpFieldView
      field={field}
      value={profile[field.name]}
      isRequired={required.includes(field.name)}
      problem={problems.find(({ path }) => path === field.name)}
    />
  );
  const failed = problems.length > 0;
  return signUpPage(
    failed ? 422 : 200,
    failed ? 'Error: create your account' : 'Create your account',
    <>
      <h1>Create your account</h1>
      <p class="lead">
        It comes with a test key and 50 free lookups. Your terminal receives the keys as soon as you
        are done.
      </p>
      {failed && <ProblemSummary problems={problems} />}
      <form method="post" novalidate>
        <fieldset>
          <legend>You</legend>
          <div class="row">{person.map(view)}</div>
        </fieldset>
        <fieldset>
          <legend>Your organization</legend>
          {organization.map(view)}
          <div class="row">{town.map(view)}</div>
          {view(country)}
        </fieldset>
        <button>Create account</button>
      </form>
    </>,
  );
}

function Tick() {
  return (
    <div class="mark">
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        stroke-width="2.5"
        stroke-linecap="round"
        stroke-linejoin="round"
        aria-hidden="true"
      >
        <path d="m5 12.5 4.5 4.5L19 7.5" />
      </svg>
    </div>
  );
}

function ExclamationMark() {
  return (
    <div class="mark bad">
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        stroke-width="2.5"
        stroke-linecap="round"
        aria-hidden="true"
      >
        <path d="M12 7v6m0 4v.01" />
      </svg>
    </div>
  );
}

function NewLink() {
  return (
    <p>
      Run <code>waypost signup</code> again to get a new link.
    </p>
  );
}

interface SignUpEnd {
  status: number;
  title: string;
  Content(): Child;
}

const signUpEnds = {
  /** The account exists; the terminal continues. */
  ready: {
    status: 200,
    title: 'Account created',
    Content: () => (
      <>
        <h1>Your account is ready</h1>
        <p>You can close this page and go back to your terminal, which receives the keys now.</p>
        <p>
          What the sandbox has of it is on its <a href="/dashboard">dashboard</a>.
        </p>
      </>
    ),
  },
  /** The account exists, its key takes a moment longer. */
  almostReady: {
    status: 200,
    title: 'Account created',
    Content: () => (
      <>
        <h1>Your account is being set up</h1>
        <p>
          You can close this page and go back to your terminal, which receives the keys in a moment.
        </p>
      </>
    ),
  },
  claimed: {
    status: 200,
    title: 'Sign-up complete',
    Content: () => (
      <>
        <h1>This sign-up is complete</h1>
        <p>
          The account was created, and its keys were handed to the terminal that asked for them.
          They are handed out once.
        </p>
        <p>
          To make another account, run <code>waypost signup</code> again.
        </p>
      </>
    ),
  },
  expired: {
    status: 410,
    title: 'Link expired',
    Content: () => (
      <>
        <h1>This link has expired</h1>
        <p>A sign-up must be completed within 30 minutes. Nothing was created.</p>
        <NewLink />
      </>
    ),
  },
  /** An invalid link, or one from before a reset. */
  unknown: {
    status: 404,
    title: 'Link not known',
    Content: () => (
      <>
        <h1>This link does not lead anywhere</h1>
        <p>It is incomplete, or the sandbox was reset since it was made.</p>
        <NewLink />
      </>
    ),
  },
  /** A form that was not sent by this sandbox's own page. */
  notFromHere: {
    status: 403,
    title: 'Not allowed',
    Content: () => (
      <>
        <h1>This form was sent from somewhere else</h1>
        <p>Open the link from your terminal and fill in the form there.</p>
      </>
    ),
  },
} satisfies Record<string, SignUpEnd>;

export function signUpEnd(end: keyof typeof signUpEnds): Response {
  const { status, title, Content } = signUpEnds[end];
  return signUpPage(
    status,
    title,
    <>
      {status === 200 ? <Tick /> : <ExclamationMark />}
      <Content />
    </>,
  );
}

interface CountryName {
  /** ISO 3166-1 alpha-3. */
  code: string;
  name: string;
}

let namesInOrder: readonly CountryName[] | undefined;

/** All countries by their names in English. They are made for the first page that needs them, not at each start. */
function countryNames(): readonly CountryName[] {
  if (namesInOrder) return namesInOrder;
  const regionNames = new Intl.DisplayNames('en', { type: 'region' });
  namesInOrder = alpha3Codes()
    .map(([code, alpha2]) => ({ code, name: regionNames.of(alpha2) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
  return namesInOrder;
}

/** The name of a country with an alpha-3 code; undefined if there is none. */
const countryNameOf = (alpha3: string | undefined): string | undefined =>
  countryNames().find(({ code }) => code === alpha3)?.name;

/** The alpha-3 code of a country that is given by its name or a code of two or three letters. */
export function readCountryCode(text: string): string | undefined {
  const upper = text.toUpperCase();
  if (isAlpha3(upper)) return upper;
  const byName = countryNames().find(({ name }) => name.toUpperCase() === upper);
  return alpha3Of(upper) ?? byName?.code;
}
