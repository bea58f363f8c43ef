// The dashboard in a real browser: without JavaScript, with the keyboard, in light and dark.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { send } from '../sandbox/support/client';
import { hasBrowser, startBrowser } from '../support/browser';
import { type RunningSandbox, startSandbox } from '../support/sandbox';

describe.skipIf(!hasBrowser)('the dashboard in a browser', () => {
  let browser: Browser;
  let sandbox: RunningSandbox;
  let key: string;
  /** What the browser complained about, and what it asked for. */
  let complaints: string[];
  let asked: string[];

  const control = async (method: string, path: string, body?: unknown): Promise<object> =>
    Object(
      (await send(method, `${sandbox.origin}/_sandbox${path}`, body === undefined ? {} : { body }))
        .json,
    );

  beforeAll(async () => {
    browser = await startBrowser();
    sandbox = await startSandbox({ data: { memory: true }, rateLimit: false, warmPlaces: false });
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });
  beforeEach(async () => {
    complaints = [];
    asked = [];
    await control('POST', '/reset');
    key = String(Object(await control('POST', '/keys', {})).key);
  });
  afterEach(() => {
    expect(complaints.filter((text) => !text.includes('422'))).toEqual([]);
    expect(asked.filter((url) => !url.startsWith(`${sandbox.origin}/dashboard`))).toEqual([]);
  });

  async function open(path: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
    const context = await browser.newContext({ javaScriptEnabled: false, colorScheme });
    const page = await context.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${sandbox.origin}/dashboard${path}`);
    return page;
  }

  const focused = (page: Page) => page.locator(':focus');

  test('leads from the list to a key by the keyboard alone', async () => {
    const page = await open('');
    await page.keyboard.press('Tab');
    expect(await focused(page).textContent()).toBe('Skip to content');
    expect((await focused(page).boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    for (let step = 0; step < 10; step += 1) {
      await page.keyboard.press('Tab');
      if ((await focused(page).getAttribute('href')) === `/dashboard/keys/${key}`) break;
    }
    // A focus that one does not see is none.
    expect(
      await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle'),
    ).toBe('solid');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Test key' }).waitFor();
    await page.getByText('Show the whole key').focus();
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('API key').inputValue()).toBe(key);
  });

  test('changes settings, and keeps what was typed where one is wrong', async () => {
    const page = await open(`/keys/${key}`);
    await page.getByLabel('Allowed IP addresses').fill('192.0.2.7\nnowhere');
    await page.getByLabel('Sublicensing').check();
    await page.getByLabel('Plan').selectOption('unlimited');
    await page.getByRole('button', { name: 'Save settings' }).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await focused(page).getAttribute('role')).toBe('alert');
    await alert.getByRole('link').click();
    expect(await focused(page).inputValue()).toBe('192.0.2.7\nnowhere');
    expect(await page.getByLabel('Sublicensing').isChecked()).toBe(true);
    expect(await page.getByLabel('Plan').inputValue()).toBe('unlimited');
    await page.getByLabel('Allowed IP addresses').fill('192.0.2.7\n10.0.0.0/8');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByRole('status').waitFor();
    await page.reload();
    expect(await page.getByLabel('Allowed IP addresses').inputValue()).toBe(
      '192.0.2.7\n10.0.0.0/8',
    );
    expect(await control('PATCH', `/keys/${key}`, {})).toMatchObject({
      ip_allow_list: ['192.0.2.7', '10.0.0.0/8'],
      sublicensing: true,
      plan: 'unlimited',
    });
  });

  test('moves the clock, sets a fault, and resets', async () => {
    const page = await open('/clock');
    await page.getByRole('button', { name: 'A day on' }).click();
    await page.getByRole('status').waitFor();
    await page.getByRole('link', { name: 'Faults' }).click();
    await page.getByLabel('Fault', { exact: true }).selectOption('5001');
    await page.getByRole('button', { name: 'Add the fault' }).click();
    await page.getByRole('cell', { name: '5001' }).waitFor();
    expect((await send('GET', `${sandbox.url}/keys/${key}`)).status).toBe(500);
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByText('Reset the sandbox').click();
    await page.getByRole('button', { name: 'Reset everything' }).click();
    await page.getByRole('status').waitFor();
    expect(await control('GET', '/faults')).toEqual({ faults: [] });
    expect(await control('GET', '/accounts')).toEqual({ accounts: [] });
  });

  test('follows the log by itself', async () => {
    const page = await open(`/keys/${key}/log`);
    await page.getByText('No lookups yet.').waitFor();
    await control('POST', `/keys/${key}/lookups`, { count: 1 });
    await page.getByRole('cell', { name: 'geonames_1' }).waitFor();
    await page.getByRole('link', { name: 'Pause' }).click();
    await page.getByRole('link', { name: 'Go on' }).waitFor();
  });

  test.each(['light', 'dark'] as const)(
    'has its own colours, and fits a phone: %s',
    async (scheme) => {
      await control('POST', `/keys/${key}/lookups`, { count: 50 });
      const corner = { clip: { x: 2, y: 2, width: 1, height: 1 } };
      const page = await open('', scheme);
      const other = await open('', scheme === 'light' ? 'dark' : 'light');
      const shots = [await page.screenshot(corner), await other.screenshot(corner)];
      expect(shots[0]?.equals(shots[1] ?? shots[0])).toBe(false);
      await page.setViewportSize({ width: 320, height: 640 });
      for (const path of ['', '/faults', '/clock', `/keys/${key}`, `/keys/${key}/log?pause`]) {
        await page.goto(`${sandbox.origin}/dashboard${path}`);
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect([path, width]).toEqual([path, 320]);
      }
    },
  );
});
