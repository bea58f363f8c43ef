// Runs each test for many mistakes in one process (see ../mutate.mjs). A failure counts where the same test passes
// without the mistake, before and after, and fails with it again.
import { appendFileSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestRunner } from 'vitest';

const folder = process.env.WAYPOST_MUTATION;
const plan = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8'));
const log = join(folder, 'log');
const activeFile = join(folder, 'active');
const reachedFolder = join(folder, 'reached');
const none = -1;

// Tests put others in their place.
const { setTimeout, clearTimeout } = globalThis;
const now = performance.now.bind(performance);

/** With a mistake that is there from the start, tests run as they are. */
const state = { active: plan.active ?? none, reached: new Set() };
globalThis.__mutation = state;

/** Mistakes that a test has noticed. */
const noticed = new Set(
  readFileSync(log, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).killed),
);

/** How long a test may take with a mistake, in milliseconds. */
const limitOf = (test) => 2000 + 8 * plan.tests[test.id].ms;

function note(entry) {
  appendFileSync(log, `${JSON.stringify(entry)}\n`);
  if (entry.killed !== undefined) noticed.add(entry.killed);
}

note({ worker: process.pid });

function activate(id) {
  if (state.active === id) return;
  state.active = id;
  // For the processes that the test starts.
  writeFileSync(activeFile, String(id));
}

/** What processes reached that have ended since the last call. */
function takeReached() {
  const found = new Set();
  for (const name of readdirSync(reachedFolder)) {
    const path = join(reachedFolder, name);
    for (const id of JSON.parse(readFileSync(path, 'utf8'))) found.add(id);
    unlinkSync(path);
  }
  return [...found];
}

export default class extends TestRunner {
  #started = 0;
  #todo = [];
  /** Whether a mistake was survived since the last run without one. */
  #isStained = false;
  #step;

  async onBeforeRunSuite(suite) {
    await super.onBeforeRunSuite(suite);
    // One mistake at a time, so one test at a time.
    for (const task of suite.tasks) task.concurrent = false;
  }

  async onBeforeRunTask(test) {
    await super.onBeforeRunTask(test);
    if (test.mode !== 'run' && test.mode !== 'queued') return;
    if (plan.phase === 'whole') return;
    if (plan.phase === 'reach') {
      test.repeats = 1;
      note({ outside: test.file.name, reached: [...state.reached] });
      return;
    }
    this.#todo = (plan.tests[test.id]?.mutants ?? []).filter((id) => !noticed.has(id));
    if (this.#todo.length === 0) {
      test.mode = 'skip';
      return;
    }
    test.repeats = this.#todo.length * 4 + 4;
    this.#isStained = false;
    this.#step = { kind: 'first', id: none };
  }

  onBeforeTryTask(test, ...rest) {
    super.onBeforeTryTask(test, ...rest);
    if (plan.phase === 'whole') return;
    this.#started = now();
    state.reached = new Set();
    if (plan.phase === 'reach') return;
    activate(this.#step.id);
    if (this.#step.id !== none) {
      note({ start: this.#step.id, test: test.id, limitMs: limitOf(test) });
    }
  }

  async runTask(test) {
    const run = TestRunner.getTestFn(test);
    if (plan.phase !== 'kill') return run();
    let timer;
    const tooLong = new Promise((_, reject) => {
      timer = setTimeout(() => {
        this.#step.late = true;
        reject(new Error('too long'));
      }, limitOf(test));
    });
    try {
      await Promise.race([run(), tooLong]);
    } finally {
      clearTimeout(timer);
    }
  }

  onAfterRetryTask(test, { repeats }) {
    if (plan.phase === 'whole') {
      note({ ended: test.id });
      return;
    }
    const failed = test.result.state === 'fail';
    if (plan.phase === 'reach') {
      const byProcesses = takeReached();
      note({
        test: test.id,
        file: test.file.name,
        name: test.name,
        ms: now() - this.#started,
        failed,
        repeat: repeats,
        reached: [...state.reached],
        byProcesses,
      });
      // One that starts processes is not asked for more than what they reach.
      if (byProcesses.length > 0) test.result.pending = true;
      return;
    }
    activate(none);
    this.#step = this.#next(test, failed);
    if (this.#step === undefined) test.result.pending = true;
    test.result.state = 'run';
    test.result.errors = undefined;
  }

  /** What is run next; undefined for nothing more. */
  #next(test, failed) {
    const { kind, id, late } = this.#step;
    if (kind === 'first' && failed) {
      note({ broken: test.id });
      return undefined;
    }
    if (kind === 'control') {
      if (failed) {
        // What the mistake left behind makes the test fail: another process begins with that mistake.
        note({ stained: this.#step.after, test: test.id });
        process.kill(process.pid, 'SIGKILL');
      }
      this.#isStained = false;
      if (this.#step.again !== undefined) return { kind: 'again', id: this.#step.again };
    }
    if (kind === 'try') {
      if (!failed) {
        this.#isStained = true;
        note({ survived: id, test: test.id });
      } else if (!late && !this.#isStained) {
        note({ killed: id, test: test.id, late });
        return { kind: 'control', id: none, after: id };
      } else return { kind: 'control', id: none, after: id, again: id };
    }
    if (kind === 'again') {
      if (failed) note({ killed: id, test: test.id, late });
      else note({ survived: id, test: test.id });
      return { kind: 'control', id: none, after: id };
    }
    const next = this.#todo.shift();
    return next === undefined ? undefined : { kind: 'try', id: next };
  }
}
