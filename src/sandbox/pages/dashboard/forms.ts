// The dashboard forms. Unless a form has a `compose` function, the name of each form field is also the name of a field
// in the control API request. The dashboard uses the name to create the request's document, and to find the form field
// that an error belongs to.
import type { FieldError } from '../../../lib/errors';

interface FieldBase {
  /** The name of the field in the control API request, such as `individual_limit.limit`. */
  name: string;
  label: string;
  hint?: string | undefined;
}

export type FormField = FieldBase &
  (
    | {
        kind: 'text' | 'date';
        /** Whether the document omits the field if the field is empty. */
        optional?: boolean;
      }
    | {
        kind: 'integer';
        /**
         * The value in the document if the field is empty: `null`, or no value (`nothing`). Default: an empty string,
         * which the control API rejects.
         */
        empty?: 'null' | 'nothing';
      }
    | { kind: 'flag' }
    /** A list, with one element per line (`lines`) or with commas between elements (`words`). */
    | { kind: 'lines' | 'words' }
    | {
        kind: 'choice';
        options: readonly (readonly [value: string, label: string])[];
        optional?: boolean;
      }
  );

/** Returns a text field that the document omits if the field is empty. */
export const optionalText = (name: string, label: string, hint?: string): FormField => ({
  name,
  label,
  kind: 'text',
  optional: true,
  hint,
});

export interface Form {
  /** A name that is unique among the forms on the page. */
  name: string;
  fields: readonly FormField[];
  /**
   * Converts the entered values to the control API request's document. Only a form whose fields differ from the
   * document's fields has this function.
   */
  compose?(entered: Document): Document;
  /**
   * Returns the error with the name of the form field to which the error belongs. Only a form whose `compose` function
   * joins several form fields has this function.
   */
  locate?(error: FieldError, values: Values): FieldError;
}

export type Values = Readonly<Record<string, string | boolean>>;

export type Document = Readonly<Record<string, unknown>>;

/** A form that the user submitted with invalid values. */
export interface Failed {
  form: Form;
  values: Values;
  problems: readonly FieldError[];
}

/** Returns the values in a submitted form. */
export function formValues({ fields }: Form, sent: URLSearchParams): Values {
  return Object.fromEntries(
    fields.map(({ name, kind }) => [
      name,
      kind === 'flag' ? sent.has(name) : (sent.get(name) ?? ''),
    ]),
  );
}

/** Returns a form's initial values. The values come from the document's fields with the same names. */
export function initialValues({ fields }: Form, document: Document): Values {
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const [outer = '', inner] = name.split('.');
      const value: unknown = inner === undefined ? document[outer] : Object(document[outer])[inner];
      if (kind === 'flag') return [name, value === true];
      return [name, Array.isArray(value) ? value.join('\n') : String(value ?? '')];
    }),
  );
}

const splitText = (text: string, between: RegExp): string[] =>
  text
    .split(between)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/**
 * Converts the entered value of a form field to the value in the request's document. Returns undefined if the document
 * omits the field. An invalid number stays text, so that the control API rejects the number.
 */
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

/**
 * Returns the control API request's document for a form. In a form field's name, a dot separates an object's name from
 * the name of a field in the object.
 */
export function documentOfForm({ fields, compose }: Form, values: Values): Document {
  const document: Record<string, unknown> = {};
  for (const field of fields) {
    const value = valueOfField(field, values[field.name] ?? '');
    if (value === undefined) continue;
    const [outer = '', inner] = field.name.split('.');
    if (inner === undefined) document[outer] = value;
    else document[outer] = { ...Object(document[outer]), [inner]: value };
  }
  return compose ? compose(document) : document;
}

/**
 * Returns the form field that an error belongs to, and a sentence about the error. An error in a list element belongs
 * to the list's form field.
 */
function problemOf({ fields }: Form, { path, message }: FieldError) {
  const field = fields.find(({ name }) => path === name || path.startsWith(`${name}.`));
  if (!field) return { field, sentence: `${path} ${message}`.trim() };
  const element = path === field.name ? undefined : Number(path.slice(field.name.length + 1));
  const place = element === undefined ? '' : `, entry ${element + 1},`;
  return { field, sentence: `${field.label}${place} ${message}` };
}

/** Returns a form's errors in the order of the form's fields. Errors without a field come first. */
export function problemsOf({ form, problems, values }: Failed) {
  const place = (field?: FormField): number => (field ? form.fields.indexOf(field) : -1);
  return problems
    .map((error) => problemOf(form, form.locate?.(error, values) ?? error))
    .sort((one, other) => place(one.field) - place(other.field));
}
