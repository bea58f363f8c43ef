// The only module that writes to standard output and standard error. A command passes a value and its text
// for people; `--json` decides which one is written. Secrets are masked in errors, warnings and the trace.

import { StringDecoder } from 'node:string_decoder';
import type { SharedWarning } from '../../client/credentials/json-file';
import { type CommandWriter, type Hint, hintText } from '../../lib/command-text';
import type { FieldError, WaypostError } from '../../lib/errors';
import type { SecretMask } from '../../lib/masking';
import { plainText } from '../../lib/plain-text';
import { safeJson } from '../../lib/safe-json';
import type { ByteStream } from '../../lib/sink';
import { type ColorLevel, type Colors, colors } from './color';
import { chunksOf, jsonLines } from './json-text';
import { oneLine, printable } from './printable';
import type { ResultShape } from './result-shape';
import { wrapLines } from './width';

/** A stream to write to; Node's, or a test's. */
export interface OutputStream {
  write(text: string | Uint8Array, done?: (error?: Error | null) => void): unknown;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  /** True if the stream was closed before the command started, so that written data is lost. */
  isClosed?: boolean | undefined;
}

/** The two streams. They may be getters: a stream that is never written to is never opened. */
export interface Streams {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

export interface OutputSettings {
  streams: Streams;
  json: boolean;
  colorOf: (sink: OutputStream) => ColorLevel;
  mask: SecretMask;
  /** Whether no line moves: a program reads the terminal. */
  still?: boolean;
  /** Whether requests and faults are traced. */
  debug: boolean;
  /** Writes the commands that hints and messages name. */
  commandText: CommandWriter;
}

/** A warning that is shown once per run. Its reason determines its hint. */
export type Warning = SharedWarning | { reason: 'plain_http'; message: string };

/** The lines of an error, without color. */
export type Explanation = (error: WaypostError) => string[];

/** Text for people. In a list each is one line: a line feed in a name starts no other. */
type Text = string | readonly string[];

/** Human text of a result, given the color functions of standard output. */
export type HumanView = (color: Colors) => Text;

const withoutColor: ErrorColors = { red: String, dim: String };

/** Writes results to standard output; errors, warnings and progress to standard error. */
export class Output {
  readonly json: boolean;
  /** The format of results, if --fields or --format was given; undefined for the default. */
  shape: ResultShape | undefined;
  /** Masks the secrets of this run. */
  readonly mask: SecretMask;
  /** Whether requests and faults are traced. */
  readonly debug: boolean;
  /** Writes a command for a person to type next. */
  readonly commandText: CommandWriter;
  readonly #options: OutputSettings;
  readonly #warned = new Set<string>();
  #dataOnStdout = false;
  #heldTrace: string | undefined;

  constructor(options: OutputSettings) {
    this.#options = options;
    this.json = options.json;
    this.mask = options.mask;
    this.debug = options.debug;
    this.commandText = options.commandText;
  }

  /** As `commandText`, in backquotes. */
  readonly command: CommandWriter = (...line) => `\`${this.commandText(...line)}\``;

  /** The text of a hint, with the commands that it names. */
  hint(hint: Hint): string {
    return hintText(hint, this.command);
  }

  /** Whether results are written for programs or in a requested format, and not as the command's own text. */
  get asData(): boolean {
    return this.json || this.shape !== undefined;
  }

  /** Width of the terminal for results; undefined if they go elsewhere. */
  get width(): number | undefined {
    const { stdout } = this.#options.streams;
    return stdout.isTTY ? Math.max(20, stdout.columns || 80) : undefined;
  }

  /** Width of messages on a terminal, as that of help; undefined elsewhere, where lines are searched. */
  get #messageWidth(): number | undefined {
    return this.stderr.isTTY ? Math.min(120, Math.max(40, this.stderr.columns || 80)) : undefined;
  }

  /** Whether a line of standard error may be redrawn. */
  get moves(): boolean {
    const { streams, still } = this.#options;
    return streams.stderr.isTTY === true && still !== true;
  }

  /** Standard error, for code that draws on it. */
  get stderr(): OutputStream {
    return this.#options.streams.stderr;
  }

  /**
   * Standard output, for data that is the result itself. From now on errors go to standard error, as the same
   * document with `--json`, so that a data file never contains one.
   */
  dataStream(): OutputStream {
    this.#dataOnStdout = true;
    return this.#options.streams.stdout;
  }

