// Creates the HTML document for every page, and the security headers. The headers forbid content from other origins and
// inline scripts, and prevent websites from showing the page in a frame.
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
  // If this header were `no-referrer`, browsers would send forms with the header `Origin: null`, and the sandbox would
  // reject the forms.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
});

interface DocumentPage {
  status: number;
  title: string;
  /** The complete style sheet. The headers do not allow any other style. */
  sheet: string;
  /** The path of the page's script on the sandbox. If the path is undefined, the headers do not allow scripts. */
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
  return (
    <footer>
      This is a sandbox. The data that you enter stays on the machine that runs the sandbox.
    </footer>
  );
}
