// The place picker of `places search`, with a service that responds when the test tells it to respond: input during a search,
// errors, and closing the picker. test/cli/prompts/live-search.test.ts tests when the picker searches, and which hits the
// user can choose.
import { execFileSync } from 'node:child_process';
import { readlinkSync, realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  expired,
  hit,
  type PlaceService,
  placeKeys,
  placeService,
  silent,
} from '../support/place-service';
import { hasTerminal, shown, Terminal } from '../support/terminal';
import { command, Home } from '../support/tool';

let terminal: Terminal | undefined;

afterEach(() => {
  // The output must not contain a key.
  for (const key of Object.values(placeKeys)) expect(terminal?.raw).not.toContain(key);
  terminal?.kill();
});

function open({ url }: PlaceService, ...args: string[]): Terminal {
  const home = new Home();
  onTestFinished(() => home.remove());
  terminal = new Terminal(
    [...command, '--base-url', url, 'places', 'search', ...args],
    home.environment(placeKeys),
  );
  return terminal;
}

const enter = '\r';
const interrupt = '\x03';
const ready = /Enter to resolve the place/;
const done = { status: 0, restored: true, cursorShown: true };
const interrupted = { ...done, status: 130 };

describe.skipIf(!hasTerminal)('during a search, the place picker', () => {
  test('does not resolve a place after Enter, but asks you to press Enter again when you see the results', async () => {
    const service = await placeService();
    const screen = open(service, 'ber');
    (await service.search(1)).find(['Bern, Switzerland']);
    await screen.until(ready);
    screen.type('l');
    await screen.until(/Place: berl\n {2}Bern, Switzerland {2}DEU\nSearching…/);
    screen.type(enter + enter);
    await screen.until(/Searching… Press Enter again when you see the results\./);
    (await service.search(2)).find(['Berlin, Germany']);
    await screen.until(/Place: berl\n❯ Berlin, Germany/);
    await screen.until(ready);
    expect(service.paid).toEqual([]);
    screen.type(enter);
    expect(await screen.end()).toEqual(done);
    expect(service.paid).toEqual(['/v1/places/geonames_berlin']);
    expect(shown(screen)).toContain('Cost: 1 lookup. Lookups remaining: 41.');
  });

  test('does not resolve a place if text and Enter arrive together', async () => {
    const service = await placeService();
    const screen = open(service);
    await screen.until(/Type the name/);
    screen.type(`berlin${enter}`);
    (await service.search(1)).find(['Berlin, Germany']);
    await screen.until(ready);
    expect(shown(screen)).toMatch(/^Place: berlin\n/);
    screen.type(interrupt);
    expect(await screen.end()).toEqual(interrupted);
    expect([service.texts, service.paid]).toEqual([['berlin'], []]);
  });
});

