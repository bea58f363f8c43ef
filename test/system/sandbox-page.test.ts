// The sign-up page in a real browser without JavaScript: with the keyboard, in light and dark colors, and on a small screen.
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { resultOf } from '../sandbox/support/bench';
import { send } from '../sandbox/support/client';
import { hasBrowser, useBrowser } from '../support/browser';

describe.skipIf(!hasBrowser)('the sign-up page in a browser', () => {
  const at = useBrowser();
  /** The browser's console messages. */
  let complaints: string[];
  let asked: string[];

  afterEach(() => {
    expect(complaints.filter((text) => !text.includes('422'))).toEqual([]);
    expect(
      asked.filter(
        (url) => !/\/sign_up\/|\/favicon\.svg$/.test(url.replace(at.sandbox.origin, '')),
      ),
    ).toEqual([]);
  });

  async function open(
    colorScheme: 'light' | 'dark' = 'light',
  ): Promise<{ page: Page; token: string }> {
    const answer = await send('POST', `${at.sandbox.url}/sign_up`, {
      body: { org_name: 'Engines' },
    });
    const { signup_url, cli_token } = resultOf<Record<'signup_url' | 'cli_token', string>>(answer);
    const context = await at.browser.newContext({ javaScriptEnabled: false, colorScheme });
    const page = await context.newPage();
    complaints = [];
    asked = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(signup_url);
    return { page, token: cli_token };
  }

  const poll = async (token: string): Promise<number> =>
    (await send('GET', `${at.sandbox.url}/sign_up/${token}`)).status;

  test('lets you create the account with the keyboard alone', async () => {
    const { page, token } = await open();
    await page.keyboard.press('Tab');
    await page.keyboard.type('ada@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Ada Lovelace');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your account is ready' }).waitFor();
    expect(await poll(token)).toBe(200);
    await page.reload();
    await page.getByRole('heading', { name: 'This sign-up is complete' }).waitFor();
    expect(await poll(token)).toBe(410);
  });

  test('shows input errors to screen readers and on the screen', async () => {
    const { page, token } = await open();
    await page.getByLabel('Email').fill('ada');
    await page.getByRole('button', { name: 'Create account' }).click();
    const summary = page.getByRole('alert');
    await summary.waitFor();
    expect(await page.title()).toMatch(/^Error: /);
    expect(await summary.getByRole('link').allTextContents()).toEqual([
      'Email address must look like name@example.com',
      'Your name is required',
    ]);
    expect(await page.locator(':focus').getAttribute('role')).toBe('alert');
    await summary.getByRole('link', { name: 'Your name is required' }).click();
    await page.keyboard.type('Ada Lovelace');
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ada Lovelace');
    expect(await page.getByLabel('Organization name').inputValue()).toBe('Engines');
    expect(await poll(token)).toBe(202);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Your account is ready' }).waitFor();
  });

  test('creates only one account even after a double click and the back button', async () => {
    const { page } = await open();
    const count = async () =>
      (
        (await send('GET', `${at.sandbox.origin}/_sandbox/accounts`)).json as {
          accounts: unknown[];
        }
      ).accounts.length;
    const before = await count();
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Your name').fill('Ada');
    await page.getByRole('button').dblclick();
    await page.getByRole('heading', { name: 'Your account is ready' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Your account is ready' }).waitFor();
    expect(await count()).toBe(before + 1);
  });

  test.each(['light', 'dark'] as const)(
    'changes its colors with the color scheme, and fits the screen of a phone (color scheme: %s)',
    async (scheme) => {
      const { page } = await open(scheme);
      await page.setViewportSize({ width: 320, height: 640 });
      const box = await page.locator('main').boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= 320).toBe(true);
      const shot = await page.screenshot({ clip: { x: 2, y: 2, width: 1, height: 1 } });
      const other = await open(scheme === 'light' ? 'dark' : 'light');
      expect(
        shot.equals(await other.page.screenshot({ clip: { x: 2, y: 2, width: 1, height: 1 } })),
      ).toBe(false);
    },
  );
});
