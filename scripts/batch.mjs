// A batch of many rows, again and again ended in the middle: what it costs in time and memory, and whether
// the output is that of an undisturbed run and each row paid for once. Ends with 1 where it is not so. The
// signals come at random moments spread over the whole of it, and after each it is gone on with.
//
//   node scripts/batch.mjs [rows] [kills] [seed]   (after a build; 100000 20 and a seed of its own)
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { writePlaceRows } from './place-rows.mjs';
import { chanceFrom } from './random.mjs';
import { testedCommand } from './tested-command.mjs';

const rows = Number(process.argv[2] ?? 100_000);
const kills = Number(process.argv[3] ?? 20);
const seed = Number(process.argv[4] ?? Date.now() % 1_000_000);
const folder = mkdtempSync(join(tmpdir(), 'waypost-batch-'));
const at = (name) => join(folder, name);

/** Difference between two memory peaks that is noise, in kilobytes. */
const memorySlack = 25_000;
const warmRows = 10_000;

const random = chanceFrom(seed);

/** A service in a process of its own, without rate limits. */
async function startSandbox() {
  const words = ['sandbox', 'start', '--json', '--port=0', '--memory', '--no-rate-limit'];
  const [program, ...first] = testedCommand().command;
  const child = spawn(program, [...first, ...words], {
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const { url } = JSON.parse(line);
  const control = async (method, path, body) => {
    const answer = await fetch(new URL(path, url), {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  return {
    url,
    /** A new key with enough lookups, and how many of them were billed. */
    async key() {
      const { key, user_token: token } = await control('POST', '/_sandbox/keys', {});
      const plenty = 1_000_000_000;
      await control('PATCH', `/_sandbox/keys/${key}`, { lookups_remaining: plenty });
      const billed = async () => {
        const answer = await fetch(`${url}/keys/${key}/details`, {
          headers: { authorization: `Bearer ${token}` },
        });
        return plenty - (await answer.json()).result.lookups_remaining;
      };
      return { key, billed };
    },
    end: () => child.kill(),
  };
}

/** Starts `waypost places resolve --file`; resolves to its summary, or to the signal that ended it. */
function batch(service, { key, input, output, resume }) {
  const peak = at('peak.json');
  const words = [
    'places',
    'resolve',
    '--file',
    at(input),
    '-o',
    at(output),
    '--rate',
    'none',
    '--json',
    // There are fewer places than rows, and each row must be billed.
    '--no-dedupe',
  ];
  const { command, env } = testedCommand(at('peak.cjs'));
  const [program, ...first] = command;
  const child = spawn(program, [...first, ...words, ...(resume ? ['--resume'] : [])], {
    env: {
      ...env,
      PATH: process.env.PATH,
      HOME: folder,
      WAYPOST_API_KEY: key,
      WAYPOST_BASE_URL: service.url,
      PEAK: peak,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  const started = performance.now();
  const ended = once(child, 'close').then(([status, signal]) => ({
    status,
    signal,
    ms: performance.now() - started,
    summary: status === 0 ? JSON.parse(stdout) : undefined,
    peak: status === 0 ? JSON.parse(readFileSync(peak, 'utf8')).maxRSS : undefined,
    stdout,
  }));
  return { child, ended };
}

async function undisturbed(service, input, output) {
  const { key, billed } = await service.key();
  const run = await batch(service, { key, input, output }).ended;
  if (run.status !== 0)
    throw new Error(`the undisturbed run ended with ${run.status}: ${run.stdout}`);
  return { ...run, billed: await billed() };
}

/** The same with this many signals, at random moments, and --resume after each. */
async function disturbed(service, signal) {
  const { key, billed } = await service.key();
  const output = `${signal}.csv`;
  const moments = Array.from({ length: kills }, () => Math.floor(random() * rows)).sort(
    (a, b) => a - b,
  );
  let struck = 0;
  for (;;) {
    const { child, ended } = batch(service, { key, input: 'all.csv', output, resume: true });
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    const moment = moments.shift();
    while (moment !== undefined && !isOver && (await billed()) < moment);
    if (moment !== undefined && !isOver) {
      // At any moment: between two answers, or during one.
      await new Promise((resolve) => setTimeout(resolve, random() * 5));
      if (child.kill(signal)) struck += 1;
    }
    const run = await ended;
    if (run.status === 0) return { struck, billed: await billed(), ...run };
    if (run.signal !== signal) throw new Error(`a run ended with ${run.status}: ${run.stdout}`);
  }
}

async function digest(name) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(at(name))) hash.update(chunk);
  return hash.digest('hex');
}

const broken = [];
function promise(kept, what) {
  if (!kept) broken.push(what);
}

const perSecond = (count, ms) =>
  `${Math.round(count / (ms / 1000)).toLocaleString('en-US')} rows/s`;
const megabytes = (kilobytes) => `${(kilobytes / 1000).toFixed(0)} MB`;
const number = (value) => value.toLocaleString('en-US');

console.log(`Node ${process.version}, ${number(rows)} rows, ${kills} of each signal, seed ${seed}`);
writeFileSync(
  at('peak.cjs'),
  `process.on('exit', () => require('fs').writeFileSync(process.env.PEAK, JSON.stringify(process.resourceUsage())));`,
);
const service = await startSandbox();
try {
  await writePlaceRows(at('all.csv'), rows);
  await writePlaceRows(at('tenth.csv'), Math.ceil(rows / 10));

  const tenth = await undisturbed(service, 'tenth.csv', 'tenth-out.csv');
  console.log(
    `a tenth       ${perSecond(rows / 10, tenth.ms)}, peak of memory ${megabytes(tenth.peak)}`,
  );
  const whole = await undisturbed(service, 'all.csv', 'whole.csv');
  console.log(
    `undisturbed   ${perSecond(rows, whole.ms)}, peak of memory ${megabytes(whole.peak)}, billed ${number(whole.billed)}`,
  );
  promise(
    whole.billed === rows && whole.summary.in_doubt === 0,
    'an undisturbed run bills each row once',
  );
  const isConstant = (peak) => rows / 10 < warmRows || peak <= tenth.peak + memorySlack;
  promise(isConstant(whole.peak), 'memory does not grow with the rows');

  const expected = await digest('whole.csv');
  for (const signal of ['SIGKILL', 'SIGINT']) {
    const run = await disturbed(service, signal);
    const isEqual = (await digest(`${signal}.csv`)) === expected;
    const { in_doubt: inDoubt } = run.summary;
    console.log(
      `${signal.padEnd(13)} ${run.struck} times; output ${isEqual ? 'equal' : 'DIFFERS'}; billed ${number(run.billed)}, in_doubt ${number(inDoubt)}; last run's peak ${megabytes(run.peak)}`,
    );
    promise(isEqual, `${signal}: the output is the undisturbed one`);
    promise(run.summary.rows === rows, `${signal}: every row is answered`);
    promise(run.billed >= rows, `${signal}: every row was looked up`);
    promise(run.billed <= rows + inDoubt, `${signal}: at most rows and in_doubt are billed`);
    promise(isConstant(run.peak), `${signal}: memory does not grow with the rows`);
    if (signal === 'SIGINT') {
      promise(run.billed === rows && inDoubt === 0, 'SIGINT: each row is billed exactly once');
    }
  }
} finally {
  service.end();
  rmSync(folder, { recursive: true, force: true });
}
for (const what of broken) console.log(`BROKEN: ${what}`);
process.exitCode = broken.length > 0 ? 1 : 0;
