// Kills a sign-up, or makes its file system fail, at each step from the arrival of the keys to the end of the process.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  callResume,
  claimed,
  failure,
  freshHome,
  freshSignUp,
  gone,
  journalled,
  keys,
  login,
  modeOf,
  read,
  resume,
  signUp,
  signUpService,
  success,
  token,
} from '../support/sign-up';
import { documentOf, type Home, type Run } from '../support/tool';

const secrets = [token, ...Object.values(keys)];

describe('at each step after the keys arrive,', () => {
  /** Returns the file and network operations of a successful run, from the response with the keys to the lock's release. */
  async function stepsOfTheClaim(): Promise<{ at: number; step: string }[]> {
    const home = freshHome();
    const file = join(home.path, 'journal');
    await signUp(home, await signUpService(), [], journalled({ file }));
    const steps = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('wait'))
      .map((step, at) => ({ at, step }));
    const claim = steps.findIndex(({ step }) => step.includes('/sign_up/'));
    const release = steps.findIndex(({ step }) => step === 'unlink default.json.lock');
    return steps.slice(claim + 2, release + 1);
  }

  async function each(work: (at: number, step: string) => Promise<void>): Promise<number> {
    const steps = await stepsOfTheClaim();
    const queue = [...steps];
    const worker = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        await work(next.at, next.step);
      }
    };
    await Promise.all([worker(), worker()]);
    return steps.length;
  }

  test('waypost can be killed without losing a key that is on disk, and `signup --resume` stores the login', async () => {
    const count = await each(async (at, step) => {
      const { home, service } = await freshSignUp({ poll: [claimed, gone] });
      const run = await signUp(home, service, [], journalled({ at, ending: 'kill' }));
      // waypost releases the lock last, after it prints the result.
      const isLast = step.endsWith(' default.json.lock');
      const stdout = isLast ? expect.stringContaining('"success":true') : '';
      expect(run, step).toMatchObject({ signal: 'SIGKILL', stdout });
      const unheard = /^(open|write) .*\.answer$/.test(step);
      const resumed = await callResume(home);
      if (unheard) {
        expect(failure(resumed), step).toMatchObject({ exit: 6 });
        return;
      }
      const isStored = isStoredBefore(resumed);
      const user_id = isStored ? null : keys.user_id;
      expect(documentOf(resumed), step).toEqual({ ...Object(success(home)), user_id });
      expect(read(home.configFile), step).toEqual(login(service));
      const left = readdirSync(dirname(home.pendingFile));
      // The next sign-up takes over the killed process's lock.
      expect(isStored ? left.filter((name) => name !== 'default.json.lock') : left, step).toEqual(
        [],
      );
    });
    expect(count).toBeGreaterThan(20);
  });

  /** True if the killed process had stored the login and removed the pending file, so that --resume only reports the login. */
  function isStoredBefore(run: Run): boolean {
    return (documentOf(run) as { user_id?: string | null }).user_id === null;
  }

  test('waypost stores the keys or reports the file that contains them, even if the file system fails', async () => {
    const endings = new Set<string>();
    await each(async (at, step) => {
      const { home, service } = await freshSignUp({ poll: [claimed, gone] });
      const run = await signUp(home, service, [], {
        ...journalled({ at, ending: 'fail' }),
        reveals: secrets,
      });
      endings.add(await whereTheKeysAre(home, run, step));
    });
    expect([...endings].sort()).toEqual(['rescued', 'stored']);
  });

  async function whereTheKeysAre(home: Home, run: Run, step: string): Promise<string> {
    if (run.status === 0) {
      expect(read(home.configFile), step).toMatchObject({ api_key: keys.test_api_key });
      return 'stored';
    }
    const error = failure(run) as { code: string; details?: { rescue_path?: string } };
    expect(error.code, step).toBe('write_failed');
    const rescue = error.details?.rescue_path ?? '';
    expect(read(rescue), step).toMatchObject({ credentials: keys });
    expect(modeOf(rescue), step).toBe('600');
    expect(documentOf(await resume(home)), step).toEqual(success(home));
    expect(existsSync(rescue), step).toBe(false);
    return 'rescued';
  }
});
