// The icon of every page: the pin of the header, in the colours of light and dark.
import { createHash } from 'node:crypto';

const style =
  'rect{fill:#1f6b4a}path,circle{stroke:#fff}@media(prefers-color-scheme:dark){rect{fill:#6fd0a0}path,circle{stroke:#0b2318}}';
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>${style}</style><rect width="32" height="32" rx="8"/><path d="M16 26s7-6 7-12a7 7 0 1 0-14 0c0 6 7 12 7 12Z" fill="none" stroke-width="2.25" stroke-linejoin="round"/><circle cx="16" cy="14" r="2.5" fill="none" stroke-width="2.25"/></svg>
`;

/** Path of the icon. */
export const faviconPath = '/favicon.svg';

/** Answers the icon. */
export function favicon(): Response {
  return new Response(icon, {
    headers: {
      'Content-Type': 'image/svg+xml',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      'Cache-Control': 'max-age=86400',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
