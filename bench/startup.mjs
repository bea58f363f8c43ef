// Measures the start time of programs: waypost on Node and as an executable, plain runtimes, and similar tools.
import {
  cleanEnvironment,
  entry,
  interleaved,
  median,
  nodeCommand,
  pairedRatio,
  part,
  startSandbox,
} from './measure.mjs';

const completion = ['__complete', 'zsh', '--current=ke', '--'];
const whoami = ['auth', 'whoami', '--json'];
/** A Node script that sends the same request as `auth whoami` and does nothing else. */
const bareRequest = `require('node:http').get(process.env.WAYPOST_BASE_URL + '/keys/ak_test', (answer) => answer.resume())`;

/** Measures the start of every program in `rounds` rounds. */
export async function measureStartup({ rounds, directory, peers, nodes, executable }) {
  const env = cleanEnvironment(directory);
  const sandbox = await startSandbox(nodeCommand, env);
  const asking = { ...env, WAYPOST_BASE_URL: sandbox.url, WAYPOST_API_KEY: 'ak_test' };
  const cases = {};
  const add = (name, words, environment = env) => {
    cases[name] = { words, env: environment };
  };
  try {
    add('node -e 0', [process.execPath, '-e', '0']);
    add('node -e "require(\'node:http\')"', [process.execPath, '-e', "require('node:http')"]);
    add(nodeRequest, [process.execPath, '-e', bareRequest], asking);
    add('bun -e 0', [...peers.bun, '-e', '0']);
    add(bunRequest, [...peers.bun, '-e', bareRequest], asking);
    for (const [label, command] of [
      ['waypost on Node', nodeCommand],
      ['waypost executable', executable],
    ]) {
      if (command === undefined) continue;
      add(`${label}: --version`, [...command, '--version']);
      add(`${label}: --help`, [...command, '--help']);
      add(`${label}: shell completion`, [...command, ...completion]);
      add(`${label}: auth whoami --json`, [...command, ...whoami], asking);
    }
    for (const [major, program] of Object.entries(nodes)) {
      const command = [program, entry];
      add(bareNode(major), [program, '-e', '0']);
      add(`waypost on Node ${major}: --help`, [...command, '--help']);
      add(`waypost on Node ${major}: auth whoami --json`, [...command, ...whoami], asking);
    }
    for (const name of ['gh', 'stripe', 'resend']) {
      if (peers[name] === undefined) continue;
      add(`${name} --version`, [...peers[name], '--version']);
      add(`${name} --help`, [...peers[name], '--help']);
    }
    const times = interleaved(cases, rounds);
    return report(times, peers);
  } finally {
    await sandbox.end();
  }
}

const nodeRequest = 'node -e, only the request of whoami';
const bunRequest = 'bun -e, only the request of whoami';
const node = 'node -e 0';
const bareNode = (major) => `node -e 0 (Node ${major})`;
const gh = 'gh --version';

/** The rows that have a goal. Each goal is a maximum ratio to a reference row. */
const goals = {
  'waypost on Node: --version': [node, 1.1],
  'waypost on Node: --help': [node, 1.4],
  'waypost on Node: auth whoami --json': [node, 2.6],
  'waypost on Node 22: --help': [bareNode(22)],
  'waypost on Node 22: auth whoami --json': [bareNode(22), 2.5],
  'waypost on Node 24: --help': [bareNode(24)],
  'waypost on Node 24: auth whoami --json': [bareNode(24), 2.5],
  'waypost executable: --version': [gh, 0.12],
  'waypost executable: --help': [gh, 0.3],
  'waypost executable: shell completion': [gh, 0.3],
  'waypost executable: auth whoami --json': [gh, 0.6],
};

function report(times, peers) {
  const { title, rows, add } = part('Start time');
  for (const [name, series] of Object.entries(times)) {
    const [beside = node, goal] = goals[name] ?? [];
    const other = times[beside] ?? times[node];
    const shown = times[beside] === undefined ? node : beside;
    add({
      what: name,
      value: `${median(series).toFixed(1)} ms`,
      beside: name === shown ? '' : shown,
      ...(name === shown ? {} : { ratio: pairedRatio(series, other) }),
      ...(shown === beside && goal !== undefined ? { goal, why: whyOf(name, times) } : {}),
    });
  }
  for (const name of ['gh', 'stripe', 'resend']) {
    if (peers[name] === undefined) add({ what: name, value: 'not available' });
  }
  return { title, rows };
}

/** Returns a text that compares the start time with other measurements to explain a missed goal. */
function whyOf(name, times) {
  const of = (what) => median(times[what]);
  const ms = (value) => `${value.toFixed(1)} ms`;
  const whole = of(name);
  const bare = of(node);
  if (name === 'waypost on Node: auth whoami --json') {
    const http = of('node -e "require(\'node:http\')"') - bare;
    const request = of(nodeRequest) - bare;
    return `This is ${ms(whole - bare)} more than an empty script in Node. Of this time, Node needs ${ms(http)} to load its HTTP module, and ${ms(request - http)} for the request and the response. A script that only sends this request takes ${(of(nodeRequest) / bare).toFixed(2)} times as long as an empty script. In the other ${ms(whole - bare - request)}, the command reads and checks its compiled code, parses the arguments, finds the stored keys, and checks the response.`;
  }
  if (name.startsWith('waypost on Node')) {
    return `This is ${ms(whole - bare)} more than an empty script in Node. In this time, Node reads, compiles and runs the files of the command. The command loads no other files.`;
  }
  if (name === 'waypost executable: auth whoami --json') {
    return `In Bun, a script that only sends the same request takes ${ms(of(bunRequest))}. The command itself takes the other ${ms(whole - of(bunRequest))}.`;
  }
  return `An empty script in Bun takes ${ms(of('bun -e 0'))}, and the command takes ${ms(whole)}.`;
}
