// A sign-up that is killed, or whose file system fails, at every step from the arrival of its keys to the end.
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

describe('at every step from the arrival of the answer to the end', () => {
  /** The steps of a run that goes well, from the claim's status line on. */
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
    return steps.slice(claim + 2);
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

  test('killed: once the answer is on the disk, --resume ends with the login', async () => {
    const count = await each(async (at, step) => {
      const { home, service } = await freshSignUp({ poll: [claimed, gone] });
      const run = await signUp(home, service, [], journalled({ at, ending: 'kill' }));
      expect(run, step).toMatchObject({ signal: 'SIGKILL', stdout: '' });
      const unheard = /^(open|write) .*\.answer$/.test(step);
      const resumed = await callResume(home);
      if (unheard) expect(failure(resumed), step).toMatchObject({ exit: 6 });
      else if (!nothingLeft(resumed)) expect(documentOf(resumed), step).toEqual(success(home));
      if (!unheard) {
        expect(read(home.configFile), step).toEqual(login(service));
        expect(readdirSync(dirname(home.pendingFile)), step).toEqual([]);
      }
    });
    expect(count).toBeGreaterThan(20);
  });

  /** Killed behind the last step, with everything done. */
  function nothingLeft(run: Run): boolean {
    const { error } = documentOf(run) as { error?: { code: string; message: string } };
    return error?.code === 'invalid_input';
  }

  test('the file system fails: the keys are stored, in a file that is named, or shown', async () => {
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
