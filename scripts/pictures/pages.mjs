// Takes screenshots of the sandbox's pages for docs/img, in light and dark mode. The script uses a sandbox in memory
// and the installed Chromium. The script creates accounts and log entries with the sandbox's control API.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { images, root, startSandbox } from './sandbox.mjs';

const executablePath = process.env.WAYPOST_TEST_CHROMIUM ?? '/usr/bin/chromium';
const largest = 150_000;
const now = '2026-11-20T15:24:00Z';
const day = 86_400_000;

/** Signs up an account. Returns its first key. */
async function account(ask, email, name) {
  const { result } = await ask('POST', '/v1/sign_up', { email, name });
  await fetch(result.signup_url, {
    method: 'POST',
    body: new URLSearchParams({ email, name, org_name: 'Engines' }),
  });
  return (await ask('GET', `/v1/sign_up/${result.cli_token}`)).result;
}

/** Takes screenshots of a page in light and dark mode. */
async function picture(browser, origin, name, path, viewport, fullPage = false) {
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({ colorScheme, viewport });
    const page = await context.newPage();
    await page.goto(new URL(path, origin).href);
    const file = join(images, `${name}${colorScheme === 'dark' ? '-dark' : ''}.png`);
    await page.screenshot({ path: file, animations: 'disabled', fullPage });
    await context.close();
    const { size } = await stat(file);
    if (size > largest) throw new Error(`${file} has ${size} bytes`);
    console.log(`${file.slice(root.length + 1)} ${size} bytes`);
  }
}

/** Takes all screenshots and writes them to docs/img. */
export async function photographPages() {
  const { origin, ask, stop } = await startSandbox();
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    await ask('POST', '/_sandbox/clock', { now });
    const northwind = await account(ask, 'grace@northwind.example', 'Grace Okafor');
    const engines = await account(ask, 'ada@engines.example', 'Ada Lovelace');
    const key = engines.test_api_key;
    const further = await ask('POST', '/_sandbox/keys', { account: engines.user_id });
    await ask('PATCH', `/_sandbox/keys/${key}`, {
      lookups_remaining: 18_450,
      allowed_urls: ['https://shop.example', '*.engines.example'],
      ip_allow_list: ['192.0.2.0/24', '127.0.0.1'],
      ip_forwarding: true,
    });
    await ask('PATCH', `/_sandbox/keys/${further.key}`, { lookups_remaining: 0 });
    await ask('PATCH', `/_sandbox/keys/${northwind.test_api_key}`, { plan: 'unlimited' });
    // These lookups resemble those of a shop: fewer on Saturdays and Sundays, and slightly more each week.
    const today = Date.parse(now);
    for (let ago = 20; ago >= 0; ago -= 1) {
      const start = Math.floor(today / day) * day - ago * day;
      const weekend = [0, 6].includes(new Date(start).getUTCDay());
      const count = (weekend ? 90 : 260) + ((ago * 37) % 60) + (20 - ago) * 4;
      const end = Math.min(start + day - 1, today);
      await ask('POST', `/_sandbox/keys/${key}/lookups`, { count, start, end, tags: ['checkout'] });
    }
    const { result } = await ask('POST', '/v1/sign_up', {
      email: 'ada@engines.example',
      name: 'Ada Lovelace',
      org_name: 'Analytical Engines',
    });
    await picture(browser, origin, 'sign-up', result.signup_url, { width: 760, height: 900 }, true);
    await picture(
      browser,
      origin,
      'dashboard-log',
      `/dashboard/keys/${key}/log?type=Place+Resolution`,
      {
        width: 1120,
        height: 720,
      },
    );
  } finally {
    await browser.close();
    stop();
  }
}
