// Simulates a faulty machine. Runs commands that change the user's files or the service's data, with an error, a kill
// or a signal at one of their calls, a clock that jumps, a full disk, or closed file descriptors. After each run, the
// data must be either unchanged or completely changed.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chanceFrom, hashOf, pickFrom } from '../random.mjs';
import { faultsOf, runCommand } from './command.mjs';
import { keysIn, leaksIn, makeHome, read, removeHome } from './home.mjs';
import { faultsAt, faultText, injecting, isSignal, tracing } from './injection.mjs';
import { scenarios } from './scenarios.mjs';

const clockPreload = fileURLToPath(new URL('clock.cjs', import.meta.url));
const second = 1000;
const hour = 3600 * second;
const year = 365 * 24 * hour;

const jumps = [
  -50 * year,
  -year,
  -hour,
  -11 * second,
  -1,
  1,
  11 * second,
  121 * second,
  hour,
  year,
];

/** Returns options for a run in which the clock jumps. `what` describes the jump. */
function jumpingClock(chance) {
  const told = {
    at: 1 + Math.floor(chance() * 12),
    by: pickFrom([...jumps, 80 * year], chance),
    swings: chance() < 0.2,
  };
  return {
    what: `the clock jumps by ${told.by} ms at ${told.at}${told.swings ? ' and back' : ''}`,
    preloads: [clockPreload],
    env: { WAYPOST_TORTURE_CLOCK: JSON.stringify(told) },
  };
}

const shell = (line) => ['sh', '-c', line, 'sh'];

/** Shell command lines that run a command with closed or full standard streams. */
const streams = [
  'exec "$@" >/dev/full',
  'exec "$@" >&-',
  'exec "$@" 2>&-',
  'exec "$@" <&-',
  'exec "$@" >&- 2>&- <&-',
];

/**
 * The faults of the machine other than faults at calls. Each function returns options for a run. `ends` is true if the
 * fault can end the command. `mutes` is true if the fault can suppress the command's output. `room` is the number of
 * free pages or files on the disk.
 */
const troubles = {
  clock: (chance) => jumpingClock(chance),
  streams(chance) {
    const line = pickFrom(streams, chance);
    return { what: line, wrapper: shell(line), mutes: true, isFull: line.includes('full') };
  },
  signal(chance) {
    const signal = pickFrom(['INT', 'TERM', 'HUP', 'QUIT', 'KILL'], chance);
    const wrapper = ['timeout', '--foreground', '-s', signal, (chance() * 0.5).toFixed(3)];
    return { what: `SIG${signal} after ${wrapper.at(-1)} s`, wrapper, ends: true, mutes: true };
  },
  'size of files'(chance) {
    const size = Math.floor(chance() * 3000);
    return { what: `no file over ${size} bytes`, wrapper: ['prlimit', `--fsize=${size}`] };
  },
  'open files'(chance) {
    // Node itself opens about 20 files. If Node cannot open these files, Node ends with its own message.
    const count = 20 + Math.floor(chance() * 12);
    return { what: `${count} open files`, wrapper: ['prlimit', `--nofile=${count}`], ends: true };
  },
  disk: (chance) => ({ what: 'a full disk', room: Math.floor(chance() * 6) }),
};

/**
 * Returns a function that creates a home directory on a separate file system, or undefined if the user cannot mount
 * file systems.
 */
function smallDisk(directory) {
  const mount = (...words) => execFileSync('mount', words, { stdio: 'ignore' });
  const make = () => {
    const home = makeHome(directory);
    mount('-t', 'tmpfs', '-o', 'size=4m,mode=700', 'torture', home);
    execFileSync('mkdir', [join(home, 'tmp')]);
    return {
      home,
      /**
       * Leaves space for `room` pages of 4 KiB, or for `room` new files. The size is never 0, because a size of 0
       * removes the limit.
       */
      fill(room, isByCount) {
        const [used, inodes] = ['used', 'iused'].map((what) =>
          Number(
            execFileSync('df', ['-k', `--output=${what}`, home], { encoding: 'utf8' }).split(
              '\n',
            )[1],
          ),
        );
        mount(
          '-o',
          `remount,${isByCount ? `nr_inodes=${inodes + room}` : `size=${Math.max(4, used + room * 4)}k`}`,
          home,
        );
      },
      empty: () => mount('-o', 'remount,size=16m,nr_inodes=10000', home),
      remove: () => execFileSync('umount', ['-l', home], { stdio: 'ignore' }),
    };
  };
  try {
    const disk = make();
    disk.remove();
    rmSync(disk.home, { recursive: true });
    return make;
  } catch {
    return undefined;
  }
}

