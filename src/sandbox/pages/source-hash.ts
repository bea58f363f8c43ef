import { createHash } from 'node:crypto';

/** The source of a Content-Security-Policy that allows a style sheet with this text, and no other. */
export const sourceHash = (sheet: string): string =>
  `'sha256-${createHash('sha256').update(sheet).digest('base64')}'`;
