// The frame of every page, its icon, and its security headers: nothing from other origins, no inline script,
// not in a frame of another site.
import { createHash } from 'node:crypto';
import { html, type Insert, Markup } from './html';
import { style } from './style';

const iconStyle =
  'rect{fill:#1f6b4a}path,circle{stroke:#fff}@media(prefers-color-scheme:dark){rect{fill:#6fd0a0}path,circle{stroke:#0b2318}}';
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>${iconStyle}</style><rect width="32" height="32" rx="8"/><path d="M16 26s7-6 7-12a7 7 0 1 0-14 0c0 6 7 12 7 12Z" fill="none" stroke-width="2.25" stroke-linejoin="round"/><circle cx="16" cy="14" r="2.5" fill="none" stroke-width="2.25"/></svg>
`;

/** Path of the icon. */
export const faviconPath = '/favicon.svg';

/** Answers the icon. */
export function favicon(): Response {
  return new Response(icon, {
    headers: {
      'Content-Type': 'image/svg+xml',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hashOf(iconStyle)}'`,
      'Cache-Control': 'max-age=86400',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

const hashOf = (sheet: string): string => createHash('sha256').update(sheet).digest('base64');

const headersOf = (sheet: string, script: string | undefined): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${hashOf(sheet)}'`,
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

/** The parts of a page. */
interface Sheet {
  /** HTTP status. */
  status: number;
  /** Title of the document. */
  title: string;
  /** Its complete style sheet; the headers allow no other. */
  sheet: string;
  /** Path of its script on this origin; without one the headers allow none. */
  script?: string | undefined;
  body: Insert;
}

/** A document with the headers of every page. */
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
  return new Response(document.text, { status, headers: headersOf(sheet, script) });
}

/** A page of the sign-up. The title is the document's; `status` its HTTP status. */
export function page(status: number, title: string, content: Insert): Response {
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
