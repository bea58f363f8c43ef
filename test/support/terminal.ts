// Runs a command in a pseudo-terminal from script(1). A terminal emulator shows the command's screen. If the system is
// not Linux, or if script(1) is not installed, the tests that require a terminal are skipped.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { Terminal as Emulator } from '@xterm/headless';
import { requirement } from './requirement';

const usual = { columns: 100, rows: 30 };

/** True if pseudo-terminals are available. See `requirement`. */
export const hasTerminal = requirement('terminal', () => {
  if (process.platform !== 'linux') return 'the tests use script(1) from util-linux';
  try {
    execFileSync('script', ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'script(1) is not installed';
  }
});

/** A command that runs in a terminal. */
export class Terminal {
  readonly #emulator: Emulator;
  readonly #child: ChildProcess;
  readonly #watchers = new Set<() => void>();
  readonly #ended: Promise<void>;
  #over = false;
  /** The command's output with escape sequences. */
  raw = '';

  /** Starts a command in a shell. After the command, the shell prints the exit code and the terminal settings. */
  constructor(words: readonly string[], env: NodeJS.ProcessEnv, { columns, rows } = usual) {
    this.#emulator = new Emulator({ cols: columns, rows, allowProposedApi: true });
    const command = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
    // Ctrl-C also reaches the shell. With this trap, the shell continues, and only the command is interrupted.
    const line = `trap : INT; stty cols ${columns} rows ${rows}; ${command}; echo "[ended $?]"; stty -a`;
    this.#child = spawn('script', ['-qfec', line, '/dev/null'], {
      env: { TERM: 'xterm-256color', SHELL: '/bin/sh', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      this.raw += chunk.toString('utf8');
      this.#emulator.write(chunk, () => this.#tell());
    });
    this.#ended = new Promise((resolve) => {
      this.#child.once('close', () => {
        this.#emulator.write('', () => {
          this.#over = true;
          this.#tell();
          resolve();
        });
      });
    });
  }

  /** Changes the size of the emulated screen. The test must also change the size of the pseudo-terminal with stty. */
  resize(columns: number, rows: number): void {
    this.#emulator.resize(columns, rows);
  }

  /** Types this text. */
  type(text: string): void {
    this.#child.stdin?.write(text);
  }

  /** Returns the text of the screen and its scrollback. */
  screen(): string {
    const { active } = this.#emulator.buffer;
    const lines = Array.from(
      { length: active.length },
      (_, index) => active.getLine(index)?.translateToString(true) ?? '',
    );
    return lines.join('\n').trimEnd();
  }

  /** Waits until the text of the screen matches a pattern. Rejects if the command ends first. */
  until(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(this.screen());
        if (found === null && !this.#over) return;
        this.#watchers.delete(look);
        if (found !== null) resolve(found);
        else reject(new Error(`ended without ${pattern}:\n${this.screen()}`));
      };
      this.#watchers.add(look);
      look();
    });
  }

  /** Waits until the cursor is in a line that matches, and in this column. Columns start with 0. */
  cursorOn(pattern: RegExp, column: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const { active } = this.#emulator.buffer;
        const line = active.getLine(active.baseY + active.cursorY)?.translateToString(true) ?? '';
        const there = active.cursorX === column && pattern.test(line);
        if (!there && !this.#over) return;
        this.#watchers.delete(look);
        if (there) resolve();
        else reject(new Error(`ended with the cursor in column ${active.cursorX} of: ${line}`));
      };
      this.#watchers.add(look);
      look();
    });
  }

  /**
   * Waits until the command ends. Returns the exit code, and whether the command restored the terminal and the cursor.
   */
  async end(): Promise<{ status: number; restored: boolean; cursorShown: boolean }> {
    const [, status] = await this.until(/\[ended (\d+)\][\s\S]*echok/);
    this.#child.stdin?.end();
    await this.#ended;
    const hidden = this.raw.lastIndexOf('\x1b[?25l');
    return {
      status: Number(status),
      restored: / echo /.test(this.screen()) && / icanon /.test(this.screen()),
      cursorShown: hidden === -1 || this.raw.lastIndexOf('\x1b[?25h') > hidden,
    };
  }

  /** Kills the command. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #tell(): void {
    for (const look of [...this.#watchers]) look();
  }
}

/** Returns the output of a command without the text that the shell prints after the command. */
export function shown(terminal: Terminal): string {
  return terminal.screen().split('[ended')[0]?.trimEnd() ?? '';
}
