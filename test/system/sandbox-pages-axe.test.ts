// Opens every page of the sandbox in a real browser, with long and with right-to-left names. axe must not find a violation,
// and elements must not exceed their boxes in windows that are 320 to 1,600 pixels wide.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { resultOf } from '../sandbox/support/bench';
import { send } from '../sandbox/support/client';
import { submitForm } from '../sandbox/support/pages';
import { hasBrowser, useBrowser } from '../support/browser';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const rightToLeft = 'شركة الاختبار المحدودة للخرائط والعناوين '.repeat(3).slice(0, 120);
const widths = [320, 768, 1280, 1600];

interface Violation {
  id: string;
  impact: string;
  nodes: { target: string[] }[];
}

describe.skipIf(!hasBrowser)("the sandbox's pages", () => {
  const at = useBrowser();
  const paths = new Map<string, string>();

  async function account(email: string, name: string) {
    const started = await send('POST', `${at.sandbox.url}/sign_up`, { body: { email } });
    const { signup_url, cli_token } = resultOf<Record<string, string>>(started);
    const { pathname } = new URL(signup_url ?? '');
    await submitForm(at.sandbox.origin, pathname, { email, name, org_name: long });
    paths.set(`signed up, ${email}`, pathname);
    const claimed = await send('GET', `${at.sandbox.url}/sign_up/${cli_token}`);
    const { test_api_key, user_token } = resultOf<Record<string, string>>(claimed);
    return { key: test_api_key ?? '', user_token };
  }

  async function fill(): Promise<void> {
    const submit = (path: string, fields: Record<string, string>) =>
      submitForm(at.sandbox.origin, `/dashboard${path}`, fields);
    const { key, user_token } = await account('ada@engines.example', rightToLeft);
    const { key: other } = await account(`${'a'.repeat(60)}@${'b'.repeat(60)}.example`, long);
    await at.sandbox.control('PATCH', `/keys/${key}`, { sublicensing: true, name: 'م'.repeat(32) });
    await at.sandbox.control('PATCH', `/keys/${other}`, { name: 'W'.repeat(32), high_risk: true });
    const headers = { Authorization: `Bearer ${user_token}` };
    for (const name of [long, rightToLeft]) {
      await send('POST', `${at.sandbox.url}/keys/${key}/licensees`, { headers, body: { name } });
    }
    await submit('/faults/add', { path: `/v1/${'long/'.repeat(40)}*`, fault: '503' });
    const tags = ['t'.repeat(200), 'م'.repeat(50)];
    for (const [count, licensee] of [
      [250_000, '1'],
      [100, '2'],
    ]) {
      await at.sandbox.control('POST', `/keys/${key}/lookups`, { count, tags, licensee });
    }
    const ofKey = ['', '?days=90', '/log', '/settings'];
    const all = [
      '',
      '/requests',
      '/faults',
      '/clock',
      ...ofKey.map((path) => `/keys/${key}${path}`),
    ];
    const wrong = [`/keys/${key}/log?start=x&type=y`, '/keys/ak_none', '/nothing'];
    for (const path of [...all, `/keys/${other}`, ...wrong]) paths.set(path, `/dashboard${path}`);
    const log = await send('GET', `${at.sandbox.origin}/dashboard/keys/${key}/log`);
    const row = /href="([^"]*\/log\/\d+-\d+)"/.exec(log.text)?.[1] ?? '';
    paths.set('a row', row);
    const fresh = await send('POST', `${at.sandbox.url}/sign_up`, { body: { name: long } });
    paths.set('sign-up', new URL(resultOf<{ signup_url: string }>(fresh).signup_url).pathname);
    paths.set('a sign-up that is not known', '/sign_up/none');
  }

  beforeAll(async () => {
    await fill();
  });

  /** Opens every page and two forms that show input errors, and calls `look` with the name of each. */
  async function everyPage(page: Page, look: (name: string) => Promise<void>): Promise<void> {
    expect(paths.size).toBeGreaterThan(14);
    for (const [name, path] of paths) {
      await page.goto(at.sandbox.origin + path);
      await page.evaluate(
        "for (const one of document.querySelectorAll('details')) one.open = true",
      );
      await look(name);
    }
    const settings = [...paths.values()].find((path) => path.endsWith('/settings')) ?? '';
    await page.goto(at.sandbox.origin + settings);
    await page.getByLabel('Name', { exact: true }).fill('\u0001'.repeat(2));
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByRole('alert').waitFor();
    await look('settings that came back');
    await page.goto(at.sandbox.origin + (paths.get('sign-up') ?? ''));
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('alert').waitFor();
    await look('sign-up that came back');
  }

  /** Returns the violations that axe finds on a page. */
  async function findings(page: Page): Promise<string[]> {
    const { violations, passes } = await page.evaluate<{
      violations: Violation[];
      passes: unknown[];
    }>(`axe.run()`);
    expect(passes.length).toBeGreaterThan(10);
    return violations.map(
      ({ id, impact, nodes }) => `${impact} ${id} ${nodes.map(({ target }) => target)}`,
    );
  }

  /** Returns the width of the page's content, and the elements that exceed their box, in a window of this width. */
  async function outside(page: Page, width: number): Promise<unknown> {
    await page.setViewportSize({ width, height: 800 });
    return page.evaluate(`({
      scroll: document.documentElement.scrollWidth,
      outside: [...document.querySelectorAll('main, main *')]
        .filter((element) => !element.closest('.unseen, svg, select, textarea, input'))
        .filter((element) => {
          const box = element.getBoundingClientRect();
          if (box.width === 0) return false;
          // An element can exceed a box that scrolls or truncates its content.
          const own = element.parentElement.closest('.wide, td bdi, th bdi, td, th, .card, .tiles > div, main, body');
          const outer = own.getBoundingClientRect();
          if (own.matches('.wide, td, th, bdi')) return false;
          return box.left < outer.left - 1 || box.right > outer.right + 1;
        })
        .map((element) => element.outerHTML.slice(0, 80)),
    })`);
  }

  test('have no axe violations in light and dark colors, and do not overflow at any tested width', async () => {
    const context = await at.browser.newContext({ colorScheme: 'light' });
    const page = await context.newPage();
    await everyPage(page, async (name) => {
      await page.evaluate(axe);
      expect({ name, found: await findings(page) }).toEqual({ name, found: [] });
      await page.emulateMedia({ colorScheme: 'dark' });
      expect({ name, dark: await findings(page) }).toEqual({ name, dark: [] });
      await page.emulateMedia({ colorScheme: 'light' });
      for (const width of widths) {
        const measured = await outside(page, width);
        expect({ name, width, measured }).toEqual({
          name,
          width,
          measured: { scroll: width, outside: [] },
        });
      }
      await page.setViewportSize({ width: 1280, height: 800 });
    });
    await context.close();
  });

  test('show that a table can be scrolled, and do not let tabs overlap, on a screen that is 390 pixels wide', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const viewport = { width: 390, height: 800 };
      const context = await at.browser.newContext({ viewport, colorScheme });
      const page = await context.newPage();
      await page.goto(
        at.sandbox.origin + ([...paths.values()].find((one) => /\/log$/.test(one)) ?? ''),
      );
      const seen = await page.evaluate<unknown[]>(`(() => {
        const table = document.querySelector('.wide');
        const { backgroundAttachment, backgroundImage } = getComputedStyle(table);
        const tabs = [...document.querySelectorAll('.tabs a')].map((one) => one.getBoundingClientRect());
        const between = (a, b) => Math.max(b.left - a.right, a.left - b.right, b.top - a.bottom, a.top - b.bottom);
        const gaps = tabs.flatMap((one, at) => tabs.slice(at + 1).map((other) => between(one, other)));
        return [
          table.scrollWidth > table.clientWidth, backgroundAttachment,
          backgroundImage.match(/linear-gradient/g).length, Math.min(...gaps) > 4,
        ];
      })()`);
      expect(seen).toEqual([true, 'local, local, scroll, scroll', 4, true]);
      await context.close();
    }
  });

  test("do not let the chart's labels overlap each other or the bars", async () => {
    for (const width of [320, 1600]) {
      const context = await at.browser.newContext({ viewport: { width, height: 800 } });
      const page = await context.newPage();
      const path = [...paths.values()].find((one) => one.endsWith('?days=90')) ?? '';
      await page.goto(at.sandbox.origin + path);
      const overlaps = await page.evaluate<unknown[]>(`(() => {
        const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
        const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        const labels = [...boxes('.scale span'), ...boxes('.chart text')];
        const bars = boxes('.chart .bar');
        return [
          labels.length, bars.length > 0,
          labels.some((label) => bars.some((bar) => meet(label, bar))),
          labels.some((one, at) => labels.some((other, place) => at !== place && meet(one, other))),
        ];
      })()`);
      expect(overlaps).toEqual([7, true, false, false]);
      await context.close();
    }
  });
});
