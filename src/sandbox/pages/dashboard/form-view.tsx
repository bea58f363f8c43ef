// Renders dashboard forms: fields with labels and hints, and errors in a summary and next to their fields.
import type { Child } from 'hono/jsx';
import { type Failed, type Form, type FormField, problemsOf, type Values } from './forms';

type Problem = ReturnType<typeof problemsOf>[number];

interface InputProps {
  id: string;
  name: string;
  'aria-invalid': 'true' | undefined;
  'aria-describedby': string | undefined;
}

function FieldInput(props: { field: FormField; value: string | boolean; input: InputProps }) {
  const { field, input } = props;
  const value = String(props.value);
  switch (field.kind) {
    case 'flag':
      return <input type="checkbox" checked={props.value === true} {...input} />;
    case 'lines':
      // Browsers remove a line feed at the start of a `textarea` element's text. The additional line feed keeps the
      // text unchanged.
      return (
        <textarea rows={3} dir="auto" spellcheck={false} {...input}>
          {`\n${value}`}
        </textarea>
      );
    case 'choice':
      return (
        <select {...input}>
          {field.options.map(([option, label]) => (
            <option value={option} selected={option === value}>
              {label}
            </option>
          ))}
        </select>
      );
    case 'date':
      return (
        <input type="date" value={/^\d{4}-\d{2}-\d{2}$/.test(value) ? value : ''} {...input} />
      );
    default:
      return (
        <input
          type="text"
          dir="auto"
          autocomplete="off"
          spellcheck={false}
          value={value}
          inputmode={field.kind === 'integer' ? 'numeric' : undefined}
          {...input}
        />
      );
  }
}

interface FieldViewProps {
  id: string;
  field: FormField;
  value: string | boolean;
  problems: readonly Problem[];
}

/** The label, the input element, the hint and the errors of a field. */
function FieldView({ id, field, value, problems }: FieldViewProps) {
  const { name, label, hint } = field;
  const isWrong = problems.length > 0;
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const problemId = isWrong ? `${id}-problem` : undefined;
  const described = [hintId, problemId].filter((one) => one !== undefined).join(' ');
  const entry = (
    <FieldInput
      field={field}
      value={value}
      input={{
        id,
        name,
        'aria-invalid': isWrong ? 'true' : undefined,
        'aria-describedby': described === '' ? undefined : described,
      }}
    />
  );
  const notes = (
    <>
      {hint !== undefined && <small id={hintId}>{hint}</small>}
      {isWrong && (
        <p class="problem" id={problemId}>
          {problems.map(({ sentence }) => `${sentence}. `)}
        </p>
      )}
    </>
  );
  if (field.kind === 'flag') {
    return (
      <div class="field tick">
        {entry}
        <div>
          <label for={id}>{label}</label>
          {notes}
        </div>
      </div>
    );
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {entry}
      {notes}
    </div>
  );
}

interface ProblemSummaryProps {
  title: string;
  problems: readonly Problem[];
  idOf(name: string): string;
}

function ProblemSummary({ title, problems, idOf }: ProblemSummaryProps) {
  return (
    <div class="errors" role="alert" tabindex={-1} autofocus>
      <h3>{title}</h3>
      <ul>
        {problems.map(({ field, sentence }) => (
          <li>{field ? <a href={`#${idOf(field.name)}`}>{sentence}</a> : sentence}</li>
        ))}
      </ul>
    </div>
  );
}

interface FormViewProps {
  form: Form;
  action: string;
  /** The HTTP method. Use `get` for a form that only filters the page's data. Default: `post`. */
  method?: 'get' | 'post';
  /** The fields' initial values. */
  values: Values;
  failed: Failed | undefined;
  button: string;
  /** The content to show after the button. */
  afterButton?: Child;
  /**
   * A function that arranges the fields. The function must use each field exactly once. Default: all fields in one row.
   */
  layout?: (field: (name: string) => Child) => Child;
}

export function FormView(props: FormViewProps) {
  const { form, action, method = 'post', values, failed, button, afterButton, layout } = props;
  const ownFailure = failed?.form === form ? failed : undefined;
  const shownValues = ownFailure ? ownFailure.values : values;
  const problems = ownFailure ? problemsOf(ownFailure) : [];
  const idOf = (name: string): string => `${form.name}-${name.replaceAll('.', '-')}`;
  const view = (field: FormField): Child => (
    <FieldView
      id={idOf(field.name)}
      field={field}
      value={shownValues[field.name] ?? ''}
      problems={problems.filter((problem) => problem.field === field)}
    />
  );
  const inOneRow = (draw: (name: string) => Child): Child => (
    <div class="row">{form.fields.map(({ name }) => draw(name))}</div>
  );
  return (
    <form method={method} action={action} novalidate>
      {problems.length > 0 && (
        <ProblemSummary
          title={method === 'get' ? 'Check the form' : 'Nothing was changed'}
          problems={problems}
          idOf={idOf}
        />
      )}
      {inGroups(form, layout ?? inOneRow, view)}
      <div class="actions">
        <button>{button}</button>
        {afterButton}
      </div>
    </form>
  );
}

/**
 * Arranges a form's fields with `layout`. The layout must use every field, because the browser would not send a missing
 * field, and the sandbox would then clear the field's setting.
 * @throws Error if the layout does not use every field exactly once.
 */
function inGroups(
  { name: formName, fields }: Form,
  layout: NonNullable<FormViewProps['layout']>,
  view: (field: FormField) => Child,
): Child {
  const left = new Map(fields.map((field) => [field.name, field]));
  const drawn = layout((name) => {
    const field = left.get(name);
    if (!field)
      throw new Error(
        `The layout of the "${formName}" form uses the "${name}" field twice, or the form does not have this field.`,
      );
    left.delete(name);
    return view(field);
  });
  if (left.size > 0) {
    throw new Error(
      `The layout of the "${formName}" form does not use these fields: ${[...left.keys()].join(', ')}.`,
    );
  }
  return drawn;
}

interface ActionButtonProps {
  action: string;
  /** The values that the button sends, by name. */
  sent?: Readonly<Record<string, string>>;
  children: Child;
}

/** A form whose only visible element is a button. */
export function ActionButton({ action, sent = {}, children }: ActionButtonProps) {
  return (
    <form method="post" action={action} class="one">
      {Object.entries(sent).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <button class="quiet">{children}</button>
    </form>
  );
}

/**
 * A read-only field whose value the user can copy. The copy button appears only if the browser runs the dashboard's
 * script.
 */
export function CopyField({ id, label, value }: { id: string; label: string; value: string }) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="copy">
        <input id={id} type="text" readonly value={value} />
        <CopyButton field={id} label={label} />
      </div>
    </div>
  );
}

/**
 * A button that copies the value of the field with the ID `field`. The button is hidden until the dashboard's script
 * runs.
 */
export function CopyButton({ field, label }: { field: string; label: string }) {
  return (
    <button type="button" class="quiet" data-copy={field} aria-label={`Copy ${label}`} hidden>
      Copy
    </button>
  );
}
