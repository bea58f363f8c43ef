// Runs the system's Chromium. Tests that need it are skipped with a message if it is missing.
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

/** Whether a browser is installed; fails instead if a browser is required. */
export const hasBrowser = requirement('browser', () =>
  executable === undefined ? 'Chromium is not installed' : undefined,
);

/** Starts the browser without its own network requests. */
export async function startBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    ...(executable === undefined ? {} : { executablePath: executable }),
    // Without a desktop session, Chromium would start a message bus and a keyring that outlive it.
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
    // Ends only tests that hang.
    context.setDefaultTimeout(240_000);
    return context;
  };
  return browser;
}

/** A browser and a sandbox in a separate process, for the tests of a group. */
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
