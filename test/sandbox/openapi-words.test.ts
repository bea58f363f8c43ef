// The descriptions in the built sandbox's OpenAPI document: they name no other document, and state which fields the
// service's documentation does not show.
import { expect, test } from 'vitest';
import { Home } from '../support/tool';

const home = new Home();

test("the OpenAPI document does not refer to internal documents, and states which schemas contain fields that the service's documentation does not show", async () => {
  const { status, stdout } = await home.call(['sandbox', 'start', '--openapi']);
  expect(status).toBe(0);
  expect(stdout).not.toMatch(/decisions|interface|contract/i);
  const { schemas } = JSON.parse(stdout).components;
  for (const name of ['KeyDetails', 'KeyUpdate', 'Usage', 'Address', 'SignUpStart', 'Deleted']) {
    expect(schemas[name].description).toContain('documentation does not show these fields');
  }
  expect(schemas.Availability.description).not.toContain('documentation');
});

test("the OpenAPI document describes each of a key's settings identically for requests and responses", async () => {
  const { stdout } = await home.call(['sandbox', 'start', '--openapi']);
  const { KeyDetails, KeyUpdate } = JSON.parse(stdout).components.schemas;
  for (const name of ['name', 'allowed_urls', 'redact_days', 'ip_forwarding']) {
    expect(KeyUpdate.properties[name]).toEqual(KeyDetails.properties[name]);
  }
  expect(KeyUpdate.required).toBeUndefined();
  expect(KeyDetails.required).toContain('name');
});
