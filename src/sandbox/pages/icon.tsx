// The icons on every page: the favicon for the browser's tab, and the pin next to the name in the header.
import { raw } from 'hono/html';
import { sourceHash } from './source-hash';

export const faviconPath = '/favicon.svg';

const faviconStyle = `
rect { fill: #1f6b4a; }
path, circle { stroke: #fff; }
@media (prefers-color-scheme: dark) {
  rect { fill: #6fd0a0; }
  path, circle { stroke: #0b2318; }
}
`;

function Favicon() {
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
      <style>{raw(faviconStyle)}</style>
      <rect width="32" height="32" rx="8" />
      <path
        d="M16 26s7-6 7-12a7 7 0 1 0-14 0c0 6 7 12 7 12Z"
        fill="none"
        stroke-width="2.25"
        stroke-linejoin="round"
      />
      <circle cx="16" cy="14" r="2.5" fill="none" stroke-width="2.25" />
    </svg>
  );
}

export function favicon(): Response {
  return new Response(`${<Favicon />}\n`, {
    headers: {
      'Content-Type': 'image/svg+xml',
      'Content-Security-Policy': `default-src 'none'; style-src ${sourceHash(faviconStyle)}`,
      'Cache-Control': 'max-age=86400',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

export function Pin() {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d="M12 22s7-6.2 7-12a7 7 0 1 0-14 0c0 5.8 7 12 7 12Z" />
      <circle cx="12" cy="10" r="2.5" />
    </svg>
  );
}
