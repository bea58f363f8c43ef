// The frame of every page, its icon, and its security headers: nothing from other origins, no inline script,
// not in a frame of another site.
import { createHash } from 'node:crypto';

export class Markup {
  constructor(readonly text: string) {}
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

const iconStyle =
  'rect{fill:#1f6b4a}path,circle{stroke:#fff}@media(prefers-color-scheme:dark){rect{fill:#6fd0a0}path,circle{stroke:#0b2318}}';

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>${iconStyle}</style><rect width="32" height="32" rx="8"/><path d="M16 26s7-6 7-12a7 7 0 1 0-14 0c0 6 7 12 7 12Z" fill="none" stroke-width="2.25" stroke-linejoin="round"/><circle cx="16" cy="14" r="2.5" fill="none" stroke-width="2.25"/></svg>
`;

export const faviconPath = '/favicon.svg';

export function favicon(): Response {
  return new Response(icon, {
    headers: {
      'Content-Type': 'image/svg+xml',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${sha256(iconStyle)}'`,
      'Cache-Control': 'max-age=86400',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

const sha256 = (sheet: string): string => createHash('sha256').update(sheet).digest('base64');

const pageHeaders = (sheet: string, script: string | undefined): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${sha256(sheet)}'`,
    "img-src 'self'",
    ...(script === undefined ? [] : ["script-src 'self'", "connect-src 'self'"]),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  // Not no-referrer: with that, a browser would hide the form's origin from the check of it.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
});

export const pin = html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" aria-hidden="true"><path d="M12 22s7-6.2 7-12a7 7 0 1 0-14 0c0 5.8 7 12 7 12Z"/><circle cx="12" cy="10" r="2.5"/></svg>`;

interface Sheet {
  status: number;
  title: string;
  /** Its complete style sheet; the headers allow no other. */
  sheet: string;
  /** Path of its script on this origin; without one the headers allow none. */
  script?: string | undefined;
  body: Insert;
}

export function documentPage({ status, title, sheet, script, body }: Sheet): Response {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Waypost sandbox</title>
<link rel="icon" type="image/svg+xml" href="${faviconPath}">
<style>${new Markup(sheet)}</style>
${script !== undefined && html`<script src="${script}" defer></script>\n`}</head>
<body>
${body}
</body>
</html>
`;
  return new Response(document.text, { status, headers: pageHeaders(sheet, script) });
}

/** A page of the sign-up. The title is the document's; `status` its HTTP status. */
export function signUpPage(status: number, title: string, content: Insert): Response {
  return documentPage({
    status,
    title,
    sheet: style,
    body: html`<header>${pin}Waypost <span>Sandbox on this machine</span></header>
<main>
${content}
</main>
<footer>A development service. What you enter stays on this machine.</footer>`,
  });
}

export const style = `
:root {
  color-scheme: light dark;
  --paper: #f4f5f2; --card: #fff; --ink: #1c221d; --soft: #5a645c; --line: #878f88;
  --edge: #dfe3dc; --accent: #1f6b4a; --on-accent: #fff; --wash: #e5f1ea; --bad: #b3261e; --bad-wash: #fceceb;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #121613; --card: #1a201c; --ink: #e8ede9; --soft: #a4afa7; --line: #76817a;
    --edge: #2c352f; --accent: #6fd0a0; --on-accent: #0b2318; --wash: #16301f; --bad: #ffb4ab; --bad-wash: #3a1715;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center;
  padding: clamp(1rem, 5vw, 3.5rem) 1rem 2rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", sans-serif;
}
header, main, footer { width: 100%; max-width: 36rem; }
header { display: flex; align-items: center; gap: .6rem; margin-bottom: 1.25rem; font-weight: 650; }
header svg { width: 1.6rem; height: 1.6rem; color: var(--accent); flex: none; }
header span { margin-left: auto; font-size: .8125rem; font-weight: 500; color: var(--soft); }
main {
  background: var(--card); border: 1px solid var(--edge); border-radius: 1rem;
  padding: clamp(1.25rem, 5vw, 2.5rem); box-shadow: 0 1px 2px rgb(0 0 0 / .04), 0 12px 32px rgb(0 0 0 / .06);
}
h1 { margin: 0 0 .35rem; font-size: 1.625rem; line-height: 1.2; letter-spacing: -.015em; text-wrap: balance; }
p { margin: 0 0 1rem; }
.lead { color: var(--soft); margin-bottom: 1.75rem; }
fieldset { border: 0; margin: 0 0 1.75rem; padding: 0; min-width: 0; }
legend { padding: 0; margin-bottom: .75rem; font-weight: 650; }
.row { display: grid; gap: 0 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); }
.field { margin-bottom: 1rem; }
label { display: flex; align-items: baseline; gap: .5rem; font-size: .875rem; font-weight: 550; margin-bottom: .3rem; }
label small { font-size: .8125rem; font-weight: 400; color: var(--soft); }
input {
  width: 100%; font: inherit; color: inherit; background: var(--card); padding: .55rem .75rem;
  border: 1px solid var(--line); border-radius: .5rem;
}
input:focus-visible, button:focus-visible, a:focus-visible, .errors:focus-visible {
  outline: 3px solid var(--accent); outline-offset: 2px;
}
input[aria-invalid="true"] { border-color: var(--bad); border-width: 2px; }
.hint { margin: .3rem 0 0; font-size: .875rem; color: var(--soft); }
.problem { margin: .3rem 0 0; font-size: .875rem; color: var(--bad); }
.errors { background: var(--bad-wash); border-left: 4px solid var(--bad); border-radius: .5rem; padding: .85rem 1.1rem; margin-bottom: 1.5rem; }
.errors h2 { margin: 0 0 .3rem; font-size: 1rem; }
.errors ul { margin: 0; padding-left: 1.1rem; }
.errors a { color: inherit; }
button {
  width: 100%; padding: .75rem 1rem; font: inherit; font-weight: 650; border: 0; border-radius: .5rem;
  background: var(--accent); color: var(--on-accent); cursor: pointer;
}
button:hover { filter: brightness(1.08); }
.mark {
  width: 3.25rem; height: 3.25rem; border-radius: 50%; display: grid; place-items: center;
  background: var(--wash); color: var(--accent); margin-bottom: 1.25rem;
}
.mark svg { width: 1.6rem; height: 1.6rem; }
.mark.bad { background: var(--bad-wash); color: var(--bad); }
main a { color: var(--accent); }
code { font: .9em ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; background: var(--wash); padding: .1em .35em; border-radius: .3em; }
footer { margin-top: 1.25rem; font-size: .8125rem; color: var(--soft); }
@media (forced-colors: active) { button, main { border: 1px solid; } }
`;
