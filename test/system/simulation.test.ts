// Responses, connections, directories and waypost itself fail at random during a sign-up. The test resumes the sign-up, at
// last without failures, and checks that no keys are lost. WAYPOST_FUZZ_RUNS sets the number of sign-ups.
// test/system/signup-steps.test.ts makes each step fail once.
import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useSandbox } from '../sandbox/support/bench';
import { type Answer, send } from '../sandbox/support/client';
import { random } from '../support/random';
import { type Asked, standIn } from '../support/service';
import { Home } from '../support/tool';
import { patience, runsOf, seed } from './fuzz/support/fuzz';

const bench = useSandbox();
const preload = join(__dirname, '../support/sign-up-failures.cjs');

type Chance = () => number;
const below = (chance: Chance, limit: number): number => Math.floor(chance() * limit);

/** Starts a server between waypost and the sandbox. `trouble` returns the share of requests that fail. */
function startWire(chance: Chance, trouble: () => number) {
  const reset = (response: ServerResponse): void => void response.socket?.resetAndDestroy();
  const before = [
    reset,
    (response: ServerResponse) => response.writeHead(503).end(),
    (response: ServerResponse) =>
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
    (response: ServerResponse) => response.writeHead(429, { 'retry-after': '1' }).end(),
  ];
  const pass = async ({ method, path, headers, body }: Asked): Promise<Answer> => {
    const { authorization } = headers;
    return send(method, bench.sandbox.origin + path, {
      ...(authorization === undefined ? {} : { headers: { authorization } }),
      ...(body === '' ? {} : { body: JSON.parse(body) }),
    });
  };
  return standIn((asked, response) => {
    if (chance() < trouble()) return before[below(chance, before.length)]?.(response);
    return void pass(asked).then(({ status, headers, text }) => {
      response.writeHead(status, {
        'content-type': headers['content-type'],
        'content-length': Buffer.byteLength(text),
      });
      // The server does not truncate a response before the end of its last key. Otherwise, the keys would be lost, and waypost
      // would report the loss.
      const keys = [...text.matchAll(/"(?:user_token|test_api_key)":"[^"]*"/g)].at(-1);
      const least = keys === undefined ? 0 : keys.index + keys[0].length;
      const length = least + below(chance, text.length - least);
      const isCut = chance() < trouble() / 2;
      response.write(text.slice(0, length), () => {
        if (isCut) reset(response);
        else response.end(text.slice(length));
      });
    });
  });
}

/** Signs up. Returns `stored` or `shown` if the keys are stored or printed, or the outcomes of all runs if keys are lost. */
async function signUpUnderFailures(chance: Chance): Promise<string> {
  const home = new Home();
  let trouble = chance() * 0.5;
  const wire = await startWire(chance, () => trouble);
  const places = ['.local', '.config', 'waypost-signup'].map((name) => join(home.path, name));
  const outcomes: unknown[] = [];
  try {
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const isLast = attempt >= 4;
      if (isLast) trouble = 0;
      const failures = {
        speed: 40,
        killAt: isLast || chance() < 0.3 ? 0 : 1 + below(chance, 90),
        unwritable: isLast ? [] : places.filter(() => chance() < 0.2),
      };
      const isBegun = existsSync(home.pendingFile);
      if (isBegun) await complete(home);
      const words = isBegun ? ['--resume'] : ['--base-url', wire.url];
      const run = await home.run(
        ['signup', ...words, '--interval', '1', '--timeout', '600', '--deadline', '3600', '--json'],
        {
          env: { WAYPOST_TEST_FAILURES: JSON.stringify(failures) },
          preload: [preload],
          whileRunning: (child) =>
            child.stderr?.on('data', (text) => {
              if (String(text).includes('signup_url_issued')) void complete(home);
            }),
        },
      );
      const { error } = JSON.parse(run.stdout || '{}');
      outcomes.push(error?.code ?? run.signal ?? 'success');
      if (/^signup_(lost|expired)$/.test(error?.code)) break;
      const shown = error?.details?.credentials;
      if (shown?.user_token && shown.test_api_key) return 'shown';
      if (!existsSync(home.configFile)) continue;
      const stored = JSON.parse(readFileSync(home.configFile, 'utf8'));
      if (stored.api_key && stored.user_token) return 'stored';
    }
    return `lost after ${outcomes.join(', ')}`;
  } finally {
    await wire.close();
    home.remove();
  }
}

/** Completes the pending sign-up, like a user in the browser. */
async function complete(home: Home): Promise<void> {
  if (!existsSync(home.pendingFile)) return;
  const { cli_token: token } = JSON.parse(readFileSync(home.pendingFile, 'utf8'));
  await bench.control('POST', `/sign_up/${token}/complete`);
}

const runs = runsOf(40);

test(`each of ${runs} sign-ups stores or prints its keys despite random failures`, {
  timeout: patience,
}, async () => {
  const ended = new Set<string>();
  for (let number = 0; number < runs; number += 3) {
    const some = [0, 1, 2].map((next) =>
      signUpUnderFailures(random(seed + (number + next) * 7919)),
    );
    for (const where of await Promise.all(some)) ended.add(where);
  }
  expect([...ended, 'shown'].filter((where) => where !== 'stored' && where !== 'shown')).toEqual(
    [],
  );
  expect(ended).toContain('stored');
});
