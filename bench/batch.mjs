// Compares a batch with autocannon, which sends requests to the same service on the same number of connections. Measures
// autocannon's requests per second, and the batch's CSV rows per second.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePlaceRows } from '../scripts/place-rows.mjs';
import {
  cleanEnvironment,
  median,
  nodeCommand,
  pairedRatio,
  part,
  startSandbox,
} from './measure.mjs';

/** The number of connections that a batch uses with `--rate none`. */
const connections = 32;
const seconds = 5;

/** Measures batches of `rows` rows. */
export async function measureBatch({ rounds, rows, directory, peers, executable }) {
  const env = cleanEnvironment(directory);
  const input = join(directory, 'batch.csv');
  const place = await writePlaceRows(input, rows);
  const sandbox = await startSandbox(nodeCommand, env);
  const { key } = await sandbox.key();
  const asking = { ...env, WAYPOST_BASE_URL: sandbox.url, WAYPOST_API_KEY: key };
  const commands = { 'waypost on Node': nodeCommand };
  if (executable !== undefined) commands['waypost executable'] = executable;
  const cannon = [];
  const rates = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  try {
    for (let round = 0; round < rounds; round += 1) {
      if (peers.autocannon !== undefined) {
        cannon.push(await requestsASecond(peers.autocannon, `${sandbox.url}/places/${place}`, key));
      }
      for (const [name, command] of Object.entries(commands)) {
        const output = join(directory, 'batch-out.csv');
        rmSync(output, { force: true });
        const ms = await batch([...command, ...words(input, output)], asking);
        rates[name].push(rows / (ms / 1000));
      }
    }
  } finally {
    await sandbox.end();
  }
  const table = part(`Batch of ${rows} rows, CSV to CSV, ${connections} connections`);
  table.add(
    peers.autocannon === undefined
      ? { what: 'autocannon', value: 'not available' }
      : { what: 'autocannon', value: perSecond(cannon, 'requests') },
  );
  for (const [name, series] of Object.entries(rates)) {
    table.add({
      what: `${name}: places resolve --file`,
      value: perSecond(series, 'rows'),
      ...(cannon.length === 0
        ? {}
        : {
            beside: 'autocannon',
            ratio: pairedRatio(series, cannon),
            goal: 0.6,
            atLeast: true,
            why: 'autocannon requests the same place repeatedly. The rows of the batch are different places, which the sandbox reads from its index on the same two cores.',
          }),
    });
  }
  return table;
}

const perSecond = (values, what) =>
  `${Math.round(median(values)).toLocaleString('en-US')} ${what}/s`;

function words(input, output) {
  return [
    'places',
    'resolve',
    '--file',
    input,
    '-o',
    output,
    '--rate',
    'none',
    // With --no-dedupe, waypost sends a request for each row.
    '--no-dedupe',
    '--json',
  ];
}

/** Runs a batch. Returns the duration in milliseconds. Throws if a row has no result. */
async function batch([program, ...args], env) {
  const started = performance.now();
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`the batch ended with ${status}: ${errors}`);
  return performance.now() - started;
}

async function requestsASecond([program, ...first], url, key) {
  const args = [
    '-c',
    connections,
    '-d',
    seconds,
    '-H',
    `Authorization=Bearer ${key}`,
    '--json',
    url,
  ];
  const child = spawn(program, [...first, ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece) => {
    text += piece;
  });
  const [status] = await once(child, 'close');
  const { requests, non2xx } = JSON.parse(text);
  if (status !== 0 || non2xx > 0) throw new Error(`autocannon got ${non2xx} error responses`);
  return requests.average;
}
