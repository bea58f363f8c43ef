// Runs the scripts next to this file. A script is like a shell session, which starts in an empty home directory and
// runs the built command as a process. CONTRIBUTING.md, "Write an acceptance script", explains the lines of a script.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from '../support/sandbox';
import { type Run, runShell } from '../support/shell';
import { commandLine, expectNoLeaks, Home } from '../support/tool';

/** A line of a script that runs a command or checks a result. */
interface Step {
  /** The line number in the file, starting with 1. */
  number: number;
  text: string;
}

/** A script. The first line is the title. The session's directory contains the files before the first step. */
interface Script {
  title: string;
  steps: Step[];
  files: Map<string, string>;
}

const fileHeading = /^-- (.+) --$/;

/** Parses a script. The comments and steps are before the files. A `-- name --` line precedes each file. */
function parseScript(text: string): Script {
  const lines = text.split('\n');
  const firstFile = lines.findIndex((line) => fileHeading.test(line));
  const end = firstFile === -1 ? lines.length : firstFile;
  const steps = lines
    .slice(0, end)
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter((step) => step.text !== '' && !step.text.startsWith('#'));

  const files = new Map<string, string>();
  let name = '';
  for (const line of lines.slice(end)) {
    const heading = fileHeading.exec(line)?.[1];
    if (heading === undefined) files.set(name, `${files.get(name)}${line}\n`);
    else {
      name = heading;
      files.set(name, '');
    }
  }
  // The script's last line feed is not a part of the last file.
  if (name !== '') files.set(name, files.get(name)?.replace(/\n\n$/, '\n') ?? '');

  return { title: (lines[0] ?? '').replace(/^# /, ''), steps, files };
}

/**
 * Splits a step into words at white space. Keeps text in single quotes unchanged. Replaces $NAME outside of quotes with
 * the variable's value.
 */
function wordsOf(text: string, variables: Readonly<Record<string, string>>): string[] {
  return [...text.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|\$(\w+)/g, (_, quoted: string | undefined, name: string) =>
      quoted === undefined ? (variables[name] ?? '') : quoted,
    ),
  );
}

/** Returns the API keys and management keys of a seed. A script fails if a command prints one of them. */
function keysIn(seed: string): string[] {
  return [...seed.matchAll(/"((?:ak|uk)_\w+)"/g)].map(([, key = '']) => key);
}

/** The state of a running script: its directories, its variables and the result of the last command. */
class Session {
  readonly #root = mkdtempSync(join(tmpdir(), 'waypost-acceptance-'));
  readonly #home = new Home();
  readonly #keys: string[];
  readonly #variables: Record<string, string>;
  #directory = join(this.#root, 'work');
  #input = '';
  #last: Run = { status: null, signal: null, stdout: '', stderr: '' };

  constructor(script: Script, variables: Readonly<Record<string, string>>) {
    this.#keys = keysIn(script.files.get('seed.json') ?? '');
    this.#home.keep(...this.#keys);
    this.#variables = { ...variables, HOME: this.#home.path, WORK: this.#directory };

    // The programs that waypost starts can run waypost, because PATH contains this script.
    const program = join(this.#root, 'bin/waypost');
    mkdirSync(dirname(program));
    writeFileSync(program, `#!/bin/sh\nexec ${commandLine} "$@"\n`);
    chmodSync(program, 0o755);
    this.#variables.PATH = `${dirname(program)}${delimiter}${process.env.PATH}`;

    mkdirSync(this.#directory);
    for (const [name, text] of script.files) {
      const path = join(this.#directory, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }

  /** Runs a step. Throws if the step's result is not the expected result. */
  async perform(text: string): Promise<void> {
    const [first = '', ...rest] = wordsOf(text, this.#variables);
    const isNegated = first.startsWith('!');
    const [verb = '', ...words] = isNegated ? rest : [first, ...rest];

    switch (verb) {
      case 'waypost':
      case 'exec':
        return this.#runCommand(verb, words, isNegated ? first.slice(1) : '0');
      case 'stdout':
      case 'stderr':
        return this.#expectText(verb, words[0] ?? '', isNegated);
      case 'exists':
        return this.#expectFile(words[0] ?? '', isNegated);
      case 'cmp':
        return this.#expectEqual(words[0] ?? '', words[1] ?? '');
      case 'stdin':
        this.#input = this.#textOf(words[0] ?? '');
        return;
      case 'cp':
        return this.#copy(words[0] ?? '', words[1] ?? '');
      case 'cd':
        this.#directory = resolve(this.#directory, words[0] ?? '');
        return;
      case 'env': {
        const [name = '', ...value] = (words[0] ?? '').split('=');
        this.#variables[name] = value.join('=');
        return;
      }
      default:
        throw new Error(`${verb} is not a word of these scripts`);
    }
  }

  /** The output of the last command, for the message about a failed step. */
  get printed(): string {
    const { status, signal, stdout, stderr } = this.#last;
    return `exit code: ${status ?? signal}\n--- stdout\n${stdout}--- stderr\n${stderr}`;
  }

  /** Ends the sandboxes that the script started, and removes its directories. */
  async close(): Promise<void> {
    if (existsSync(join(this.#home.path, '.local/share/waypost/sandbox'))) {
      await this.#home.run('sandbox stop --all');
    }
    this.#home.remove();
    rmSync(this.#root, { recursive: true, force: true });
  }

  async #runCommand(verb: string, words: string[], expected: string): Promise<void> {
    const env = this.#home.environment(this.#variables);
    const input = this.#input;
    this.#input = '';
    if (verb === 'exec') {
      this.#last = await runShell(words, env, this.#directory);
    } else {
      // `auth token` is the only command that prints a complete key on purpose.
      const reveals = words.join(' ').startsWith('auth token') ? this.#keys : [];
      this.#last = await this.#home.run(words, { env, input, reveals, cwd: this.#directory });
    }
    if (String(this.#last.status) !== expected) throw new Error(`expected exit code ${expected}`);
  }

  #expectText(stream: 'stdout' | 'stderr', pattern: string, isNegated: boolean): void {
    const isFound = new RegExp(pattern, 'm').test(this.#last[stream]);
    if (isFound === isNegated) {
      throw new Error(`expected ${stream} ${isNegated ? 'not ' : ''}to match ${pattern}`);
    }
  }

  #expectFile(name: string, isNegated: boolean): void {
    if (existsSync(resolve(this.#directory, name)) === isNegated) {
      throw new Error(`expected that ${name} ${isNegated ? 'does not exist' : 'exists'}`);
    }
  }

  #expectEqual(actual: string, expected: string): void {
    if (this.#textOf(actual) !== this.#textOf(expected)) {
      throw new Error(
        `expected ${actual}:\n${this.#textOf(expected)}\nbut it is:\n${this.#textOf(actual)}`,
      );
    }
  }

  #copy(source: string, target: string): void {
    const path = resolve(this.#directory, target);
    if (source === 'stdout' || source === 'stderr') writeFileSync(path, this.#last[source]);
    else copyFileSync(resolve(this.#directory, source), path);
  }

  /** Returns the text of a file, or the output of the last command. */
  #textOf(name: string): string {
    if (name === 'stdout' || name === 'stderr') return this.#last[name];
    return readFileSync(resolve(this.#directory, name), 'utf8');
  }
}

/** Starts a sandbox with the `seed.json` of a script. Returns null if the script has no such file. */
async function sandboxOf(script: Script): Promise<RunningSandbox | null> {
  const seed = script.files.get('seed.json');
  return seed === undefined ? null : startSandbox({ data: null, seed: JSON.parse(seed) });
}

/** Returns an error that contains the failed step, the reason, and the output of the last command. */
function stepError(path: string, step: Step, problem: unknown, session: Session): Error {
  const reason = problem instanceof Error ? problem.message : String(problem);
  const place = `${basename(path)}:${step.number}: ${step.text}`;
  const error = new Error(`${place}\n${reason}\n\n${session.printed}`);
  // Vitest shows the lines of the script instead of the lines of this runner.
  error.stack = `Error: ${error.message}\n    at step (${path}:${step.number}:1)`;
  return error;
}

/** Runs a script to its end. Throws at the first step that fails. */
async function runScript(path: string, text: string): Promise<void> {
  const script = parseScript(text);
  const sandbox = await sandboxOf(script);
  const session = new Session(script, sandbox === null ? {} : { WAYPOST_BASE_URL: sandbox.url });
  try {
    for (const step of script.steps) {
      await session.perform(step.text).catch((problem: unknown) => {
        throw stepError(path, step, problem, session);
      });
    }
  } finally {
    await session.close();
    await sandbox?.close();
  }
}

const scripts = readdirSync(__dirname)
  .filter((name) => name.endsWith('.txtar'))
  .map((name) => {
    const path = join(__dirname, name);
    const text = readFileSync(path, 'utf8');
    return { path, text, name: basename(name, '.txtar'), title: parseScript(text).title };
  });

describe.skipIf(process.platform === 'win32')('on a system other than Windows,', () => {
  describe.concurrent('the acceptance script', () => {
    test.each(scripts.map(({ name, title, path, text }) => [name, title, path, text]))(
      '%s.txtar runs successfully (title: %s)',
      (_, __, path, text) => runScript(path, text),
    );
  });

  describe('the acceptance script runner', () => {
    test.each([
      ['a command ends with an unexpected exit code', 'exec false', 'expected exit code 0'],
      [
        'a command succeeds although the script expects exit code 1',
        '!1 exec true',
        'expected exit code 1',
      ],
      ['the script expects a failure without an exit code', '! exec false', 'expected exit code'],
      [
        'the output does not match a required pattern',
        "exec echo a\nstdout '^b'",
        'expected stdout to match ^b',
      ],
      [
        'the output matches a forbidden pattern',
        'exec echo a\n! stdout a',
        'expected stdout not to match a',
      ],
      [
        'the output differs from an expected file',
        'cmp stdout file',
        'expected stdout:\nsome text',
      ],
      ['an expected file is missing', 'exists missing', 'expected that missing exists'],
      [
        'a file exists that the script forbids',
        '! exists file',
        'expected that file does not exist',
      ],
      [
        'the script contains an unknown instruction',
        'stdot a',
        'stdot is not a word of these scripts',
      ],
    ])('throws an error if %s', async (_, steps, message) => {
      const script = `# A title\n\n${steps}\n-- file --\nsome text\n`;
      await expect(runScript('example.txtar', script)).rejects.toThrow(message);
    });

    test("adds the failed step's line and the last command's output to the error", async () => {
      const script = "# A title\n# More.\n\nexec echo 'some output'\nstdout other\n";
      await expect(runScript('example.txtar', script)).rejects.toThrow(
        'example.txtar:5: stdout other\nexpected stdout to match other\n\nexit code: 0\n--- stdout\nsome output\n',
      );
    });

    test("detects if a command prints a key from the script's seed.json", async () => {
      const steps =
        'env WAYPOST_API_KEY=ak_the_key\nwaypost exec --no-masking printenv WAYPOST_API_KEY';
      const seed = '{"accounts":[{"keys":[{"key":"ak_the_key"}]}]}';
      await runScript('example.txtar', `# A title\n${steps}\n-- seed.json --\n${seed}\n`);
      expect(expectNoLeaks).toThrow('secrets that were printed');
    });
  });
});
