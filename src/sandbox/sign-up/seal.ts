// Signs what leaves the sandbox and comes back, so that nothing has to be recorded in between.
import { createHmac, timingSafeEqual } from 'node:crypto';

const signatureBytes = 16;

function sign(secret: Buffer, purpose: string, content: Buffer): Buffer {
  return createHmac('sha256', secret)
    .update(`${purpose}\0`)
    .update(content)
    .digest()
    .subarray(0, signatureBytes);
}

/** Content and signature as base64url. What is sealed for one purpose does not open for another. */
export function seal(secret: Buffer, purpose: string, content: Buffer): string {
  return Buffer.concat([content, sign(secret, purpose, content)]).toString('base64url');
}

/** The content of what was sealed here for this purpose; undefined for anything else. */
export function unseal(secret: Buffer, purpose: string, sealed: string): Buffer | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  // Decoding passes over characters it does not know: only the one right spelling counts.
  if (bytes.length < signatureBytes || bytes.toString('base64url') !== sealed) return undefined;
  const content = bytes.subarray(0, -signatureBytes);
  const signature = bytes.subarray(-signatureBytes);
  return timingSafeEqual(signature, sign(secret, purpose, content)) ? content : undefined;
}
