// The dashboard in a real browser without JavaScript: with the keyboard, in light and dark colors, and on a small screen.
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { send } from '../sandbox/support/client';
import { hasBrowser, useBrowser } from '../support/browser';

describe.skipIf(!hasBrowser)('the dashboard in a browser', () => {
  const at = useBrowser();
  let key: string;
  /** The browser's console messages. */
  let complaints: string[];
  let asked: string[];

  beforeEach(async () => {
    complaints = [];
    asked = [];
    await at.sandbox.control('POST', '/reset');
    key = String((await at.sandbox.control('POST', '/keys', {})).key);
  });
  afterEach(() => {
    expect(complaints.filter((text) => !text.includes('422'))).toEqual([]);
    expect(
      asked.filter(
        (url) => !/^\/(?:dashboard|favicon\.svg$)/.test(url.replace(at.sandbox.origin, '')),
      ),
    ).toEqual([]);
  });

  async function open(path: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
    const context = await at.browser.newContext({ javaScriptEnabled: false, colorScheme });
    const page = await context.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${at.sandbox.origin}/dashboard${path}`);
    return page;
  }

  const focused = (page: Page) => page.locator(':focus');

  test('lets you open a key from the list with the keyboard alone', async () => {
    const page = await open('');
    await page.keyboard.press('Tab');
    expect(await focused(page).textContent()).toBe('Skip to content');
    expect((await focused(page).boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    for (let step = 0; step < 10; step += 1) {
      await page.keyboard.press('Tab');
      if ((await focused(page).getAttribute('href')) === `/dashboard/keys/${key}`) break;
    }
    // The focused link has a visible outline.
    expect(
      await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle'),
    ).toBe('solid');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Test key' }).waitFor();
    await page.getByText('Show the credentials').focus();
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('API key', { exact: true }).inputValue()).toBe(key);
  });

  test("changes a key's settings, and keeps your input if a value is invalid", async () => {
    const page = await open(`/keys/${key}/settings`);
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
    expect(await at.sandbox.control('PATCH', `/keys/${key}`, {})).toMatchObject({
      ip_allow_list: ['192.0.2.7', '10.0.0.0/8'],
      sublicensing: true,
      plan: 'unlimited',
    });
  });

  test('lets you move the clock, add a fault and reset the sandbox', async () => {
    const page = await open('/clock');
    await page.getByRole('button', { name: '+1 day' }).click();
    await page.getByRole('status').waitFor();
    await page.getByRole('link', { name: 'Faults' }).click();
    await page.getByLabel('Fault', { exact: true }).selectOption('5001');
    await page.getByRole('button', { name: 'Add fault' }).click();
    await page.getByRole('cell', { name: '5001', exact: true }).waitFor();
    expect((await send('GET', `${at.sandbox.url}/keys/${key}`)).status).toBe(500);
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByText('Reset the sandbox').click();
    await page.getByRole('button', { name: 'Reset everything' }).click();
    await page.getByRole('status').waitFor();
    expect(await at.sandbox.control('GET', '/faults')).toEqual({ faults: [] });
    expect(await at.sandbox.control('GET', '/accounts')).toEqual({ accounts: [] });
  });

  test('has links to newer and older log entries', async () => {
    const page = await open(`/keys/${key}/log`);
    await page.getByText('No lookups yet.').waitFor();
    await at.sandbox.control('POST', `/keys/${key}/lookups`, { count: 60 });
    await page.getByRole('link', { name: 'Refresh' }).click();
    await page.locator('.log tbody tr').first().waitFor();
    const terms = () => page.locator('.log tbody td:nth-child(3)').allTextContents();
    const newest = await terms();
    expect(newest).toHaveLength(50);
    // The page does not show the buttons that require JavaScript.
    expect(await page.getByRole('button', { name: /Pause|Copy/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Older' }).click();
    await page.getByRole('link', { name: 'Newest' }).waitFor();
    const older = await terms();
    expect(older).toHaveLength(10);
    const all = [...newest, ...older];
    const one = older.find((term) => all.filter((other) => other.includes(term)).length === 1);
    await page.getByRole('link', { name: 'Newest' }).click();
    await page.getByRole('link', { name: 'Older' }).waitFor();
    expect(await terms()).toEqual(newest);
    await page.getByLabel('Contains').fill(one ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Clear' }).waitFor();
    expect(await terms()).toEqual([one]);
    await page.locator('.log tbody a').click();
    await page.getByText(one ?? '', { exact: true }).waitFor();
  });

  test('lets you name a key with the keyboard alone, and shows input errors', async () => {
    const page = await open(`/keys/${key}/settings`);
    await page.getByLabel('Name', { exact: true }).fill('Shop');
    await page.getByLabel('Daily limit', { exact: true }).focus();
    await page.keyboard.type('many');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await focused(page).inputValue()).toBe('many');
    await focused(page).fill('5');
    await page.keyboard.press('Enter');
    await page.getByRole('status').waitFor();
    expect(await page.getByRole('heading', { name: 'Shop' }).count()).toBe(1);
  });

  test.each(['light', 'dark'] as const)(
    'changes its colors with the color scheme, and fits the screen of a phone (color scheme: %s)',
    async (scheme) => {
      await at.sandbox.control('POST', `/keys/${key}/lookups`, { count: 50 });
      const corner = { clip: { x: 2, y: 2, width: 1, height: 1 } };
      const page = await open('', scheme);
      const other = await open('', scheme === 'light' ? 'dark' : 'light');
      const shots = [await page.screenshot(corner), await other.screenshot(corner)];
      expect(shots[0]?.equals(shots[1] ?? shots[0])).toBe(false);
      await page.setViewportSize({ width: 320, height: 640 });
      for (const path of ['', '/faults', '/clock', `/keys/${key}`, `/keys/${key}/log`]) {
        await page.goto(`${at.sandbox.origin}/dashboard${path}`);
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect([path, width]).toEqual([path, 320]);
      }
    },
  );
});
