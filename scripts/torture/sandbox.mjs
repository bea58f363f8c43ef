// Runs the built sandbox as a process, and sends requests to it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { entry } from './command.mjs';

/** Starts a sandbox that keeps its data in memory. */
export async function startSandbox(home) {
  const words = ['sandbox', 'start', '--json', '--port=0', '--no-rate-limit', '--memory'];
  const child = spawn(process.execPath, [entry, ...words], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH, HOME: home },
    detached: true,
  });
  const ended = once(child, 'close');
  const [text] = await once(createInterface(child.stdout), 'line');
  const { url, pid } = JSON.parse(text);
  return {
    url,
    ask: (method, path, options) => ask(url, method, path, options),
    /** Creates an account with enough lookups. Returns { key, user_token }. */
    async account() {
      const keys = (await ask(url, 'POST', '/_sandbox/keys', { body: {} })).json;
      const body = { lookups_remaining: 1_000_000, datasets: { email: true } };
      await ask(url, 'PATCH', `/_sandbox/keys/${keys.key}`, { body });
      return keys;
    },
    /** Ends the sandbox. Returns a fault if the sandbox used too much memory. */
    async end() {
      const peak = peakOf(pid);
      process.kill(-child.pid, 'SIGKILL');
      await ended;
      // The sandbox uses less than 200 MB for thousands of requests, unless it leaks memory.
      return peak > 200 * 1024
        ? [['over memory', `the sandbox used ${Math.round(peak / 1024)} MB of memory`]]
        : [];
    },
  };
}

/** Returns the peak memory of a process in kB, or NaN if the system does not report it. */
function peakOf(pid) {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return Number.NaN;
  }
}

/** Sends a request. Returns { status, text, json }. The status is 0 if no complete response arrived. */
export function ask(url, method, path, { token, body } = {}) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const target = path.startsWith('/_sandbox') ? new URL(path, url) : new URL(url + path);
  const headers = {
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  return new Promise((resolve) => {
    const lost = () => resolve({ status: 0, text: '', json: undefined });
    const asked = request(target, { method, headers, agent: false }, (response) => {
      const pieces = [];
      response.on('data', (piece) => pieces.push(piece));
      response.on('error', lost);
      response.on('end', () => {
        const received = Buffer.concat(pieces).toString();
        resolve({ status: response.statusCode, text: received, json: parsed(received) });
      });
    });
    asked.on('error', lost);
    asked.end(text);
  });
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
