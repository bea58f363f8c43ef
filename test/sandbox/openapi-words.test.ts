// What the built sandbox's OpenAPI document says in words: nothing a reader would need another document
// for, and plainly what the service's own documentation leaves open.
import { expect, test } from 'vitest';
import { Home } from '../support/tool';

const home = new Home();

test('cites no document but the service’s own, and says what that one does not show', async () => {
  const { status, stdout } = await home.call(['sandbox', 'start', '--openapi']);
  expect(status).toBe(0);
  expect(stdout).not.toMatch(/decisions|interface|contract/i);
  const { schemas } = JSON.parse(stdout).components;
  for (const name of ['KeyDetails', 'KeyUpdate', 'Usage', 'Address', 'SignUpStart', 'Deleted']) {
    expect(schemas[name].description).toContain('documentation does not show these fields');
  }
  expect(schemas.Availability.description).not.toContain('documentation');
});

test('says of a setting the same where it is read and where it is changed', async () => {
  const { stdout } = await home.call(['sandbox', 'start', '--openapi']);
  const { KeyDetails, KeyUpdate } = JSON.parse(stdout).components.schemas;
  for (const name of ['name', 'allowed_urls', 'redact_days', 'ip_forwarding']) {
    expect(KeyUpdate.properties[name]).toEqual(KeyDetails.properties[name]);
  }
  expect(KeyUpdate.required).toBeUndefined();
  expect(KeyDetails.required).toContain('name');
});
