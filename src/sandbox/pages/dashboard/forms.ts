// Forms of the dashboard: a field has the name of a member of the control call, so that one description makes
// the document to send and finds the field of an error.
import type { FieldError } from '../../../lib/errors';

interface FieldBase {
  /** Member of the control call, such as `individual_limit.limit`. */
  name: string;
  label: string;
  hint?: string | undefined;
}

export type FormField = FieldBase &
  (
    | { kind: 'text' | 'date' /** Whether an empty one is not sent. */; optional?: boolean }
    | { kind: 'integer' /** What an empty one stands for. */; empty?: 'null' | 'nothing' }
    | { kind: 'flag' }
    /** A list, one element a line or separated by commas. */
    | { kind: 'lines' | 'words' }
    | {
        kind: 'choice';
        options: readonly (readonly [value: string, label: string])[];
        optional?: boolean;
      }
  );

/** A text that is not sent if it is empty. */
export const optionalText = (name: string, label: string, hint?: string): FormField => ({
  name,
  label,
  kind: 'text',
  optional: true,
  hint,
});

export interface Form {
  /** Distinguishes it from the other forms of its page. */
  name: string;
  fields: readonly FormField[];
  /** Turns the entered values into the document of the control call, if that has another form. */
  compose?(entered: Document): Document;
  /** Assigns an error to its field, if `compose` put several fields into one member. */
  locate?(error: FieldError, values: Values): FieldError;
}

export type Values = Readonly<Record<string, string | boolean>>;

export type Document = Readonly<Record<string, unknown>>;

export interface Failed {
  form: Form;
  values: Values;
  problems: readonly FieldError[];
}

export function formValues({ fields }: Form, sent: URLSearchParams): Values {
  return Object.fromEntries(
    fields.map(({ name, kind }) => [
      name,
      kind === 'flag' ? sent.has(name) : (sent.get(name) ?? ''),
    ]),
  );
}

/** The first values of the fields: the members of a document with their names. */
export function initialValues({ fields }: Form, document: Document): Values {
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const [outer = '', inner] = name.split('.');
      const member: unknown =
        inner === undefined ? document[outer] : Object(document[outer])[inner];
      if (kind === 'flag') return [name, member === true];
      return [name, Array.isArray(member) ? member.join('\n') : String(member ?? '')];
    }),
  );
}

const splitText = (text: string, between: RegExp): string[] =>
  text
    .split(between)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** The member of a field; undefined for none. An invalid number is sent unchanged, and refused. */
function valueOfField(field: FormField, value: string | boolean): unknown {
  if (typeof value === 'boolean') return value;
  const text = value.trim();
  switch (field.kind) {
    case 'text':
    case 'date':
    case 'choice':
      return field.optional && text === '' ? undefined : text;
    case 'integer':
      if (text === '' && field.empty) return field.empty === 'null' ? null : undefined;
      return /^-?\d{1,17}$/.test(text) ? Number(text) : text;
    case 'lines':
      return splitText(text, /\r?\n/);
    case 'words':
      return splitText(text, /,/);
    default:
      return text;
  }
}

/** The document of a form. A dot in a name means a member of an object. */
export function documentOfForm({ fields, compose }: Form, values: Values): Document {
  const document: Record<string, unknown> = {};
  for (const field of fields) {
    const member = valueOfField(field, values[field.name] ?? '');
    if (member === undefined) continue;
    const [outer = '', inner] = field.name.split('.');
    if (inner === undefined) document[outer] = member;
    else document[outer] = { ...Object(document[outer]), [inner]: member };
  }
  return compose ? compose(document) : document;
}

/** Finds the field of an error: its own, or the list with the invalid element. */
function problemOf({ fields }: Form, { path, message }: FieldError) {
  const field = fields.find(({ name }) => path === name || path.startsWith(`${name}.`));
  if (!field) return { field, sentence: `${path} ${message}`.trim() };
  const element = path === field.name ? undefined : Number(path.slice(field.name.length + 1));
  const place = element === undefined ? '' : `, entry ${element + 1},`;
  return { field, sentence: `${field.label}${place} ${message}` };
}

/** The errors of a form, in the order of its fields; errors without a field come first. */
export function problemsOf({ form, problems, values }: Failed) {
  const place = (field?: FormField): number => (field ? form.fields.indexOf(field) : -1);
  return problems
    .map((error) => problemOf(form, form.locate?.(error, values) ?? error))
    .sort((one, other) => place(one.field) - place(other.field));
}
