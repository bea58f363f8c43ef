// The sandbox on a faulty machine: killed, or refused by the disk, at its system calls while it starts and
// acknowledges writes; under a clock that jumps; with a snapshot that was changed. What it acknowledged is
// there afterwards.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chanceFrom, hashOf } from '../random.mjs';
import { makeHome, removeHome } from './home.mjs';
import { byPreload, bySystemCall, faultsAt, faultText } from './injection.mjs';
import { jumpingClock } from './machine.mjs';
import { startSandbox } from './sandbox.mjs';

/** Prepares the part; `withoutStrace` puts the faults at calls by a preloaded module alone. */
export function sandboxFaults({ folder, seed, withoutStrace }) {
  const injector = bySystemCall.isPossible() && !withoutStrace ? bySystemCall : byPreload;
  let plan;

  const configs = (keys) => ['GET', `/keys/${keys.key}/configs`, { token: keys.user_token }];
  const namesOf = ({ json }) => new Set(json?.result?.configs.map(({ name }) => name));

  async function write(sandbox, keys, done, from = 0) {
    for (let number = from; number < from + 4; number += 1) {
      const name = `n${number}`;
      const options = { token: keys.user_token, body: { name, payload: name.repeat(500) } };
      const { status } = await sandbox.ask('POST', `/keys/${keys.key}/configs`, options);
      if (status === 200) done.add(name);
      if (status === 0) return;
    }
  }

  async function filled() {
    const home = makeHome(folder);
    const data = join(home, 'data');
    const sandbox = await startSandbox(home, { data });
    const keys = await sandbox.account();
    await sandbox.end('SIGTERM');
    return { home, data, keys };
  }

  async function find() {
    const { home, data, keys } = await filled();
    const trace = injector.tracing(data, makeHome(folder));
    const sandbox = await startSandbox(home, { data, ...trace.options });
    await write(sandbox, keys, new Set());
    await sandbox.end('SIGTERM');
    rmSync(home, { recursive: true });
    const chance = chanceFrom(hashOf(`${seed} sandbox`));
    const faults = trace.points().flatMap((point) => faultsAt(point, chance));
    return faults.map((fault) => [chance(), fault]).sort(([a], [b]) => a - b);
  }

  /** Starts it with a trouble, writes, and looks for what it acknowledged without the trouble. */
  async function withTrouble({ home, data, keys }, { what, ...options }) {
    const done = new Set();
    const faults = [];
    const sandbox = await startSandbox(home, { data, ...options });
    if (sandbox.url !== undefined) await write(sandbox, keys, done);
    faults.push(...(await sandbox.end()));
    // What its disk refuses while it runs stands in its log, with a stack.
    const told = JSON.stringify(sandbox.document);
    if (told.includes('internal_error')) faults.push(['bad answer', told]);
    const again = await startSandbox(home, { data });
    if (again.url === undefined)
      faults.push(['lost', `it starts no more: ${JSON.stringify(again.document)}`]);
    else {
      const there = namesOf(await again.ask(...configs(keys)));
      const missing = [...done].filter((name) => !there.has(name));
      if (missing.length > 0) faults.push(['lost', `acknowledged and gone: ${missing}`]);
      faults.push(...(await again.end()));
    }
    return { name: `sandbox: ${what}`, faults };
  }

  /** A snapshot with a changed byte is refused, or its state is the one that was saved. */
  async function withChangedSnapshot({ home, data, keys }, chance) {
    const sandbox = await startSandbox(home, { data });
    const saved = new Set();
    await write(sandbox, keys, saved);
    await sandbox.ask('POST', '/_sandbox/snapshots/one', { body: {} });
    const file = join(data, 'snapshots/one.db');
    const bytes = readFileSync(file);
    const at = Math.floor(chance() * bytes.length);
    bytes[at] ^= 1 + Math.floor(chance() * 255);
    writeFileSync(file, bytes);
    const now = new Set(saved);
    await write(sandbox, keys, now, 4);
    const { status, text } = await sandbox.ask('POST', '/_sandbox/snapshots/one/restore', {
      body: {},
    });
    const there = namesOf(await sandbox.ask(...configs(keys)));
    const expected = status === 200 ? saved : now;
    const faults = await sandbox.end();
    if (status === 0) faults.push(['bad answer', 'no answer']);
    if ([...expected].some((name) => !there.has(name)) || there.size !== expected.size)
      faults.push([
        status === 200 ? 'wrong success' : 'lost',
        `${[...there]} instead of ${[...expected]} (${status}): ${text}`,
      ]);
    return { name: `sandbox: byte ${at} of a snapshot`, faults };
  }

  async function next(number, chance) {
    plan ??= find();
    const faults = await plan;
    const bench = await filled();
    try {
      if (number % 8 === 0) return await withTrouble(bench, jumpingClock(chance));
      if (number % 8 === 1) return await withChangedSnapshot(bench, chance);
      const turn = Math.floor(number / 8) * 6 + (number % 8) - 2;
      const [, fault] = faults[turn % faults.length];
      const lasting = chance() < 0.5;
      return await withTrouble(bench, {
        what: faultText(fault, lasting),
        ...injector.injecting(bench.data, fault, lasting),
      });
    } finally {
      removeHome(bench.home);
    }
  }
  return { name: 'sandbox', next, close() {} };
}