describe.skipIf(!hasTerminal)('after an unusual response, the place picker', () => {
  test.each<[name: string, status: number, code: number, headers: object, says: RegExp]>([
    ['an internal error', 500, 5001, {}, /Error: Refused \(HTTP 500, API code 5001\)/],
    [
      'a rate limit',
      429,
      4291,
      { 'retry-after': 120 },
      /Error: Refused \(HTTP 429.*\nTry again in 120 seconds/,
    ],
    ['a rejected query', 400, 40016, {}, /Error: Refused \(HTTP 400, API code 40016\)/],
  ])(
    'shows the error for %s and lets you continue to type',
    async (_, status, code, headers, says) => {
      const service = await placeService();
      const screen = open(service, 'b');
      (await service.search(1)).refuse(status, code, { ...headers });
      await screen.until(says);
      await screen.until(/Enter to search again · Esc to close/);
      screen.type(enter);
      (await service.search(2)).refuse(status, code, { ...headers });
      await screen.until(says);
      screen.type('e');
      (await service.search(3)).find(['Bern, Switzerland']);
      await screen.until(/Place: be\n❯ Bern/);
      expect(shown(screen)).not.toContain('Error');
      screen.type(interrupt);
      expect(await screen.end()).toEqual(interrupted);
      expect([service.texts, service.paid]).toEqual([['b', 'b', 'be'], []]);
    },
  );

  test('announces each retry after a broken connection, and shows the error after the last retry', async () => {
    const service = await placeService();
    const screen = open(service, 'b');
    (await service.search(1)).reset();
    await screen.until(/No response yet\. Retrying in 1 second\./);
    for (const count of [2, 3, 4]) (await service.search(count)).reset();
    await screen.until(/Error: .*broke before the end/);
    screen.type(interrupt);
    expect(await screen.end()).toEqual(interrupted);
  });

  test.each<[exit: number, status: number, code: number]>([
    [4, 401, 4010],
    [1, 404, 404],
  ])('ends with exit code %d (HTTP status: %d, API code: %d)', async (exit, status, code) => {
    const service = await placeService();
    const screen = open(service, 'b');
    (await service.search(1)).refuse(status, code);
    expect(await screen.end()).toEqual({ ...done, status: exit });
    expect(shown(screen)).toMatch(/^Error: Refused/);
  });

  test("suggests that you search for the place again if the chosen place's ID has expired", async () => {
    const service = await placeService(expired);
    const screen = open(service, 'b');
    (await service.search(1)).find(['Berlin, Germany']);
    await screen.until(ready);
    screen.type(enter);
    expect(await screen.end()).toEqual({ ...done, status: 1 });
    expect(shown(screen)).toMatch(
      /Place not found.*\nSearch for the place again .*because place IDs expire\. Nothing\s+was billed\./,
    );
  });

  test('waits if the request quota is used up, and shows the remaining waiting time', async () => {
    const service = await placeService();
    const screen = open(service, 'b');
    const reset = Math.floor(Date.now() / 1000) + 3600;
    (await service.search(1)).find(['Bern, Switzerland'], {
      'x-ratelimit-limit': 3000,
      'x-ratelimit-remaining': 0,
      'x-ratelimit-reset': reset,
    });
    await screen.until(ready);
    screen.type('e');
    // The picker waits at most five minutes, the length of the service's quota period.
    await screen.until(
      /The service allows no more searches for now\. Next search in (300|2\d\d) seconds\./,
    );
    screen.type(interrupt);
    expect(await screen.end()).toEqual(interrupted);
    expect(service.texts).toEqual(['b']);
  });

  test('removes control sequences from place names', async () => {
    const service = await placeService();
    const screen = open(service, 'b');
    const evil = '\x1b]0;owned\x07\x1b[2J\x9b5mEvil\r\nTown\u202e';
    (await service.search(1)).find([
      { ...hit('Bern, Switzerland'), descriptive_name: evil, country_iso: '\x1b[5mX' },
    ]);
    await screen.until(/❯ Evil Town {2}X/);
    await screen.until(ready);
    screen.type(enter);
    await screen.end();
    expect(shown(screen)).toContain('Place: Evil Town\n');
    for (const part of ['owned', '\x1b[2J', '\x9b', '\x1b[5m', '\u202e']) {
      expect(screen.raw).not.toContain(part);
    }
  });

  test('omits places without an ID, because they cannot be resolved', async () => {
    const service = await placeService();
    const screen = open(service, 'b');
    const { id: _, ...nameless } = hit('Nowhere');
    (await service.search(1)).find([{ ...nameless, id: '' }, 'Bern, Switzerland']);
    await screen.until(/Place: b\n❯ Bern/);
    screen.type(interrupt);
    await screen.end();
  });
});

/** Brings the picker into the state in which the test closes the picker. */
type Moment = (service: PlaceService, screen: Terminal) => Promise<void>;

const moments: [name: string, args: string[], reach: Moment][] = [
  [
    'before any input',
    [],
    async (_, screen) => {
      await screen.until(/Type the name/);
    },
  ],
  [
    'during a search',
    ['b'],
    async (service, screen) => {
      await service.search(1);
      await screen.until(/Searching/);
    },
  ],
  [
    'while places are shown',
    ['b'],
    async (service, screen) => {
      (await service.search(1)).find(['Berlin, Germany', 'Bern, Switzerland']);
      await screen.until(ready);
    },
  ],
  [
    'after no places were found',
    ['b'],
    async (service, screen) => {
      (await service.search(1)).find([]);
      await screen.until(/No places found/);
    },
  ],
  [
    'while an error is shown',
    ['b'],
    async (service, screen) => {
      (await service.search(1)).refuse(500, 5001);
      await screen.until(/Enter to search again/);
    },
  ],
];

describe.skipIf(!hasTerminal)('the place picker', () => {
  test('sends the search options with each search, and the tags with the billed lookup', async () => {
    const service = await placeService();
    const screen = open(service, '--country-iso', 'deu', '--tags', 'a,b', '--bias-ip', 'x');
    const search = await service.search(1);
    expect(search.path).toBe('/v1/places?query=x&country_iso=DEU&bias_ip=true');
    search.find(['Berlin, Germany']);
    await screen.until(ready);
    screen.type(enter);
    await screen.end();
    expect(service.paid).toEqual(['/v1/places/geonames_berlin?tags=a%2Cb']);
  });

  test.each(moments)(
    'restores the screen and does not cost a lookup if you press Ctrl-C %s',
    async (_, args, reach) => {
      const service = await placeService();
      const screen = open(service, ...args);
      await reach(service, screen);
      screen.type(interrupt);
      expect(await screen.end()).toEqual(interrupted);
      expect([shown(screen), service.paid]).toEqual(['', []]);
    },
  );

  test.each(moments.slice(0, -1))(
    'restores the screen and does not cost a lookup if you press Esc %s',
    async (_, args, reach) => {
      const service = await placeService();
      const screen = open(service, ...args);
      await reach(service, screen);
      screen.type('\x1b');
      expect(await screen.end()).toEqual(interrupted);
      expect([shown(screen), service.paid]).toEqual(['', []]);
    },
  );

  test("prints the error and ends waypost with the error's exit code if you press Esc after a failed search", async () => {
    const service = await placeService();
    const screen = open(service, 'b');
    (await service.search(1)).refuse(500, 5001);
    await screen.until(/Enter to search again/);
    screen.type('\x1b');
    expect(await screen.end()).toEqual({ ...done, status: 3 });
    expect(shown(screen)).toMatch(/^Error: Refused \(HTTP 500, API code 5001\)/);
    expect(service.paid).toEqual([]);
  });

  test.each(['SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGINT'] as const)(
    'restores the terminal and ends waypost with the signal %s if another process sends this signal',
    async (signal) => {
      const service = await placeService();
      const screen = open(service, 'b');
      (await service.search(1)).find(['Berlin, Germany']);
      await screen.until(ready);
      killTool(service, signal);
      expect(await screen.end()).toEqual({ ...done, status: 128 + constants.signals[signal] });
      // The shell can print the name of the signal.
      expect(shown(screen)).not.toMatch(/Place|Berlin|Error/);
      expect(service.paid).toEqual([]);
    },
  );

  test('aborts a pending request if you press Ctrl-C', async () => {
    const service = await placeService();
    const screen = open(service, 'b');
    const { gone } = await service.search(1);
    await screen.until(/Searching/);
    screen.type(interrupt);
    await gone;
    expect(await screen.end()).toEqual(interrupted);
  });

  test('closes after Ctrl-D only if the line is empty', async () => {
    const service = await placeService();
    const screen = open(service, 'b');
    (await service.search(1)).find(['Berlin, Germany']);
    await screen.until(ready);
    screen.type('\x04x');
    await screen.until(/Place: bx/);
    screen.type('\x15\x04');
    expect(await screen.end()).toEqual(interrupted);
    expect(service.paid).toEqual([]);
  });

  test('does not recall an earlier query after an arrow key, and still closes after Ctrl-C', async () => {
    const service = await placeService();
    const screen = open(service, 'b');
    await service.search(1);
    screen.type(enter);
    await screen.until(/Press Enter again/);
    screen.type('\x15\x1b[Ax');
    await screen.until(/Place: x\n/);
    screen.type(interrupt);
    expect(await screen.end()).toEqual(interrupted);
  });

  test('ignores Ctrl-Z', async () => {
    const service = await placeService();
    const screen = open(service);
    await screen.until(/Type the name/);
    screen.type('\x1ab');
    (await service.search(1)).find(['Berlin, Germany']);
    await screen.until(/Place: b\n❯ Berlin/);
    // After Ctrl-Z, the picker still reads every key.
    screen.type('e');
    await service.search(2);
    screen.type(interrupt);
    expect(await screen.end()).toEqual(interrupted);
  });

  test('ends waypost with SIGINT if you press Ctrl-C while waypost resolves the place', async () => {
    const service = await placeService(silent);
    const screen = open(service, 'b');
    (await service.search(1)).find(['Berlin, Germany']);
    await screen.until(ready);
    screen.type(enter);
    await service.resolution();
    await screen.until(/Place: Berlin, Germany/);
    screen.type(interrupt);
    expect(await screen.end()).toEqual(interrupted);
    expect(service.paid).toHaveLength(1);
  });
});

/** Sends a signal to waypost, but not to the shell that runs waypost. */
function killTool({ url }: PlaceService, signal: NodeJS.Signals): void {
  const found = execFileSync('pgrep', [
    '-f',
    `${command.join(' ')} --base-url ${url} places search`,
  ]);
  for (const pid of found.toString().trim().split('\n')) {
    if (readlinkSync(`/proc/${pid}/exe`) === realpathSync(command[0])) {
      process.kill(Number(pid), signal);
    }
  }
}
