// The dashboard's script in a real browser, with the pages' Content-Security-Policy: the live log and the copy buttons.
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasBrowser, useBrowser } from '../support/browser';

describe.skipIf(!hasBrowser)("the dashboard's script", () => {
  const at = useBrowser();
  let key: string;
  let page: Page;
  let complaints: string[];

  beforeEach(async () => {
    await at.sandbox.control('POST', '/reset');
    key = String((await at.sandbox.control('POST', '/keys', {})).key);
    const context = await at.browser.newContext({
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    page = await context.newPage();
    // The test replaces and advances the page's clock.
    await page.clock.install();
    complaints = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
  });
  afterEach(async () => {
    await page.context().close();
    expect(complaints).toEqual([]);
  });

  const goTo = (path: string) => page.goto(`${at.sandbox.origin}/dashboard/keys/${key}${path}`);
  const add = (count: number, ...tags: string[]) =>
    at.sandbox.control('POST', `/keys/${key}/lookups`, { count, tags });
  const state = (text: string) => page.locator('#live-state', { hasText: text }).waitFor();

  /** Advances the page's clock until the script sends the next request, and waits for the response. */
  async function tick(): Promise<void> {
    const answer = page.waitForResponse((one) => one.request().resourceType() === 'fetch');
    await page.clock.runFor(2500);
    await answer;
  }

  test('shows new log entries without reloading the page', async () => {
    await goTo('/log');
    await page.evaluate('window.same = true');
    await page.getByText('No lookups yet.').waitFor();
    await add(1, 'single');
    await tick();
    await page.getByRole('cell', { name: 'single' }).waitFor();
    await add(55, 'many');
    await tick();
    await page.getByRole('cell', { name: 'many' }).first().waitFor();
    expect(await page.locator('.log tbody tr').count()).toBe(50);
    await page.getByRole('link', { name: 'Older' }).waitFor();
    expect(await page.evaluate('window.same')).toBe(true);
  });

  test('keeps the focus and the scroll position when it adds log entries', async () => {
    await page.setViewportSize({ width: 400, height: 800 });
    await add(3);
    await goTo('/log');
    const link = page.locator('.log tbody a').nth(1);
    const href = await link.getAttribute('href');
    await page.evaluate("document.querySelector('.wide').scrollLeft = 60");
    await page.evaluate(
      "document.querySelectorAll('.log tbody a')[1].focus({ preventScroll: true })",
    );
    const now = Date.parse(String((await at.sandbox.control('GET', '/health')).now));
    await at.sandbox.control('POST', `/keys/${key}/lookups`, {
      count: 1,
      tags: ['later'],
      start: now,
      end: now,
    });
    await tick();
    await page.getByRole('cell', { name: 'later' }).waitFor();
    expect(await page.locator(':focus').getAttribute('href')).toBe(href);
    expect(await page.evaluate("document.querySelector('.wide').scrollLeft")).toBe(60);
  });

  test('can be paused and resumed', async () => {
    await goTo('/log');
    await page.getByRole('button', { name: 'Pause' }).click();
    await state('Paused');
    await add(1, 'single');
    let asked = 0;
    page.on('request', () => {
      asked += 1;
    });
    await page.clock.runFor(10_000);
    expect(asked).toBe(0);
    expect(await page.getByRole('cell', { name: 'single' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('cell', { name: 'single' }).waitFor();
    await state('Live');
  });

  test('reports a lost connection, and continues when the connection is restored', async () => {
    await goTo('/log');
    await page.route('**/log', (route) => route.abort());
    await page.clock.runFor(2500);
    await state('No connection. Trying again…');
    complaints = complaints.filter((text) => !text.includes('ERR_FAILED'));
    await page.unroute('**/log');
    await tick();
    await state('Live');
  });

  test('stops when the key no longer exists', async () => {
    await goTo('/log');
    await at.sandbox.control('DELETE', `/keys/${key}`);
    await tick();
    await state('This key no longer exists.');
    expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(0);
    complaints = complaints.filter((text) => !text.includes('404'));
  });

  test('does not update a page of older entries, but counts new entries that match the filter', async () => {
    await add(59);
    await add(1, 'seventh');
    await goTo('/log');
    await page.getByRole('link', { name: 'Older' }).click();
    await page.getByRole('link', { name: 'Newest' }).waitFor();
    expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(0);
    await goTo('/log?q=seventh');
    await add(1, 'seventh');
    await tick();
    await page.getByText('2 entries, newest first').waitFor();
  });

  test('copies the API key or the management key to the clipboard', async () => {
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    await goTo('/settings');
    await page.getByRole('button', { name: 'Copy API key' }).click();
    await page.getByText('Copied', { exact: true }).first().waitFor();
    expect(await copied()).toBe(key);
    await goTo('');
    await page.getByText('Show the credentials').click();
    const token = await page.getByRole('textbox', { name: 'Management key' }).inputValue();
    await page.getByRole('button', { name: 'Copy Management key' }).click();
    await page.getByText('Copied', { exact: true }).first().waitFor();
    expect(await copied()).toBe(token);
    expect(token).toMatch(/^uk_/);
  });

  test('selects the value if the browser does not allow copying', async () => {
    await goTo('');
    await page.getByText('Show the credentials').click();
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error())');
    await page.getByRole('button', { name: 'Copy User ID' }).click();
    await page.getByText('Press Ctrl+C').waitFor();
    const selected = await page.evaluate<string>('String(getSelection())');
    expect(selected).toMatch(/^user_/);
  });

  test('is the only script that runs on the page', async () => {
    await goTo('/log');
    await page.evaluate(`
      const script = document.createElement('script');
      script.textContent = 'window.planted = true';
      document.body.append(script);
    `);
    expect(await page.evaluate('window.planted')).toBeUndefined();
    expect(complaints.some((text) => text.includes('Content Security Policy'))).toBe(true);
    complaints = [];
  });
});
