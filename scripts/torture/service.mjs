// Simulates a faulty service. Runs a command with one fault in the responses or in TLS, and checks how the command
// behaves.
import { createServer } from 'node:http';
import { pickFrom } from '../random.mjs';
import { faultsOf, runCommand } from './command.mjs';
import { day, exportTo, makeHome, removeHome } from './home.mjs';
import { responseFaults } from './response-faults.mjs';
import { makeCertificates, tlsServers } from './tls.mjs';
import { httpText, startWire } from './wire.mjs';

const commands = [
  ['auth', 'whoami', '--check'],
  ['auth', 'login', '--api-key', '-'],
  ['keys', 'show'],
  ['keys', 'details'],
  ['keys', 'usage', ...day],
  ['keys', 'update', '--name', 'Test key'],
  ['configs', 'list'],
  ['configs', 'diff', '.'],
  ['licensees', 'list', '--all'],
  exportTo('log.csv'),
  exportTo('log.parquet'),
  ['lookups', 'export', ...day],
  ['places', 'search', 'berlin'],
  ['emails', 'validate', 'ada@example.org'],
  ['api', 'get', '/keys/KEY/details'],
  ['api', 'get', '/keys/KEY/licensees', '--paginate'],
];

/**
 * Prepares the faults of the service. `next` runs a command with one fault. Its parameters are the fault's number and a
 * function that returns random numbers.
 */
export async function serviceFaults({ sandbox, keys, directory }) {
  // Redirects point to this server, which must not receive a request.
  let arrived = 0;
  const thief = createServer((_, response) => {
    arrived += 1;
    response.end('{}');
  });
  await new Promise((resolve) => thief.listen(0, '127.0.0.1', resolve));
  const elsewhere = `http://127.0.0.1:${thief.address().port}`;
  const certificates = makeCertificates(directory);
  const servers = certificates === undefined ? [] : tlsServers(certificates);
  const secrets = [keys.key, keys.user_token];
  const references = new Map();

  async function runIn(args, base, env = {}) {
    const home = makeHome(directory);
    const words = args.map((word) => word.replace('KEY', keys.key));
    const isLogin = args[1] === 'login';
    try {
      const run = await runCommand([...words, '--json', '--base-url', base], {
        home,
        env: {
          ...(isLogin ? {} : { WAYPOST_API_KEY: keys.key, WAYPOST_USER_TOKEN: keys.user_token }),
          ...env,
        },
        input: isLogin ? `${keys.key}\n` : '',
      });
      return { ...run, stdout: run.stdout.replaceAll(home, 'HOME') };
    } finally {
      removeHome(home);
    }
  }

  /** Returns the output of the command without a fault. */
  function reference(args) {
    const id = args.join(' ');
    if (!references.has(id))
      references.set(
        id,
        runIn(args, sandbox.url).then(({ stdout }) => stdout),
      );
    return references.get(id);
  }

  /**
   * Returns the command and the fault for a turn. Successive turns cut off the response after each possible number of
   * bytes, once with a reset and once with a normal end of the connection. After the last number, the next command follows.
   */
  function brokenOff(turn) {
    // This number exceeds the number of bytes in a response to these commands.
    const bytes = 256;
    const [at, ends] = [Math.floor(turn / 2) % bytes, turn % 2 === 1];
    return {
      args: commands[1 + (Math.floor(turn / 2 / bytes) % 2)],
      fault: {
        name: `${ends ? 'end' : 'reset'} at byte ${at}`,
        kind: 'broken',
        spoil: () => (socket, response) => {
          const whole = httpText(response);
          const part = whole.subarray(0, at % whole.length);
          if (ends) socket.end(part);
          else socket.write(part, () => socket.resetAndDestroy());
        },
      },
    };
  }

  async function next(number, chance) {
    const drawn = { args: pickFrom(commands, chance), fault: pickFrom(responseFaults, chance) };
    if (number % 30 === 29 && servers.length > 0)
      return tls(drawn.args, servers[Math.floor(number / 30) % servers.length]);
    const { args, fault } = number % 3 === 0 ? brokenOff(number / 3) : drawn;
    const once = chance() < 0.3;
    const options = [
      ...(fault.timeout === undefined ? [] : ['--timeout', fault.timeout]),
      ...(chance() < 0.2 ? ['--debug'] : []),
    ];
    const wire = await startWire(sandbox.url, {
      fault: fault.spoil(chance, { elsewhere }),
      isSpoilt: (request) => !once || request === 0,
    });
    const before = arrived;
    const run = await runIn([...args, ...options], `http://127.0.0.1:${wire.port}/v1`);
    wire.close();
    const isData = args[0] === 'lookups' && !args.includes('-o');
    const faults = faultsOf(run, {
      secrets: args[0] === 'keys' || args[0] === 'api' ? [keys.user_token] : secrets,
      isData,
    });
    if (arrived > before) faults.push(['leaked', 'the command sent a request to another server']);
    const right = await reference(args);
    // A lookup log can have any content and can end at any byte.
    const expected =
      fault.kind !== 'other' &&
      !(args[0] === 'lookups' && /^decompression bomb|too small/.test(fault.name)) &&
      // `waypost api` prints null for a response without a body.
      !(args[0] === 'api' && fault.name === 'headers without a body');
    if (run.status === 0 && expected && !same(run.stdout, right)) {
      faults.push([
        'wrong success',
        `${run.stdout.slice(0, 200)} instead of ${right.slice(0, 200)}`,
      ]);
    }
    if (
      run.status !== 0 &&
      fault.kind === 'intact' &&
      !right.startsWith('{"error"') &&
      !args.includes('diff')
    ) {
      faults.push([
        'wrong result',
        `the command rejects a correct response: ${run.stdout}${run.stderr}`,
      ]);
    }
    return { name: `${fault.name}${once ? ' once' : ''}: ${args.join(' ')}`, faults };
  }

  async function tls(args, server) {
    const wire = await startWire(sandbox.url, {
      fault: () => {},
      isSpoilt: () => false,
      createServer: server.createServer,
    });
    const run = await runIn([...args, '--timeout', '5'], `https://127.0.0.1:${wire.port}/v1`, {
      NODE_EXTRA_CA_CERTS: certificates.authority,
    });
    wire.close();
    const faults = faultsOf(run, {
      secrets: args[0] === 'keys' || args[0] === 'api' ? [keys.user_token] : secrets,
      isData: args[0] === 'lookups' && !args.includes('-o'),
    });
    if (wire.requests() > 0 && server.name !== 'right')
      faults.push(['leaked', 'the command sent a request over faulty TLS']);
    if (run.status === 0 && server.name !== 'right')
      faults.push(['wrong success', 'over faulty TLS']);
    return { name: `TLS ${server.name}: ${args.join(' ')}`, faults };
  }

  return { name: 'service', next, close: () => thief.close() };
}

/** True if two outputs are equal except for ports, times and lookup counts. */
function same(one, other) {
  const plain = (text) =>
    text
      .replace(/127\.0\.0\.1:\d+/g, 'HOST')
      .replace(/"(?:lookups_remaining|consumed|total)":\s*\d+/g, '"count":0')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
  return plain(one) === plain(other);
}
