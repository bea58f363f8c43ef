// Reads a seed. Reports every error in the seed, with its field, before the sandbox changes any data.
import { type FieldError, WaypostError } from '../../lib/errors';
import { parse } from '../http/parse';
import { type Seed, type SeedKey, seedSchema } from './schema';

/** The error for an invalid seed. `errors` lists each problem with its field, such as `accounts.0.keys.1.plan`. */
export class SeedError extends WaypostError {
  readonly errors: FieldError[];

  constructor(errors: FieldError[]) {
    const [first] = errors;
    const others = errors.length - 1;
    const more = others > 0 ? ` (and ${others} more ${others === 1 ? 'error' : 'errors'})` : '';
    super(
      'invalid_input',
      `The seed is invalid: ${first?.path || 'the document'} ${first?.message}${more}.`,
      {
        hint: 'See data/seed.schema.json in the package for a description of every field.',
        details: { errors },
      },
    );
    this.errors = errors;
  }
}

/** Returns a function that adds an error if it receives a value that it has already received. */
function duplicateCheck(errors: FieldError[]): (value: string, path: string) => void {
  const seen = new Set<string>();
  return (value, path) => {
    if (seen.has(value))
      errors.push({ path, message: 'must be unique, but an earlier field has the same value' });
    seen.add(value);
  };
}

function checkSeedKey(key: SeedKey, path: string, errors: FieldError[]): void {
  const licensee = duplicateCheck(errors);
  const config = duplicateCheck(errors);
  const licensees = key.licensees ?? [];
  if (licensees.length > 0 && key.sublicensing === false) {
    errors.push({
      path: `${path}.sublicensing`,
      message: 'must not be false if the key has licensees',
    });
  }
  licensees.forEach(({ name }, at) => {
    licensee(name, `${path}.licensees.${at}.name`);
  });
  (key.configs ?? []).forEach(({ name }, at) => {
    config(name, `${path}.configs.${at}.name`);
  });
  (key.lookups ?? []).forEach((rows, at) => {
    const place = `${path}.lookups.${at}`;
    if (rows.days !== undefined && rows.start !== undefined) {
      errors.push({ path: `${place}.days`, message: 'cannot be combined with start' });
    }
    if (rows.start !== undefined && rows.end !== undefined && rows.start > rows.end) {
      errors.push({ path: `${place}.start`, message: 'must not be after end' });
    }
    const weights = Object.values(rows.types ?? { any: 1 });
    if (!weights.some((weight) => weight > 0)) {
      errors.push({
        path: `${place}.types`,
        message: 'must contain at least one frequency above 0',
      });
    }
    (rows.licensees ?? []).forEach((name, index) => {
      if (licensees.some((one) => one.name === name)) return;
      errors.push({
        path: `${place}.licensees.${index}`,
        message: 'is not a licensee of this key',
      });
    });
  });
}

/**
 * Reads a seed from a parsed JSON document.
 * @throws SeedError if the seed is invalid. If the document does not match the schema, the error contains only the
 * schema errors.
 */
export function readSeed(document: unknown): Seed {
  const parsed = parse(seedSchema, document);
  if ('errors' in parsed) throw new SeedError(parsed.errors);
  const errors: FieldError[] = [];
  const secret = duplicateCheck(errors);
  const userId = duplicateCheck(errors);
  (parsed.value.accounts ?? []).forEach(({ user_id, user_token, keys = [] }, at) => {
    const path = `accounts.${at}`;
    if (user_id !== undefined) userId(user_id, `${path}.user_id`);
    if (user_token !== undefined) secret(user_token, `${path}.user_token`);
    keys.forEach((key, index) => {
      const place = `${path}.keys.${index}`;
      if (key.key !== undefined) secret(key.key, `${place}.key`);
      (key.licensees ?? []).forEach((one, number) => {
        if (one.key !== undefined) secret(one.key, `${place}.licensees.${number}.key`);
      });
      checkSeedKey(key, place, errors);
    });
  });
  if (errors.length > 0) throw new SeedError(errors);
  return parsed.value;
}
