import { createHash } from 'node:crypto';

/** Returns the source for a Content-Security-Policy that allows a style sheet with exactly this text. */
export const sourceHash = (sheet: string): string =>
  `'sha256-${createHash('sha256').update(sheet).digest('base64')}'`;
