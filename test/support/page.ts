// Runs the code blocks of a documentation page unchanged in bash, in a separate home directory where `waypost` is the built
// command.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { type Run, runShell } from './shell';
import { commandLine, type Home } from './tool';

const root = join(__dirname, '../..');

/** The text of a file in the repository. */
export function textOf(page: string): string {
  return readFileSync(join(root, page), 'utf8');
}

/** A code block: its language and its lines, each with a line feed. */
export interface Block {
  language: string;
  text: string;
}

/** The blocks of a text in any of these languages, in order. */
export function blocksOf(text: string, ...languages: string[]): Block[] {
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .map(([, language = '', block = '']) => ({ language, text: block }))
    .filter(({ language }) => languages.includes(language));
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = Object(server.address());
  await new Promise((done) => server.close(done));
  return Number(port);
}

/** The environment of a page. */
export interface PageOptions {
  /** Programs that replace others, as sh scripts. */
  programs?: Readonly<Record<string, string>>;
  env?: Record<string, string | undefined>;
  /** The port that replaces 8787. */
  port?: number;
}

/** A script for waypost that uses the given port instead of the usual one, and completes sign-ups at the sandbox. */
function commandProgram(port: number | undefined): string {
  if (port === undefined) return `exec ${commandLine} "$@"`;
  return `case "$1 $2" in
  'sandbox start' | 'sandbox env') set -- "$@" --port ${port} ;;
  'signup ') ${commandLine} sandbox signup >/dev/null & ;;
esac
exec ${commandLine} "$@"`;
}

/** Runs a page's blocks in the directory `work` of a home, with its own programs. */
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

  /** Runs lines in one bash, which ends at the first failure; standard error contains each line. */
  run(lines: string): Promise<Run> {
    return this.program('bash', ['-e', '-o', 'pipefail', '-x', '-c', this.#here(lines)]);
  }

  /** Runs a program in the directory. */
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

  /** The lines with the test's port; the sandbox replaces every example service. */
  #here(lines: string): string {
    const { port } = this.#options;
    if (port === undefined) return lines;
    return lines
      .replace(/https:\/\/(api\.example\.com|service\.example)\/v1/g, `http://127.0.0.1:${port}/v1`)
      .replaceAll('8787', String(port));
  }
}
