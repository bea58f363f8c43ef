// Makes the rest of a test behave as on another platform or as another user.
import { onTestFinished } from 'vitest';

/** Replaces a property of `process` until the test ends. */
export function pretend(name: 'geteuid' | 'platform', value: unknown): void {
  const own = Object.getOwnPropertyDescriptor(process, name) ?? {};
  onTestFinished(() => void Object.defineProperty(process, name, own));
  Object.defineProperty(process, name, { ...own, value });
}
