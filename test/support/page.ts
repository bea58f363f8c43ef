// Runs the code blocks of a documentation page unchanged: in bash, in a home of their own, where `waypost` is
// the built command.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { type Run, runShell } from './shell';
import { commandLine, type Home } from './tool';

const root = join(__dirname, '../..');

/** The text of a file of the repository. */
export function textOf(page: string): string {
  return readFileSync(join(root, page), 'utf8');
}

/** A block of code: its language, and its lines with a line feed behind each. */
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

/** Ports that nobody listens on. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) => {
          server.listen(0, '127.0.0.1', () => resolve(Number(Object(server.address()).port)));
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

/** The environment of a page. */
export interface PageOptions {
  /** Programs that replace others, as lines of sh. */
  programs?: Readonly<Record<string, string>>;
  env?: Record<string, string | undefined>;
  /** Ports in place of 8787 for `sandbox start` and `env`, and of 8788 for `sandbox record` and `replay`. */
  ports?: readonly [service: number, session: number];
}

/** The command; with ports, where it would take the usual ones. A sign-up is completed at the sandbox. */
function commandProgram(ports: PageOptions['ports']): string {
  if (ports === undefined) return `exec ${commandLine} "$@"`;
  const [service, session] = ports;
  return `case "$1 $2" in
  'sandbox start' | 'sandbox env') set -- "$@" --port ${service} ;;
  'sandbox record' | 'sandbox replay') set -- "$@" --port ${session} ;;
  'signup ') ${commandLine} sandbox signup >/dev/null & ;;
esac
exec ${commandLine} "$@"`;
}

/** A page's place to run: the directory `work` of a home, and its programs. */
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
    const programs = { waypost: commandProgram(options.ports), ...options.programs };
    for (const [name, text] of Object.entries(programs)) {
      writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
      chmodSync(join(bin, name), 0o755);
    }
  }

  /** Runs lines in one bash, which ends at the first that fails; standard error has each line that was run. */
  run(lines: string): Promise<Run> {
    return this.program('bash', ['-e', '-o', 'pipefail', '-x', '-c', this.#here(lines)]);
  }

  /** Runs a program in the directory. */
  program(program: string, words: string[]): Promise<Run> {
    const { env, ports } = this.#options;
    const here = this.#home.environment({
      PATH: `${join(this.#home.path, 'bin')}${delimiter}${process.env.PATH}`,
      SHELL: '/bin/bash',
      ...(ports === undefined ? {} : { WAYPOST_BASE_URL: `http://127.0.0.1:${ports[0]}/v1` }),
      ...env,
    });
    return runShell([program, ...words], here, this.work);
  }

  /** The same lines at the ports of the test; the sandbox is every service that is only an example. */
  #here(lines: string): string {
    const { ports } = this.#options;
    if (ports === undefined) return lines;
    return lines
      .replace(
        /https:\/\/(api\.example\.com|service\.example)\/v1/g,
        `http://127.0.0.1:${ports[0]}/v1`,
      )
      .replaceAll('8787', String(ports[0]))
      .replaceAll('8788', String(ports[1]));
  }
}
