// How long commands take to start, beside a bare Node of the same version: each pair is run in turn,
// A B A B …, in one go, so that a machine that changes its speed changes both. Prints medians of the
// wall time and of the ratios pair by pair.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const rounds = Number(process.argv[2] ?? 41);
const entry = join(dirname(fileURLToPath(import.meta.url)), '../bin/waypost.js');
const home = mkdtempSync(join(tmpdir(), 'waypost-bench-'));
// The environment is the user's own: what it makes Node do at start, such as reading the certificates of
// NODE_EXTRA_CA_CERTS, both sides do.
const { XDG_CONFIG_HOME, XDG_CACHE_HOME, WAYPOST_PROFILE, ...own } = process.env;
const env = { ...own, HOME: home };

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function timed(args, extra) {
  const started = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, args, { env: { ...env, ...extra } });
  const ms = Number(process.hrtime.bigint() - started) / 1e6;
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return ms;
}

function compare(name, args, goal, extra = {}) {
  const bare = [];
  const ours = [];
  for (let round = -2; round < rounds; round += 1) {
    const a = timed(['-e', '0'], extra);
    const b = timed([entry, ...args], extra);
    // The first two rounds warm the file cache and, where Node has one, the cache of compiled code.
    if (round >= 0) {
      bare.push(a);
      ours.push(b);
    }
  }
  const ratios = ours.map((ms, index) => ms / bare[index]);
  const row = [
    name.padEnd(24),
    `${median(bare).toFixed(1)} ms`.padStart(12),
    `${median(ours).toFixed(1)} ms`.padStart(12),
    `+${(median(ours) - median(bare)).toFixed(1)} ms`.padStart(12),
    median(ratios).toFixed(2).padStart(8),
    String(goal).padStart(8),
  ];
  console.log(row.join(''));
}

/** A running sandbox and its base URL. */
function startSandbox() {
  const child = spawn(
    process.execPath,
    [entry, 'sandbox', 'start', '--port', '0', '--memory', '--json', '--no-rate-limit'],
    { env, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return new Promise((resolve, reject) => {
    child.once('exit', (status) => reject(new Error(`the sandbox ended with ${status}`)));
    child.stdout.once('data', (line) => resolve({ child, url: JSON.parse(line).url }));
  });
}

const { child, url } = await startSandbox();
try {
  const certificates = process.env.NODE_EXTRA_CA_CERTS ? ', NODE_EXTRA_CA_CERTS is set' : '';
  console.log(`Node ${process.version}, ${rounds} rounds, medians of wall time${certificates}`);
  console.log(
    `${'command'.padEnd(24)}${'node -e 0'.padStart(12)}${'waypost'.padStart(12)}${'more'.padStart(12)}${'ratio'.padStart(8)}${'goal'.padStart(8)}`,
  );
  compare('--version', ['--version'], '1.10');
  compare('--help', ['--help'], '1.20');
  compare('auth whoami --json', ['auth', 'whoami', '--json'], '1.60', {
    WAYPOST_BASE_URL: url,
    WAYPOST_API_KEY: 'ak_test',
  });
} finally {
  child.removeAllListeners('exit');
  child.kill('SIGTERM');
  rmSync(home, { recursive: true, force: true });
}
