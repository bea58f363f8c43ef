// Starts a sandbox as a process of its own: bundled once, because Node 20 does not read TypeScript.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { rolldown } from 'rolldown';

/** A sandbox process. */
export interface SandboxProcess {
  child: ChildProcess;
  origin: string;
  url: string;
  /** Sends a signal and waits until the process is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

const root = join(import.meta.dirname, '..', '..', '..');

/** Bundles the child; answers the file to run. Inside the project, so that packages are found. */
export async function buildChild(): Promise<string> {
  const dir = mkdtempSync(join(root, 'node_modules', '.sandbox-child-'));
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'child.ts'),
    platform: 'node',
    external: ['node-sqlite3-wasm'],
    logLevel: 'warn',
  });
  await bundle.write({ dir, format: 'esm', entryFileNames: 'child.mjs' });
  await bundle.close();
  return join(dir, 'child.mjs');
}

/** Starts a sandbox on a data folder; rejects with what it wrote to standard error when it does not. */
export async function startProcess(script: string, folder: string): Promise<SandboxProcess> {
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (piece: Buffer) => {
    complaint += piece.toString();
  });
  const ended = once(child, 'close').then(() => {
    throw new Error(complaint);
  });
  ended.catch(() => {});
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  const { origin, url } = JSON.parse(String(line)) as { origin: string; url: string };
  return {
    child,
    origin,
    url,
    end: async (signal) => {
      child.kill(signal);
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
