// Code that all parts of the benchmark share: runs programs, computes medians, and formats the table.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The root directory of the repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The entry file of the Node build. */
export const entry = join(root, 'bin/waypost.js');

/** The command that runs the Node build. */
export const nodeCommand = [process.execPath, entry];

/** Returns the median of numbers. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/**
 * Returns the environment for measured programs. The environment has an empty home directory, and contains no variables
 * that change the start time. For example, Node reads the file in NODE_EXTRA_CA_CERTS at each start.
 */
export function cleanEnvironment(home, extra = {}) {
  // Without this variable, stripe would start a message bus and a keyring, which would continue to run.
  return { PATH: process.env.PATH, HOME: home, DBUS_SESSION_BUS_ADDRESS: 'disabled:', ...extra };
}

/** Runs a program until it ends. Returns its duration in milliseconds. Throws if the program fails. */
export function runOnce([program, ...args], env) {
  const started = process.hrtime.bigint();
  const { status, stderr, error } = spawnSync(program, args, { env });
  const ms = Number(process.hrtime.bigint() - started) / 1e6;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error ?? stderr}`);
  return ms;
}

/**
 * Runs all cases alternately (A B C A B C …), so that a change in the machine's speed affects all cases. Returns the times
 * of all rounds by the name of the case. The first two rounds only fill the caches, so their times are omitted.
 */
export function interleaved(cases, rounds) {
  const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = -2; round < rounds; round += 1) {
    for (const [name, { words, env }] of Object.entries(cases)) {
      const ms = runOnce(words, env);
      if (round >= 0) times[name].push(ms);
    }
  }
  return times;
}

/** Returns the median of the ratios of two series of times. Each ratio is computed within a round. */
export function pairedRatio(ours, theirs) {
  return median(ours.map((value, round) => value / theirs[round]));
}

/** Starts a sandbox without a rate limit as a separate process. `key` creates an API key with many lookups. */
export async function startSandbox(command, env, words = ['--memory']) {
  const [program, ...first] = command;
  const child = spawn(
    program,
    [...first, 'sandbox', 'start', '--json', '--port=0', '--no-rate-limit', ...words],
    { env, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = await once(createInterface(child.stdout), 'line');
  const { url } = JSON.parse(line);
  const control = async (method, path, body) => {
    const answer = await fetch(new URL(`/_sandbox${path}`, url), {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  return {
    url,
    child,
    control,
    async key() {
      const made = await control('POST', '/keys', {});
      await control('PATCH', `/keys/${made.key}`, { lookups_remaining: 1_000_000_000 });
      return made;
    },
    async end() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

/** Returns the peak resident memory of a running process in MB, or undefined if the system has no /proc. */
export function peakOf(pid) {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1000;
  } catch {
    return undefined;
  }
}

/**
 * Collects the results of a part of the benchmark. A result is a row with a name, a reference, a value, a ratio, a
 * goal, and the reason for a missed goal.
 */
export function part(title) {
  const rows = [];
  return {
    title,
    rows,
    /**
     * Adds a row. If `atLeast` is true, the goal is met if `ratio` is at least `goal`. Otherwise, the goal is met if `ratio`
     * is at most `goal`.
     */
    add({ what, value, beside = '', ratio, goal, atLeast = false, why }) {
      const isCompared = goal !== undefined && ratio !== undefined;
      const isMet = atLeast ? ratio >= goal : ratio <= goal;
      const met = isCompared ? isMet : undefined;
      rows.push({ what, value, beside, ratio, goal, atLeast, met, why });
    },
  };
}

const headings = ['measurement', 'median', 'reference', 'ratio', 'goal', 'result'];

/** Formats the cells of a row. */
function cells({ what, value, beside, ratio, goal, atLeast, met }) {
  return [
    what,
    value,
    beside,
    ratio === undefined ? '' : ratio.toFixed(2),
    goal === undefined ? '' : `${atLeast ? '≥' : '≤'} ${goal}`,
    metText(met),
  ];
}

function metText(met) {
  if (met === undefined) return '';
  return met ? 'met' : 'missed';
}

/** Formats the parts of the benchmark as one Markdown table with aligned columns. */
export function tableOf(parts) {
  const lines = parts.flatMap(({ title, rows }) => [
    [`**${title}**`, '', '', '', '', ''],
    ...rows.map(cells),
  ]);
  const all = [headings, ...lines];
  const widths = headings.map((_, column) => Math.max(...all.map((line) => line[column].length)));
  const row = (line) =>
    `| ${line.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [row(headings), rule, ...lines.map(row)].join('\n');
}

/** Returns a line for each missed goal, with the reason. */
export function missesOf(parts) {
  return parts.flatMap(({ rows }) =>
    rows
      .filter(({ met }) => met === false)
      .map(
        ({ what, beside, ratio, goal, why }) =>
          `- **${what}**: ${ratio.toFixed(2)} × ${beside}, goal ${goal}. ${why ?? 'The reason is not known yet.'}`,
      ),
  );
}
