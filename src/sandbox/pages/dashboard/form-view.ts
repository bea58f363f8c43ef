// The HTML of a form of the dashboard: labels, hints, and errors in a summary and beside their field.
import { html, type Insert, type Markup } from '../page';
import { type Failed, type Form, type FormField, problemsOf, type Values } from './forms';

const inputMode = (kind: FormField['kind']): Markup | false =>
  kind === 'integer' && html` inputmode="numeric"`;

/** The input element of a field. `rest` are its attributes. */
function inputView(field: FormField, value: string | boolean, rest: Insert): Markup {
  switch (field.kind) {
    case 'flag':
      return html`<input type="checkbox"${value === true && html` checked`}${rest}>`;
    case 'lines':
      return html`<textarea rows="3" dir="auto" spellcheck="false"${rest}>
${String(value)}</textarea>`;
    case 'choice':
      return html`<select${rest}>${field.options.map(
        ([option, label]) =>
          html`<option value="${option}"${option === value && html` selected`}>${label}</option>`,
      )}</select>`;
    case 'date':
      return html`<input type="date" value="${/^\d{4}-\d{2}-\d{2}$/.test(String(value)) && String(value)}"${rest}>`;
    default:
      return html`<input type="text" dir="auto" autocomplete="off" spellcheck="false" value="${String(value)}"${inputMode(field.kind)}${rest}>`;
  }
}

interface Drawing {
  form: Form;
  action: string;
  /** A form that only filters is sent by `get`. */
  method?: 'get' | 'post';
  /** The values of its fields before anything was sent. */
  values: Values;
  failed: Failed | undefined;
  button: string;
  /** Follows the button. */
  beside?: Insert;
  /** Draws its fields in groups, each field once; all in a row otherwise. */
  layout?: (field: (name: string) => Insert) => Insert;
}

export function formView(drawing: Drawing): Markup {
  const { form, action, method = 'post', values, failed, button, beside, layout } = drawing;
  const mine = failed?.form === form ? failed : undefined;
  const held = mine ? mine.values : values;
  const problems = mine ? problemsOf(mine) : [];
  const idOf = (name: string): string => `${form.name}-${name.replaceAll('.', '-')}`;
  const view = (field: FormField): Markup => {
    const { name, label, hint } = field;
    const id = idOf(name);
    const own = problems.filter((problem) => problem.field === field);
    const described = [hint !== undefined && `${id}-hint`, own.length > 0 && `${id}-problem`];
    const rest = html` id="${id}" name="${name}"${own.length > 0 && html` aria-invalid="true"`}${
      described.some(Boolean) && html` aria-describedby="${described.filter(Boolean).join(' ')}"`
    }`;
    const entry = inputView(field, held[name] ?? '', rest);
    const notes = html`${hint !== undefined && html`<small id="${id}-hint">${hint}</small>`}${
      own.length > 0 &&
      html`<p class="problem" id="${id}-problem">${own.map(({ sentence }) => `${sentence}. `)}</p>`
    }`;
    return field.kind === 'flag'
      ? html`<div class="field tick">${entry}<div><label for="${id}">${label}</label>${notes}</div></div>`
      : html`<div class="field"><label for="${id}">${label}</label>${entry}${notes}</div>`;
  };
  return html`<form method="${method}" action="${action}" novalidate>
${
  problems.length > 0 &&
  html`<div class="errors" role="alert" tabindex="-1" autofocus><h3>${method === 'get' ? 'Check what you entered' : 'Nothing was changed'}</h3>
<ul>${problems.map(({ field, sentence }) =>
    field
      ? html`<li><a href="#${idOf(field.name)}">${sentence}</a></li>`
      : html`<li>${sentence}</li>`,
  )}</ul></div>`
}
${layout ? inGroups(form, layout, view) : html`<div class="row">${form.fields.map(view)}</div>`}
<div class="actions"><button>${button}</button>${beside}</div>
</form>`;
}

/**
 * The fields in the groups of a layout. Throws unless it draws every field once: a missing field is not sent,
 * and then clears its setting.
 */
function inGroups(
  { name: formName, fields }: Form,
  layout: NonNullable<Drawing['layout']>,
  view: (field: FormField) => Markup,
): Insert {
  const left = new Map(fields.map((field) => [field.name, field]));
  const drawn = layout((name) => {
    const field = left.get(name);
    if (!field) throw new Error(`The form ${formName} has no field ${name}, or draws it twice.`);
    left.delete(name);
    return view(field);
  });
  if (left.size > 0) {
    throw new Error(`The layout of the form ${formName} lacks ${[...left.keys()].join(', ')}.`);
  }
  return drawn;
}

export function buttonView(
  action: string,
  label: Insert,
  sent: Readonly<Record<string, string>> = {},
): Markup {
  return html`<form method="post" action="${action}" class="one">${Object.entries(sent).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button class="quiet">${label}</button></form>`;
}

/** A value to copy: visible, and with a button if the script runs. */
export function copyView(id: string, label: string, value: string): Markup {
  return html`<div class="field"><label for="${id}">${label}</label><div class="copy"><input id="${id}" type="text" readonly value="${value}">${copyButton(id, 'Copy', label)}</div></div>`;
}

/** A button that copies the field with an id; hidden until the script runs. */
export function copyButton(id: string, text: string, label: string): Markup {
  return html`<button type="button" class="quiet" data-copy="${id}" aria-label="${text} ${label}" hidden>${text}</button>`;
}
