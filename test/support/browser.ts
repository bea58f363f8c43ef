// Runs the installed Chromium. If Chromium is not installed, the tests that require it are skipped.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type BuiltSandbox, startBuiltSandbox } from './built-sandbox';
import { requirement } from './requirement';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

function find(): string | undefined {
  const named = process.env.WAYPOST_TEST_CHROMIUM;
  if (named) return existsSync(named) ? named : undefined;
  const directories = (process.env.PATH ?? '').split(delimiter);
  return directories
    .flatMap((directory) => names.map((name) => join(directory, name)))
    .find(existsSync);
}

const executable = find();

/** True if Chromium is installed. See `requirement`. */
export const hasBrowser = requirement('browser', () =>
  executable === undefined ? 'Chromium is not installed' : undefined,
);

/** Starts the browser with options that prevent network requests of the browser itself. */
export async function startBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    ...(executable === undefined ? {} : { executablePath: executable }),
    // Without this variable, Chromium would start a message bus and a keyring, which would continue to run.
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    // The timeout is long, so that only tests that hang reach it.
    context.setDefaultTimeout(240_000);
    return context;
  };
  return browser;
}

/** Starts a browser and a sandbox in a separate process before the tests of a group, and ends both after the tests. */
export function useBrowser(): { browser: Browser; sandbox: BuiltSandbox } {
  const at = {} as ReturnType<typeof useBrowser>;
  beforeAll(async () => {
    at.browser = await startBrowser();
    at.sandbox = await startBuiltSandbox();
  });
  afterAll(async () => {
    await at.browser?.close();
    await at.sandbox?.close();
  });
  return at;
}
