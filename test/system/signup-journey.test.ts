// `waypost signup` waits in a terminal while the user completes the sign-up page in a real browser.
import { readFileSync, statSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, startBrowser } from '../support/browser';
import { type RunningSandbox, startSandbox } from '../support/sandbox';
import { hasTerminal, Terminal } from '../support/terminal';
import { command, documentOf, Home } from '../support/tool';

describe.skipIf(!hasBrowser || !hasTerminal)('`waypost signup`', () => {
  let browser: Browser;
  let sandbox: RunningSandbox;
  const home = new Home();

  beforeAll(async () => {
    browser = await startBrowser();
    sandbox = await startSandbox({ data: null });
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
    home.remove();
  });

  test('stores the keys after a sign-up in a real browser, and `auth whoami` reports the keys', async () => {
    const env = { WAYPOST_BASE_URL: sandbox.url };
    const terminal = new Terminal(
      [...command, 'signup', '--no-browser', '--interval', '1', '--email', 'ada@example.org'],
      home.environment(env),
    );
    const [address] = await terminal.until(/http:\/\/127\.0\.0\.1:\d+\/[^\s]+(?:\n[^\s]+)?/);
    await terminal.until(/Waiting for you to finish in the browser/);
    const pending = JSON.parse(readFileSync(home.pendingFile, 'utf8'));
    expect(pending.signup_url).toBe(address.replace('\n', ''));

    const page = await browser.newPage();
    await page.goto(pending.signup_url);
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.org');
    await page.getByLabel('Your name').fill('Ada Example');
    await page.getByLabel('Organization name').fill('Example Maps');
    await page.getByRole('button', { name: 'Create account' }).click();
    // waypost can claim the keys before the browser shows the next page.
    const end = /^(Your account is ready|This sign-up is complete)$/;
    await page.getByRole('heading', { name: end }).waitFor();

    expect(await terminal.end()).toEqual({ status: 0, restored: true, cursorShown: true });
    expect(terminal.screen()).toContain('Signed up.');

    const stored = JSON.parse(readFileSync(home.configFile, 'utf8'));
    expect(stored).toEqual({
      api_key: expect.stringMatching(/^ak_/),
      user_token: expect.stringMatching(/^uk_/),
      base_url: sandbox.url,
    });
    expect(statSync(home.configFile).mode & 0o777).toBe(0o600);
    for (const secret of [stored.api_key, stored.user_token, pending.cli_token]) {
      expect(terminal.raw).not.toContain(secret);
    }

    const again = await fetch(`${sandbox.url}/sign_up/${pending.cli_token}`);
    expect(again.status).toBe(410);

    home.keep(stored.api_key, stored.user_token, pending.cli_token);
    const whoami = await home.run('auth whoami --json', { env });
    expect(documentOf(whoami)).toEqual({
      api_key: { source: 'config', preview: `${stored.api_key.slice(0, 6)}…` },
      user_token: { source: 'config', preview: `${stored.user_token.slice(0, 6)}…` },
      live: true,
      available: true,
    });
  });
});
