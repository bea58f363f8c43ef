// The two halves of a sign-up. The tool keeps the token for polling; the browser gets a ticket, which opens
// the page but cannot be turned into the token: a person who sees the link cannot claim the keys.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Profile, profileSchema } from '../../api/sign-up';
import { parse } from '../schemas/parse';

const timeBytes = 6;
const randomBytesOfToken = 32;
const idBytes = 32;

/** The content of a token or ticket. */
export interface Started {
  /** Identifies the sign-up in the store; the token cannot be derived from it. */
  id: string;
  /** When it was made, in milliseconds since the epoch. */
  startedAt: number;
}

/** The content of a ticket. */
export interface Ticket extends Started {
  /** The members of POST /sign_up; they prefill the page. */
  profile: Profile;
}

function timeOf(startedAt: number): Buffer {
  const bytes = Buffer.alloc(timeBytes);
  bytes.writeUIntBE(startedAt, 0, timeBytes);
  return bytes;
}

/** Makes a token: its time, 256 random bits, the signature. */
export function newToken(secret: Buffer, now: number): string {
  const content = Buffer.concat([timeOf(now), randomBytes(randomBytesOfToken)]);
  return seal(secret, 'cli_token', content);
}

/** Reads a token; undefined if it was not made here. */
export function readToken(secret: Buffer, token: string): Started | undefined {
  const content = unseal(secret, 'cli_token', token);
  if (content?.length !== timeBytes + randomBytesOfToken) return undefined;
  return {
    id: createHash('sha256').update(content).digest('base64url'),
    startedAt: content.readUIntBE(0, timeBytes),
  };
}

/** Makes the ticket of a sign-up: its time and id, and the given members, if any. */
export function newTicket(secret: Buffer, { id, startedAt, profile }: Ticket): string {
  const given = Object.keys(profile).length === 0 ? '' : JSON.stringify(profile);
  const content = Buffer.concat([
    timeOf(startedAt),
    Buffer.from(id, 'base64url'),
    Buffer.from(given),
  ]);
  return seal(secret, 'ticket', content);
}

/** Reads a ticket; undefined if it was not made here. */
export function readTicket(secret: Buffer, sealed: string): Ticket | undefined {
  const content = unseal(secret, 'ticket', sealed);
  if (!content || content.length < timeBytes + idBytes) return undefined;
  const given = content.subarray(timeBytes + idBytes).toString();
  const parsed = parse(profileSchema, given === '' ? {} : JSON.parse(given));
  return {
    id: content.subarray(timeBytes, timeBytes + idBytes).toString('base64url'),
    startedAt: content.readUIntBE(0, timeBytes),
    profile: 'value' in parsed ? parsed.value : {},
  };
}

const signatureBytes = 16;

function sign(secret: Buffer, purpose: string, content: Buffer): Buffer {
  return createHmac('sha256', secret)
    .update(`${purpose}\0`)
    .update(content)
    .digest()
    .subarray(0, signatureBytes);
}

/** Content and signature as base64url. Content that is sealed for one purpose does not open for another. */
function seal(secret: Buffer, purpose: string, content: Buffer): string {
  return Buffer.concat([content, sign(secret, purpose, content)]).toString('base64url');
}

/** The sealed content for this purpose; undefined for anything else. */
function unseal(secret: Buffer, purpose: string, sealed: string): Buffer | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  // Decoding skips unknown characters: only the one correct encoding is accepted.
  if (bytes.length < signatureBytes || bytes.toString('base64url') !== sealed) return undefined;
  const content = bytes.subarray(0, -signatureBytes);
  const signature = bytes.subarray(-signatureBytes);
  return timingSafeEqual(signature, sign(secret, purpose, content)) ? content : undefined;
}
