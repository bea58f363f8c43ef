import { createHash } from 'node:crypto';

/** Returns the Content-Security-Policy source that allows a style sheet with exactly this text. */
export const sourceHash = (sheet: string): string =>
  `'sha256-${createHash('sha256').update(sheet).digest('base64')}'`;