  /**
   * The result of a command: one JSON document, the text for people, or the requested format. Throws
   * `invalid_input` if the result does not have a requested field.
   */
  async result(value: unknown, view: HumanView): Promise<void> {
    const { stdout } = this.#options.streams;
    if (this.shape !== undefined) return this.#shaped(value, this.shape, view);
    if (this.json) {
      await writeAll(stdout, jsonLines([value]));
      // A failure after the result must not print a second document.
      this.#dataOnStdout = true;
    } else {
      const text = asText(view(await this.stdoutColors()));
      await writeAll(stdout, chunksOf(printable(`${text}\n`)));
    }
  }

  /** Bytes on standard output, for programs. */
  raw(bytes: Uint8Array): void {
    this.#options.streams.stdout.write(bytes);
  }

  /** Text on standard output, for commands that write theirs bit by bit or for programs. */
  print(text: string): void {
    this.#options.streams.stdout.write(printable(text));
  }

  /** An error: the document on standard output with `--json`, else text on standard error. */
  async error(error: WaypostError): Promise<void> {
    const { streams, json } = this.#options;
    if (json) {
      const stream = this.#dataOnStdout ? streams.stderr : streams.stdout;
      return writeAll(stream, jsonLines([this.#documentOf(error)]));
    }
    // An upgrade may have removed the color library; waypost still prints the error.
    const color = await this.stderrColors().catch((): ErrorColors => withoutColor);
    this.draw(errorLines(error, this.mask, color, this.#messageWidth));
  }

  /** Explains errors as `error` does, for code that draws on standard error itself. */
  async explanation(): Promise<Explanation> {
    const { hintOf } = await import('../hints/by-reason');
    return (error) => {
      const hinted = error.with({ hint: hintOf(error, this.command) });
      return printable(errorLines(hinted, this.mask, withoutColor))
        .trimEnd()
        .split('\n');
    };
  }

  /** The color functions of standard output, for code that writes its text itself. */
  stdoutColors(): Promise<Colors> {
    return colors(this.#options.colorOf(this.#options.streams.stdout));
  }

  /** The color functions of standard error. */
  stderrColors(): Promise<Colors> {
    return colors(this.#options.colorOf(this.stderr));
  }

  /** The prompts, in the colors of standard error. */
  async prompts(): Promise<typeof import('../prompts/prompts')> {
    return loadPrompts(this.#options.colorOf(this.stderr));
  }

  /**
   * Loads the code that shows results, warnings and errors. For a command with a long wait before a result
   * that must not be lost: an upgrade may replace the files meanwhile.
   */
  async preload(): Promise<void> {
    await Promise.all([this.stderrColors(), import('../hints/by-reason')]);
  }

  /** Text for a person on standard error, without a line feed. */
  draw(text: string): void {
    this.stderr.write(printable(text));
  }

  /** A line for a person on standard error; scripts should not need it. */
  async note(view: HumanView): Promise<void> {
    this.draw(`${asText(view(await this.stderrColors()))}\n`);
  }

  /** A sentence for a person on standard error, wrapped at words. */
  async sentence(text: string): Promise<void> {
    await this.note(() => wrapLines(text, this.#messageWidth));
  }

  /** A warning on standard error, with `--json` too. */
  async warn(text: string): Promise<void> {
    const lines = wrapLines(`Warning: ${this.mask.apply(text)}`, this.#messageWidth);
    await this.note((color) => lines.replace('Warning:', color.yellow('Warning:')));
  }

  /** Shows warnings with their hints, each once a run. */
  async warnOnce(warnings: readonly Warning[]): Promise<void> {
    for (const warning of warnings) {
      if (this.#warned.has(warning.message)) continue;
      this.#warned.add(warning.message);
      const { sharedHint } = await import('../hints/by-reason');
      const hints = warning.reason === 'plain_http' ? [] : [sharedHint(warning)];
      await this.warn([warning.message, ...hints].join(' '));
    }
  }

  /** Writes a line of the trace to standard error. */
  trace(line: string): void {
    const masked = printable(`${this.mask.apply(line)}\n`);
    if (this.#heldTrace !== undefined) this.#heldTrace += masked;
    else this.stderr.write(masked);
  }

  /** Runs work that draws on standard error; the trace follows afterwards. */
  async whileDrawing<T>(work: () => Promise<T>): Promise<T> {
    this.#heldTrace = '';
    try {
      return await work();
    } finally {
      const held = this.#heldTrace;
      this.#heldTrace = undefined;
      if (held !== '') this.stderr.write(held);
    }
  }

  /** One progress event as a line of JSON on standard error. */
  event(value: Record<string, unknown>): void {
    this.stderr.write(`${safeJson(value)}\n`);
  }

  async #shaped(value: unknown, shape: ResultShape, view: HumanView): Promise<void> {
    const { stdout } = this.#options.streams;
    const [{ shaped }, color] = await Promise.all([import('./shape'), this.stdoutColors()]);
    const isText = shape.format === 'csv' && stdout.isTTY === true;
    const { chunks, error } = shaped(value, shape, {
      color,
      width: this.width,
      view: () => asText(view(color)),
    });
    await writeAll(stdout, isText ? [plainText([...chunks].join(''))] : chunks);
    if (error !== undefined) throw error;
  }

  #documentOf(error: WaypostError): unknown {
    const { error: members } = error.toDocument();
    const masked = maskStrings(members, this.mask);
    if (error.revealed === undefined) return { error: masked };
    return { error: { ...masked, details: { ...Object(masked.details), ...error.revealed } } };
  }
}

function asText(text: Text): string {
  return typeof text === 'string' ? text : text.map((line) => line.replace(/\n+/g, ' ')).join('\n');
}

/** Writes chunks, each when its reader has taken those before it. */
async function writeAll(sink: OutputStream, chunks: Iterable<string>): Promise<void> {
  for (const chunk of chunks) {
    if (sink.write(chunk) === false) await new Promise((resolve) => sink.write('', resolve));
  }
}

/** Returns the value with secrets masked in every text. */
function maskStrings<T>(value: T, mask: SecretMask): T {
  return JSON.parse(JSON.stringify(value), (_, member: unknown) =>
    typeof member === 'string' ? mask.apply(member) : member,
  ) as T;
}

type ErrorColors = Readonly<Record<'red' | 'dim', (text: string) => string>>;

/** The lines for standard error, ended by a line feed; wrapped where a width is given. */
function errorLines(
  error: WaypostError,
  mask: SecretMask,
  color: ErrorColors,
  width?: number,
): string {
  const clean = (text: string) => mask.apply(text);
  const head = wrapLines(`Error: ${clean(error.message)}${statusAndCode(error)}`, width);
  const lines = [head.replace('Error:', color.red('Error:'))];
  for (const { path, message } of fieldErrorsOf(error.details)) {
    lines.push(`  ${oneLine(mask.apply(path))}: ${oneLine(mask.apply(message))}`);
  }
  const { rescue_path } = Object(error.details);
  if (typeof rescue_path === 'string') lines.push(`  Saved in ${clean(rescue_path)}`);
  for (const [name, value] of Object.entries(error.revealed?.credentials ?? {})) {
    lines.push(`  ${name}: ${oneLine(value)}`);
  }
  if (error.hint !== undefined) lines.push(color.dim(wrapLines(clean(error.hint), width)));
  return `${lines.join('\n')}\n`;
}

function statusAndCode({ status, apiCode }: WaypostError): string {
  const known = [
    ...(status === undefined ? [] : [`HTTP ${status}`]),
    ...(apiCode === undefined ? [] : [`code ${apiCode}`]),
  ];
  return known.length === 0 ? '' : ` (${known.join(', ')})`;
}

export function fieldErrorsOf(details: unknown): FieldError[] {
  if (!Array.isArray(details)) return [];
  return details.filter((entry: unknown): entry is FieldError => {
    const { path, message } = Object(entry);
    return typeof path === 'string' && typeof message === 'string';
  });
}

/**
 * Standard output for data: what a terminal would act on does not reach one. `isSafe` says that the data has nothing of
 * it, as JSON that escapes control characters.
 */
export function dataStream(stdout: OutputStream, isSafe = false): ByteStream {
  if (stdout.isTTY !== true || isSafe) {
    return { write: (bytes, done) => stdout.write(bytes, done) };
  }
  const decoder = new StringDecoder('utf8');
  return {
    write: (bytes, done) => stdout.write(plainText(decoder.write(Buffer.from(bytes))), done),
  };
}

const looksAt = ['NO_COLOR', 'FORCE_COLOR', 'NODE_DISABLE_COLORS'] as const;

/**
 * The prompts; `level` is that of standard error. Their library reads the environment once, when it is loaded, and does
 * not know --color.
 */
async function loadPrompts(level: ColorLevel): Promise<typeof import('../prompts/prompts')> {
  const before = looksAt.map((name) => [name, process.env[name]] as const);
  for (const name of looksAt) delete process.env[name];
  if (level === 0) process.env.NO_COLOR = '1';
  else process.env.FORCE_COLOR = String(level);
  try {
    return await import('../prompts/prompts');
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}
