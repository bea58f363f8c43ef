// Runs the code blocks of a documentation page in bash, in a separate home directory. `waypost` is the built command.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { type Run, runShell } from './shell';
import { commandLine, type Home } from './tool';

const root = join(__dirname, '../..');

/** Returns the text of a file in the repository. */
export function textOf(page: string): string {
  return readFileSync(join(root, page), 'utf8');
}

/** A code block with its language and its text. Each line ends with a line feed. */
export interface Block {
  language: string;
  text: string;
}

/** Returns the code blocks in these languages, in the order of the text. */
export function blocksOf(text: string, ...languages: string[]): Block[] {
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .map(([, language = '', block = '']) => ({ language, text: block }))
    .filter(({ language }) => languages.includes(language));
}

/** Returns a free port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = Object(server.address());
  await new Promise((done) => server.close(done));
  return Number(port);
}

/** The options for the code blocks of a page. */
export interface PageOptions {
  /** The sh scripts that replace programs, by the name of the program. */
  programs?: Readonly<Record<string, string>>;
  env?: Record<string, string | undefined>;
  /** The port that replaces 8787. */
  port?: number;
}

/** Returns an sh script for waypost. If a port is set, the script uses this port and completes sign-ups at the sandbox. */
function commandProgram(port: number | undefined): string {
  if (port === undefined) return `exec ${commandLine} "$@"`;
  return `case "$1 $2" in
  'sandbox start' | 'sandbox env') set -- "$@" --port ${port} ;;
  'signup ') ${commandLine} sandbox signup >/dev/null & ;;
esac
exec ${commandLine} "$@"`;
}

/** Runs a page's code blocks in the `work` directory of a home directory. */
export class PageShell {
  readonly work: string;
  readonly #home: Home;
  readonly #options: PageOptions;

  constructor(home: Home, options: PageOptions = {}) {
    this.#home = home;
    this.#options = options;
    this.work = join(home.path, 'work');
    const bin = join(home.path, 'bin');
    mkdirSync(this.work, { recursive: true });
    mkdirSync(bin, { recursive: true });
    const programs = { waypost: commandProgram(options.port), ...options.programs };
    for (const [name, text] of Object.entries(programs)) {
      writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
      chmodSync(join(bin, name), 0o755);
    }
  }

  /** Runs lines in one bash, which stops at the first failure. Bash prints each line to standard error. */
  run(lines: string): Promise<Run> {
    return this.program('bash', ['-e', '-o', 'pipefail', '-x', '-c', this.#here(lines)]);
  }

  /** Runs a program in the `work` directory. */
  program(program: string, words: string[]): Promise<Run> {
    const { env, port } = this.#options;
    const here = this.#home.environment({
      PATH: `${join(this.#home.path, 'bin')}${delimiter}${process.env.PATH}`,
      SHELL: '/bin/bash',
      ...(port === undefined ? {} : { WAYPOST_BASE_URL: `http://127.0.0.1:${port}/v1` }),
      ...env,
    });
    return runShell([program, ...words], here, this.work);
  }

  /** Replaces the port 8787 and the base URLs of example services with those of the test's sandbox. */
  #here(lines: string): string {
    const { port } = this.#options;
    if (port === undefined) return lines;
    return lines
      .replace(/https:\/\/(api\.example\.com|service\.example)\/v1/g, `http://127.0.0.1:${port}/v1`)
      .replaceAll('8787', String(port));
  }
}
