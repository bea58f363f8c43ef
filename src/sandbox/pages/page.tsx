// The document around the content of every page, and its security headers: nothing from other origins, no
// inline script, not in a frame of another site.
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { faviconPath } from './icon';
import { sourceHash } from './source-hash';

const pageHeaders = (sheet: string, script: string | undefined): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src ${sourceHash(sheet)}`,
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

interface DocumentPage {
  status: number;
  title: string;
  /** Its complete style sheet; the headers allow no other. */
  sheet: string;
  /** Path of its script on this origin; without one the headers allow none. */
  script?: string | undefined;
  body: Child;
}

export function documentPage({ status, title, sheet, script, body }: DocumentPage): Response {
  const document = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title} – Waypost sandbox</title>
        <link rel="icon" type="image/svg+xml" href={faviconPath} />
        <style>{raw(sheet)}</style>
        {script !== undefined && <script src={script} defer />}
      </head>
      <body>{body}</body>
    </html>
  );
  const headers = pageHeaders(sheet, script);
  return new Response(`<!doctype html>\n${document}\n`, { status, headers });
}

export function Footer() {
  return <footer>A development service. What you enter stays on this machine.</footer>;
}
