// A sandbox in a process of its own, to be killed: the built command, in the foreground.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { entry } from '../../support/tool';

/** A sandbox process. */
export interface SandboxProcess {
  child: ChildProcess;
  origin: string;
  url: string;
  /** Resolves when the process is gone. */
  ended: Promise<unknown>;
  /** Sends a signal and waits until the process is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a sandbox on a data folder. Rejects with the error document when it does not start. */
export async function startProcess(folder: string): Promise<SandboxProcess> {
  const words = ['sandbox', 'start', '--json', '--port=0', '--no-rate-limit', `--data=${folder}`];
  const child = spawn(process.execPath, [entry, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = await once(createInterface(child.stdout), 'line');
  const { url } = JSON.parse(String(line)) as { url?: string };
  if (url === undefined) throw new Error(String(line));
  return {
    child,
    url,
    origin: new URL(url).origin,
    ended,
    end: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
}
