// The sign-up page with the form. Each field's label shows whether the field is optional. If the user submits invalid
// values, the page shows the errors in a summary and next to their fields, and the form keeps all values.
import type { Child } from 'hono/jsx';
import type { Profile } from '../../api/sign-up';
import { type ProfileField, type SignUpField, signUpFields } from '../../api/sign-up-fields';
import { countryNameOf, countryNames } from './country-names';
import { signUpPage } from './sign-up-page';

/** An invalid field, and a message about the problem, such as `is required`. */
export interface FieldProblem {
  path: ProfileField;
  message: string;
}

function problemSentence({ path, message }: FieldProblem): string {
  const field = signUpFields.find(({ name }) => name === path);
  return `${field?.label ?? path} ${message}`;
}

interface SignUpFieldProps {
  field: SignUpField;
  value: string | undefined;
  isRequired: boolean;
  problem: FieldProblem | undefined;
}

function SignUpFieldView({ field, value, isRequired, problem }: SignUpFieldProps) {
  const { name, label, autocomplete, inputType = 'text', pageHint } = field;
  const isCountry = field.section === 'country';
  const hintId = pageHint && `${name}-hint`;
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
        type={inputType}
        autocomplete={autocomplete}
        value={(isCountry && countryNameOf(value)) || value || ''}
        list={isCountry ? 'countries' : undefined}
        required={isRequired}
        aria-invalid={problem && 'true'}
        aria-describedby={described || undefined}
      />
      {isCountry && <CountryList />}
      {pageHint && (
        <p class="hint" id={hintId}>
          {pageHint}
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
      <h2>Check the form</h2>
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

/** Returns the page with the form. If there are problems, the HTTP status is 422, and the form keeps all values. */
export function signUpForm(
  profile: Profile,
  required: ReadonlySet<ProfileField>,
  problems: readonly FieldProblem[] = [],
): Response {
  const view = (field: SignUpField): Child => (
    <SignUpFieldView
      field={field}
      value={profile[field.name]}
      isRequired={required.has(field.name)}
      problem={problems.find(({ path }) => path === field.name)}
    />
  );
  const section = (name: SignUpField['section']): Child =>
    signUpFields.filter((field) => field.section === name).map(view);
  const failed = problems.length > 0;
  return signUpPage(
    failed ? 422 : 200,
    failed ? 'Error: Create your account' : 'Create your account',
    <>
      <h1>Create your account</h1>
      <p class="lead">
        Your account includes a test key and 50 free lookups. When you submit the form, your
        terminal receives the test key and the management key.
      </p>
      {failed && <ProblemSummary problems={problems} />}
      <form method="post" novalidate>
        <fieldset>
          <legend>You</legend>
          <div class="row">{section('person')}</div>
        </fieldset>
        <fieldset>
          <legend>Your organization</legend>
          {section('organization')}
          <div class="row">{section('town')}</div>
          {section('country')}
        </fieldset>
        <button>Create account</button>
      </form>
    </>,
  );
}
