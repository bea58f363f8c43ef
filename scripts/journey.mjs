// Runs the most important commands and prints a transcript. The script starts a sandbox, signs up on the sandbox's page,
// runs lookups with the stored key, tries a wrong key, logs out and logs in. All commands use a temporary home directory.
// At the end, the script removes this directory and stops all processes. If a step fails, the script stops with exit
// code 1.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const entry = join(dirname(fileURLToPath(import.meta.url)), '../bin/waypost.js');
const home = await mkdtemp(join(tmpdir(), 'waypost-journey-'));
const color = process.stdout.isTTY && process.stdout.hasColors();
const bold = (text) => (color ? `\x1b[1m${text}\x1b[22m` : text);
const dim = (text) => (color ? `\x1b[2m${text}\x1b[22m` : text);
const running = new Set();
let baseUrl;

const say = (text = '') => process.stdout.write(`${text}\n`);
const heading = (text) => say(`\n${bold(`# ${text}`)}`);

function environment() {
  const { PATH, SystemRoot } = process.env;
  return {
    PATH,
    ...(SystemRoot ? { SystemRoot } : {}),
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, 'AppData'),
    LOCALAPPDATA: join(home, 'LocalAppData'),
    TMPDIR: home,
    ...(color ? { FORCE_COLOR: '1' } : {}),
    ...(baseUrl ? { WAYPOST_BASE_URL: baseUrl } : {}),
  };
}

/** Starts waypost. Prints and collects its output line by line. */
function start(args, { input, quiet = false } = {}) {
  const child = spawn(process.execPath, [entry, ...args], { env: environment() });
  running.add(child);
  const run = { child, output: '' };
  const seen = new Set();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    let rest = '';
    stream.on('data', (text) => {
      run.output += text;
      rest += text;
      const lines = rest.split('\n');
      rest = lines.pop();
      if (!quiet) for (const line of lines) say(`  ${line}`);
      for (const check of seen) check();
    });
  }
  child.stdin.on('error', () => {});
  child.stdin.end(input ?? '');
  run.done = new Promise((resolve) => {
    child.once('close', (status) => {
      running.delete(child);
      run.status = status;
      for (const check of seen) check();
      resolve(status);
    });
  });
  /** Waits until the output matches. Throws if the process ends earlier. */
  run.until = (pattern) =>
    new Promise((resolve, reject) => {
      const check = () => {
        const found = pattern.exec(run.output);
        if (!found && run.status === undefined) return;
        seen.delete(check);
        if (found) resolve(found);
        else reject(new Error(`waypost ended with ${run.status} before it printed ${pattern}`));
      };
      seen.add(check);
      check();
    });
  return run;
}

/** Prints a command as a user would type it, and runs the command. Throws if the exit code is not the expected one. */
async function waypost(args, { input, status = 0, typed, quiet = false } = {}) {
  if (!quiet) say(`$ ${bold(typed ?? `waypost ${args.join(' ')}`)}`);
  const run = start(args, { input, quiet });
  const ended = await run.done;
  if (ended !== status) throw new Error(`waypost ${args[0]} ended with ${ended}, not ${status}`);
  if (!quiet && status !== 0) say(dim(`  exit code ${status}`));
  return run.output;
}

/** Fills in the form on the page and submits it, like a browser without JavaScript. */
async function signUpOnPage(page) {
  const html = await (await fetch(page)).text();
  const attribute = (tag, name) =>
    new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&');
  const action = attribute(/<form\b[^>]*>/.exec(html)?.[0] ?? '', 'action') ?? page;
  const form = new URLSearchParams();
  for (const [tag] of html.matchAll(/<input\b[^>]*>/g)) {
    const name = attribute(tag, 'name');
    if (name) form.set(name, attribute(tag, 'value') ?? '');
  }
  const person = { email: 'ada@example.org', name: 'Ada Example', org_name: 'Example Maps' };
  for (const [name, value] of Object.entries(person)) form.set(name, value);
  const response = await fetch(new URL(action, page), {
    method: 'POST',
    headers: { origin: new URL(page).origin },
    body: form,
  });
  if (!response.ok) throw new Error(`the page responded with status ${response.status}`);
}

async function journey() {
  heading('Start a sandbox on this machine');
  say(`$ ${bold('waypost sandbox start --port 0 --memory --quiet')}`);
  const sandbox = start(['sandbox', 'start', '--port', '0', '--memory', '--quiet']);
  await sandbox.until(/Sandbox ready/);
  [{ url: baseUrl }] = JSON.parse(await waypost(['sandbox', 'list', '--json'], { quiet: true }));

  heading('Sign up: waypost prints the URL of a page, and waits until you have filled in the page');
  say(`$ ${bold('waypost signup --json')}`);
  const signup = start(['signup', '--json']);
  const [issued] = await signup.until(/^.*"signup_url_issued".*\n/m);
  await signUpOnPage(JSON.parse(issued).signup_url);
  say(dim('  (this script fills in and submits the form)'));
  if ((await signup.done) !== 0) throw new Error(`signup ended with ${signup.status}`);

  heading('Show the keys in use');
  await waypost(['auth', 'whoami', '--check']);

  heading('Search for a place, and look it up');
  await waypost(['places', 'search', 'berlin', '--country-iso', 'DEU']);
  await waypost(['places', 'resolve', 'geonames_2950159']);

  heading('Try a wrong key: waypost rejects the key and keeps the stored key');
  await waypost(['auth', 'login', '--api-key', 'ak_wrong'], { status: 4 });
  await waypost(['auth', 'whoami', '--check']);

  heading('Log out and log in again: pipe the key to waypost instead of passing it as an argument');
  const token = await waypost(['auth', 'token'], { quiet: true });
  await waypost(['auth', 'logout']);
  await waypost(['auth', 'login', '--api-key', '-'], {
    input: token,
    typed: 'printf "%s" "$KEY" | waypost auth login --api-key -',
  });
  await waypost(['auth', 'whoami', '--json']);
  await waypost(['auth', 'logout']);

  heading('List the requests that the sandbox received');
  await waypost(['sandbox', 'requests']);
}

let status = 0;
try {
  await journey();
  say(
    `\n${bold('This is the end of the journey.')} To start your own sandbox and create an account, run:\n  npx waypost sandbox start --detach\n  npx waypost signup`,
  );
} catch (error) {
  say(`\nThe journey failed: ${error instanceof Error ? error.message : error}`);
  status = 1;
} finally {
  const ending = [...running].map(
    (child) => new Promise((resolve) => child.once('close', resolve)),
  );
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(ending);
  await rm(home, { recursive: true, force: true });
}
process.exitCode = status;
