// How a form of the dashboard looks: labels, hints, and mistakes in a summary and beside their field.
import { html, type Insert, type Markup } from '../html';
import { type Failed, type Field, type Form, problemOf, type Values } from './forms';

const inputMode = (kind: Field['kind']): Markup | false =>
  kind === 'integer' && html` inputmode="numeric"`;

/** The element something is entered into. `rest` are its attributes. */
function control(field: Field, value: string | boolean, rest: Insert): Markup {
  switch (field.kind) {
    case 'flag':
      return html`<input type="checkbox"${value === true && html` checked`}${rest}>`;
    case 'lines':
      return html`<textarea rows="3" spellcheck="false"${rest}>
${String(value)}</textarea>`;
    case 'choice':
      return html`<select${rest}>${field.options.map(
        ([option, label]) =>
          html`<option value="${option}"${option === value && html` selected`}>${label}</option>`,
      )}</select>`;
    default:
      return html`<input type="text" autocomplete="off" spellcheck="false" value="${String(value)}"${inputMode(field.kind)}${rest}>`;
  }
}

/** What a form is drawn with. */
interface Drawing {
  form: Form;
  action: string;
  /** What its fields hold when nothing was sent. */
  values: Values;
  failed: Failed | undefined;
  button: string;
  /** Draws its fields in groups; all in a row otherwise. */
  layout?: (field: (name: string) => Insert) => Insert;
}

/** A form, and what is wrong with it when it came back. */
export function formView({ form, action, values, failed, button, layout }: Drawing): Markup {
  const mine = failed?.form === form ? failed : undefined;
  const held = mine ? mine.values : values;
  const problems = (mine?.problems ?? []).map((problem) => problemOf(form, problem));
  const idOf = (name: string): string => `${form.name}-${name.replaceAll('.', '-')}`;
  const view = (field: Field): Markup => {
    const { name, label, hint } = field;
    const id = idOf(name);
    const own = problems.filter((problem) => problem.field === field);
    const described = [hint !== undefined && `${id}-hint`, own.length > 0 && `${id}-problem`];
    const rest = html` id="${id}" name="${name}"${own.length > 0 && html` aria-invalid="true"`}${
      described.some(Boolean) && html` aria-describedby="${described.filter(Boolean).join(' ')}"`
    }`;
    const entry = control(field, held[name] ?? '', rest);
    const notes = html`${hint !== undefined && html`<small id="${id}-hint">${hint}</small>`}${
      own.length > 0 &&
      html`<p class="problem" id="${id}-problem">${own.map(({ sentence }) => `${sentence}. `)}</p>`
    }`;
    return field.kind === 'flag'
      ? html`<div class="field tick">${entry}<div><label for="${id}">${label}</label>${notes}</div></div>`
      : html`<div class="field"><label for="${id}">${label}</label>${entry}${notes}</div>`;
  };
  const named = (name: string): Insert => {
    const field = form.fields.find((one) => one.name === name);
    return field && view(field);
  };
  return html`<form method="post" action="${action}" novalidate>
${
  problems.length > 0 &&
  html`<div class="errors" role="alert" tabindex="-1" autofocus><h3>Nothing was changed</h3>
<ul>${problems.map(({ field, sentence }) =>
    field
      ? html`<li><a href="#${idOf(field.name)}">${sentence}</a></li>`
      : html`<li>${sentence}</li>`,
  )}</ul></div>`
}
${layout ? layout(named) : html`<div class="row">${form.fields.map(view)}</div>`}
<button>${button}</button>
</form>`;
}

/** A form of one button. */
export function buttonView(
  action: string,
  label: string,
  sent: Readonly<Record<string, string>> = {},
): Markup {
  return html`<form method="post" action="${action}" class="one">${Object.entries(sent).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button class="quiet">${label}</button></form>`;
}
