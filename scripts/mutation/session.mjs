// Runs of the tests in a copy of the tree that has every mistake in it. A run that hangs is ended.
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { copyTree } from '../coverage/copy.mjs';
import { mutate } from './mutants.mjs';

/** Left as they are: a mistake there could end any process of this machine. */
const spared = ['src/lib/end-tree.ts'];

/** A run whose log does not grow for this long hangs, in milliseconds. */
const hangMs = 90_000;

/** Says which mistake is on. In a process that a test starts, it notes at the end which were reached. */
const common = (folder) => `
  const scope = globalThis as any;
  const { readFileSync, writeFileSync } = process.getBuiltinModule('node:fs');
  const folder = ${JSON.stringify(folder)};

  // A wrong path must not remove anything but what the tests made. The build removes files of its own.
  const fs = process.getBuiltinModule('node:fs') as any;
  if (!scope.__removesOwn && !process.argv[1]?.endsWith('build.mjs')) {
    scope.__removesOwn = true;
    const { resolve } = process.getBuiltinModule('node:path');
    const guarded = (remove: any) => (path: string, ...rest: any[]) => {
      const place = resolve(String(path));
      if (!place.startsWith(folder + '/tmp/')) throw new Error('not removed: ' + place);
      return remove(path, ...rest);
    };
    for (const name of ['rm', 'rmSync', 'rmdir', 'rmdirSync']) fs[name] = guarded(fs[name]);
    fs.promises.rm = guarded(fs.promises.rm);
    process.getBuiltinModule('node:module').syncBuiltinESMExports();
  }

  function start() {
    const active = Number(readFileSync(folder + '/active', 'utf8'));
    const state = { active, reached: new Set<number>() };
    process.on('exit', () => {
      try {
        const name = folder + '/reached/' + process.pid + '-' + process.hrtime.bigint();
        writeFileSync(name, JSON.stringify([...state.reached]));
      } catch {}
    });
    return state;
  }

  const state = (scope.__mutation ??= start());

  export function is(id: number): boolean {
    state.reached.add(id);
    return state.active === id;
  }
`;

/** Makes and builds the copy. Gives the mistakes in it, what runs a plan (see runner.mjs), and what ends it all. */
export function openSession(root) {
  const mutants = [];
  const copy = copyTree(root, {
    rewrite(file, text, shared) {
      if (spared.includes(file)) return text;
      const result = mutate(text, mutants.length);
      for (const mutant of result.mutants) mutants.push({ ...mutant, file });
      return `import { is as __is } from '${shared}';\n${result.text}`;
    },
    common: (directory) => common(join(directory, 'mutation')),
  });
  const folder = join(copy, 'mutation');
  const [log, reached] = [join(folder, 'log'), join(folder, 'reached')];
  const scratch = join(folder, 'tmp');
  for (const directory of [reached, scratch]) {
    mkdirSync(directory, { recursive: true });
    chmodSync(directory, 0o1777);
  }
  writeFileSync(join(folder, 'active'), '-1');
  let underway;

  function close() {
    if (underway !== undefined) end(-underway);
    rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
  }

  async function run(plan) {
    writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
    writeFileSync(join(folder, 'active'), String(plan.active ?? -1));
    writeFileSync(log, '');
    const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
    const words = ['run', '--config', 'scripts/mutation/vitest.config.mts'];
    const child = spawn(
      process.execPath,
      [vitest, ...words, ...(plan.phase === 'whole' ? ['--bail', '1'] : [])],
      {
        cwd: copy,
        env: { ...process.env, WAYPOST_MUTATION: folder, TMPDIR: scratch },
        stdio: 'ignore',
        detached: true,
      },
    );
    underway = child.pid;
    let hung = false;
    const isHung = watchdog(log, child.pid);
    const watch = setInterval(() => {
      if (isHung()) hung = true;
    }, 1000);
    const status = await new Promise((resolve) => child.once('close', resolve));
    underway = undefined;
    clearInterval(watch);
    for (const name of readdirSync(reached)) rmSync(join(reached, name));
    return { failed: status !== 0 || hung, entries: entriesOf(log) };
  }

  const { status } = spawnSync(process.execPath, ['scripts/build.mjs', '--quiet'], {
    cwd: copy,
    stdio: 'inherit',
  });
  if (status !== 0) {
    close();
    throw new Error('the copy with the mistakes cannot be built');
  }
  // What the build reached.
  for (const name of readdirSync(reached)) rmSync(join(reached, name));
  return { copy, mutants, run, close };
}

/** Ends the worker that has noted nothing for too long, and where that does not help, everything. Tells whether it did. */
function watchdog(log, group) {
  let since = Date.now();
  let ended;
  return () => {
    const entries = entriesOf(log);
    // A test that waits is ended by the runner, one that never waits is not.
    const { limitMs } = entries.at(-1) ?? {};
    const silentMs = Date.now() - Math.max(since, statSync(log).mtimeMs);
    if (silentMs < (limitMs === undefined ? hangMs : limitMs + 4000)) return false;
    const worker = entries.findLast((entry) => entry.worker !== undefined)?.worker;
    end(worker === undefined || worker === ended ? -group : worker);
    ended = worker;
    since = Date.now();
    return true;
  };
}

function entriesOf(log) {
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function end(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
