// Starts a sandbox in memory for the pictures.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const entry = join(root, 'bin/waypost.js');
export const images = join(root, 'docs/img');

/** Starts a sandbox. `ask` sends JSON to the sandbox and returns the JSON response. `stop` ends the sandbox. */
export async function startSandbox() {
  const words = ['sandbox', 'start', '--memory', '--port=0', '--no-rate-limit', '--json'];
  const child = spawn(process.execPath, [entry, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const { url } = JSON.parse(String(line));
  const { origin } = new URL(url);
  const ask = async (method, path, body) => {
    const sent = { 'Content-Type': 'application/json' };
    const response = await fetch(origin + path, {
      method,
      ...(body === undefined ? {} : { headers: sent, body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return { url, origin, ask, stop: () => child.kill() };
}
