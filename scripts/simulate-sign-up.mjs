// Signs up many times while everything fails that can: answers, connections, directories, and the tool
// itself, which is killed without warning between any two of its steps. Counts where the keys of each
// new account ended up. `npm run simulate [runs] [seed] [speed]`; ends with 1 where any was lost.
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chanceFrom } from './random.mjs';
import { startWire } from './simulation/wire.mjs';
import { testedCommand } from './tested-command.mjs';

const runs = Number(process.argv[2] ?? 1000);
const seed = Number(process.argv[3] ?? Date.now() % 1e9);
const wireCuts = Math.ceil(runs / 20);
const atOnce = 3;
const speed = Number(process.argv[4] ?? 40);
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const preload = join(root, 'scripts/simulation/preload.cjs');
const work = mkdtempSync(join(tmpdir(), 'waypost-simulation-'));

function startSandbox() {
  const [program, ...first] = testedCommand().command;
  const child = spawn(
    program,
    [...first, 'sandbox', 'start', '--port', '0', '--memory', '--json', '--no-rate-limit'],
    { env: { PATH: process.env.PATH, HOME: work }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return new Promise((resolve, reject) => {
    child.once('exit', (status) => reject(new Error(`the sandbox ended with ${status}`)));
    child.stdout.once('data', (line) => resolve({ child, url: JSON.parse(line).url }));
  });
}

/** One run of the tool, with the given failures; `onLine` reads standard error. */
function tool(home, args, failures, onLine = () => {}) {
  const { command, env } = testedCommand(preload);
  const [program, ...first] = command;
  const child = spawn(program, [...first, 'signup', ...args, '--json'], {
    env: {
      ...env,
      PATH: process.env.PATH,
      HOME: home,
      TMPDIR: join(home, 'tmp'),
      WAYPOST_SIMULATION: JSON.stringify({ speed, ...failures }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (text) => {
    stdout += text;
  });
  child.stderr.on('data', (text) => {
    stderr += text;
    onLine(stderr);
  });
  return new Promise((resolve) => {
    child.once('close', (status, signal) => resolve({ status, signal, stdout, stderr }));
  });
}

async function simulate(index, sandboxUrl, cutClaim) {
  const random = chanceFrom(seed + index * 7919);
  const home = join(work, `run-${index}-${cutClaim}`);
  mkdirSync(join(home, 'tmp'), { recursive: true });
  const pendingFile = join(home, '.local/share/waypost/signup/default.json');
  const credentialsFile = join(home, '.config/waypost/credentials.json');
  const wire = await startWire(sandboxUrl, random, {
    trouble: cutClaim ? 0 : random() * 0.5,
    cutClaim,
  });
  const control = new URL('/_sandbox/', sandboxUrl);
  let token;
  let completed = false;

  /** The person's steps in the browser, as soon as there is a page. */
  const person = async () => {
    if (completed) return;
    completed = true;
    const answer = await fetch(new URL(`sign_up/${token}/complete`, control), { method: 'POST' });
    if (!answer.ok) throw new Error(`the page answered with ${answer.status}`);
  };
  const patience = random() * 60;
  let person_ = Promise.resolve();
  const onLine = (stderr) => {
    if (token !== undefined || !stderr.includes('signup_url_issued')) return;
    const kept = readJson(pendingFile);
    if (kept === undefined) return;
    token = kept.cli_token;
    person_ = new Promise((resolve) => setTimeout(resolve, patience)).then(person);
  };

  const failures = () => ({
    killAt: cutClaim || random() < 0.3 ? 0 : 1 + Math.floor(random() * 90),
    unwritable: cutClaim
      ? []
      : [join(home, '.local'), join(home, '.config'), join(home, 'tmp')].filter(
          () => random() < 0.2,
        ),
  });
  const outcomes = [];
  try {
    let args = ['--base-url', wire.url, '--interval', '1', '--deadline', '60'];
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const last = attempt >= 4;
      if (last) wire.calm();
      const planned = last ? { killAt: 0, unwritable: [] } : failures();
      const run = await tool(home, args, planned, onLine);
      await person_;
      const document = run.stdout.trim() ? JSON.parse(run.stdout) : undefined;
      const code = document?.error?.code;
      outcomes.push(code ?? run.signal ?? 'success');
      const shown = document?.error?.details?.credentials;
      if (shown !== undefined) {
        if (!shown.user_token || !shown.test_api_key) break;
        return { where: 'terminal', outcomes };
      }
      if (existsSync(credentialsFile)) {
        const stored = readJson(credentialsFile);
        if (!stored?.api_key || !stored?.user_token) break;
        return { where: 'file', outcomes, rescued: outcomes.includes('write_failed') };
      }
      if (code === 'signup_lost') return { where: 'lost', outcomes, said: true };
      const rescue = document?.error?.details?.rescue_path;
      if (code === 'write_failed' && rescue && rescue !== pendingFile) {
        // Follows the error's hint.
        mkdirSync(dirname(pendingFile), { recursive: true });
        renameSync(rescue, pendingFile);
      } else if (!existsSync(pendingFile)) {
        // Killed before there was a page: there is nothing to lose yet, so it starts again.
        token = undefined;
        completed = false;
        args = args.filter((arg) => arg !== '--resume');
        continue;
      } else if (token === undefined) {
        token = readJson(pendingFile).cli_token;
        person_ = person();
      }
      if (!args.includes('--resume')) args = [...args, '--resume'];
    }
    return { where: 'lost', outcomes, left: readdirSync(home, { recursive: true }) };
  } finally {
    wire.close();
    rmSync(home, { recursive: true, force: true });
  }
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

async function inTurn(count, work_) {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      await work_(index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

const sandbox = await startSandbox();
const counts = { file: 0, terminal: 0, lost: 0 };
const seen = {};
let said = 0;
try {
  await inTurn(runs, async (index) => {
    const { where, outcomes, left } = await simulate(index, sandbox.url, false);
    counts[where] += 1;
    for (const outcome of outcomes) seen[outcome] = (seen[outcome] ?? 0) + 1;
    if (where === 'lost')
      console.log(`run ${index}: lost after ${outcomes.join(', ')} ${left ?? ''}`);
    if ((index + 1) % 100 === 0) console.error(`${index + 1} of ${runs}`);
  });
  await inTurn(wireCuts, async (index) => {
    const result = await simulate(index, sandbox.url, true);
    if (result.said || result.where === 'file') said += 1;
    else console.log(`cut ${index}: ${JSON.stringify(result)}`);
  });
} finally {
  sandbox.child.removeAllListeners('exit');
  sandbox.child.kill('SIGTERM');
  rmSync(work, { recursive: true, force: true });
}

const endings = Object.entries(seen).sort(([, a], [, b]) => b - a);
console.log(
  `seed ${seed}; ${runs} sign-ups, ended ${endings.map(([name, count]) => `${name} ${count}`).join(', ')}`,
);
console.log(`in the credentials file: ${counts.file}, shown on the terminal: ${counts.terminal}`);
console.log(`answers cut off on the wire before the keys: ${wireCuts}, said to be lost: ${said}`);
console.log(`Lost: ${counts.lost}`);
process.exitCode = counts.lost === 0 && said === wireCuts ? 0 : 1;