/** True if a program is installed. */
function has(program) {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Prepares the faults of the machine. */
export async function machineFaults({ sandbox, keys, directory, seed }) {
  const { url } = sandbox;
  const makeDisk = smallDisk(directory);
  const others = Object.keys(troubles).filter(
    (name) =>
      (name !== 'disk' || makeDisk !== undefined) &&
      (!/files/.test(name) || has('prlimit')) &&
      (name !== 'signal' || has('timeout')),
  );
  const plans = new Map();
  const met = new Set();
  const wholes = new Map();

  async function begin(scenario, home = makeHome(directory)) {
    const own = scenario.own ? await sandbox.account() : keys;
    const bench = { home, url, keys: own, reference: () => wholes.get(scenario.name) };
    await scenario.prepare(bench);
    return bench;
  }

  const isWithLogin = ({ name }) => /^(?:auth|settings|profiles|signup)/.test(name);
  const runIt = (scenario, bench, { env, ...options } = {}, extra = []) =>
    runCommand([...scenario.args(bench), ...extra, '--json'], {
      home: bench.home,
      ...options,
      env: { ...(isWithLogin(scenario) ? {} : keysIn(bench.keys, url)), ...env },
    });

  /**
   * Returns every fault at a command's calls. Kills are first. The order of the kills and of all other faults depends
   * on the seed. Creates this plan only once for each scenario.
   */
  function planOf(scenario) {
    const { name } = scenario;
    if (!plans.has(name)) plans.set(name, plan(scenario, chanceFrom(hashOf(`${seed} ${name}`))));
    return plans.get(name);
  }

  async function plan(scenario, chance) {
    const bench = await begin(scenario);
    const trace = tracing(bench.home, makeHome(directory));
    const run = await runIt(scenario, bench, trace.options);
    if (run.status !== 0)
      throw new Error(`${scenario.name} fails without a fault: ${run.stdout}${run.stderr}`);
    if (scenario.product) wholes.set(scenario.name, read(join(bench.home, scenario.product)));
    const faults = trace.points().flatMap((point) => faultsAt(point, chance));
    rmSync(bench.home, { recursive: true });
    // Kills come first, so that a short run reaches them.
    return faults
      .map((fault) => [(fault.fault === 'SIGKILL' ? 0 : 1) + chance(), fault])
      .sort(([a], [b]) => a - b)
      .map(([, fault]) => fault);
  }

  /**
   * Selects the fault for a run of a scenario. Returns a function that takes a home directory and returns options for
   * the run.
   */
  async function troubleOf(scenario, turn, chance) {
    // Creating the plan also records the complete product of the command.
    const faults = await planOf(scenario);
    // Every fifth run has a fault of the machine. All other runs have a fault at a call.
    if (turn % 5 === 0) {
      const trouble = troubles[pickFrom(others, chance)](chance);
      return () => trouble;
    }
    const fault = faults[(turn - Math.ceil(turn / 5)) % faults.length];
    met.add(fault);
    const lasting = chance() < 0.25;
    return (home) => ({
      ...injecting(home, fault, lasting),
      what: faultText(fault, lasting),
      ends: isSignal(fault),
      claiming: fault.claiming && fault.fault === 'SIGKILL',
    });
  }

  async function next(number, chance) {
    const scenario = scenarios[number % scenarios.length];
    const trouble = await troubleOf(scenario, Math.floor(number / scenarios.length), chance);
    const disk = trouble().room === undefined ? undefined : makeDisk();
    const bench = await begin(scenario, disk?.home);
    const { what, ends, claiming, mutes, isFull, room, ...options } = trouble(bench.home);
    disk?.fill(room, chance() < 0.5);
    const judge = async (run, isEnded, isMuted) => {
      const secrets = scenario.secrets?.(bench) ?? [bench.keys.key, bench.keys.user_token];
      return [
        ...faultsOf(run, { secrets, killed: isEnded }).filter(
          ([kind]) => !isMuted || kind !== 'wrong result',
        ),
        ...(await scenario.check(bench, run)),
        ...leaksIn(bench.home, secrets),
      ];
    };
    try {
      const run = await runIt(scenario, bench, options);
      const faults = await judge(run, ends, mutes);
      if (isFull && run.status === 0)
        faults.push(['wrong success', 'the command did not write the result']);
      disk?.empty();
      // The files of a killed or failed run must not prevent the next run.
      if (faults.length === 0 && run.status !== 0) {
        const isBegun = scenario.isBegun?.(bench.home) ?? false;
        const again = await runIt(scenario, bench, {}, isBegun ? scenario.again : []);
        faults.push(...(await judge(again, false, false)));
        if (again.status !== 0 && !scenario.afterwards)
          faults.push(['lost', `the next run fails: ${again.stdout}${again.stderr}`]);
        faults.push(...((await scenario.afterwards?.(bench, again, run, claiming)) ?? []));
      }
      return { name: `${scenario.name}: ${what}`, faults };
    } finally {
      disk?.remove();
      removeHome(bench.home);
    }
  }
  /**
   * Returns the numbers of injected and planned faults at calls as [injected, planned], for kills and for all faults.
   */
  async function coverage() {
    const all = (await Promise.all(plans.values())).flat();
    const count = (faults) => [faults.filter((fault) => met.has(fault)).length, faults.length];
    return { kills: count(all.filter(({ fault }) => fault === 'SIGKILL')), faults: count(all) };
  }
  return { name: 'machine', next, coverage, close() {} };
}
