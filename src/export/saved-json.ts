// What a format writes down between two windows, as JSON, and how it is read back.

/** A value that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A member of a saved state; null where there is none. */
export function savedMember(saved: Json, name: string): Json {
  const isObject = typeof saved === 'object' && saved !== null && !Array.isArray(saved);
  return (isObject ? saved[name] : null) ?? null;
}

/** A member of a saved state that must be a number. */
export function savedNumber(saved: Json, name: string): number {
  const value = savedMember(saved, name);
  return typeof value === 'number' ? value : 0;
}
