// HTML from templates: everything put into one is escaped, unless it is HTML already.

/** Text that is HTML. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Values for a template; false and undefined are left empty. */
export type Insert = string | number | Markup | false | undefined | readonly Insert[];

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function render(insert: Insert): string {
  if (insert === undefined || insert === false) return '';
  if (insert instanceof Markup) return insert.text;
  if (typeof insert === 'object') return insert.map(render).join('');
  return String(insert).replace(/[&<>"']/g, (character) => escapes[character] ?? '');
}

/** A template of HTML. Attribute values must be in double quotes. */
export function html(parts: TemplateStringsArray, ...inserts: Insert[]): Markup {
  return new Markup(parts.reduce((all, part, index) => all + render(inserts[index - 1]) + part));
}
