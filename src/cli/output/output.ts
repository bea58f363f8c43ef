// Writes the results of commands to standard output, and messages to standard error. A command passes two forms of each
// result to this module: a value, and text for users. If `--json` is set, waypost prints the value. Otherwise, waypost
// prints the text. This module masks secrets in errors, warnings and the trace.

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

/** An output stream, from Node or from a test. */
export interface OutputStream {
  write(text: string | Uint8Array, done?: (error?: Error | null) => void): unknown;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  /** True if the stream was closed before the command started. Data that waypost writes to the stream is then lost. */
  isClosed?: boolean | undefined;
}

/**
 * The two output streams. The properties can be getters, so that waypost opens a stream only when it writes to the
 * stream.
 */
export interface Streams {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

export interface OutputSettings {
  streams: Streams;
  json: boolean;
  colorOf: (sink: OutputStream) => ColorLevel;
  mask: SecretMask;
  /** True if waypost must never redraw a line, because a coding agent reads the terminal. */
  still?: boolean;
  /** True if waypost writes a trace, because --debug or WAYPOST_DEBUG is set. */
  debug: boolean;
  /** Formats the commands in hints and messages. */
  commandText: CommandWriter;
}

/** A warning that waypost shows only once per run. The reason determines the hint. */
export type Warning = SharedWarning | { reason: 'plain_http'; message: string };

/** Returns the lines of an error, without color. */
export type Explanation = (error: WaypostError) => string[];

/** Text for users. A list contains one item for each line. Line feeds in an item do not start new lines. */
type Text = string | readonly string[];

/** Returns the text of a result for users. `color` contains the color functions for standard output. */
export type HumanView = (color: Colors) => Text;

const withoutColor: ErrorColors = { red: String, dim: String };

/** Writes results to standard output, and errors, warnings and progress to standard error. */
export class Output {
  readonly json: boolean;
  /** The format of results if --fields or --format is set, or undefined for the default format. */
  shape: ResultShape | undefined;
  /** Masks the secrets that this run uses. */
  readonly mask: SecretMask;
  /** True if waypost writes a trace, because --debug or WAYPOST_DEBUG is set. */
  readonly debug: boolean;
  /** Formats a command for the user to type next. */
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

  /** Like `commandText`, but puts the command in backquotes. */
  readonly command: CommandWriter = (...line) => `\`${this.commandText(...line)}\``;

  /** Returns the text of a hint, including the commands in it. */
  hint(hint: Hint): string {
    return hintText(hint, this.command);
  }

  /**
   * True if waypost prints results as JSON, or if --format or --fields is set. False if waypost prints the command's
   * own text.
   */
  get asData(): boolean {
    return this.json || this.shape !== undefined;
  }

  /** The width of the terminal for results, or undefined if standard output is not a terminal. */
  get width(): number | undefined {
    const { stdout } = this.#options.streams;
    return stdout.isTTY ? Math.max(20, stdout.columns || 80) : undefined;
  }

  /**
   * The width of messages at a terminal, which is also the width of help. Undefined if standard error is not a
   * terminal. waypost then does not wrap messages, because programs might search the lines.
   */
  get #messageWidth(): number | undefined {
    return this.stderr.isTTY ? Math.min(120, Math.max(40, this.stderr.columns || 80)) : undefined;
  }

  /** True if waypost can redraw a line of standard error. */
  get moves(): boolean {
    const { streams, still } = this.#options;
    return streams.stderr.isTTY === true && still !== true;
  }

  /** The standard error stream, for code that draws on it. */
  get stderr(): OutputStream {
    return this.#options.streams.stderr;
  }

  /**
   * Returns standard output for a command whose result is data. After this call, waypost writes errors to standard
   * error, even with `--json`, so that a data file never contains an error.
   */
  dataStream(): OutputStream {
    this.#dataOnStdout = true;
    return this.#options.streams.stdout;
  }

  /**
   * Prints the result of a command as one JSON document, as text for users, or in the requested format. Throws
   * `invalid_input` if the result does not have a requested field.
   */
  async result(value: unknown, view: HumanView): Promise<void> {
    const { stdout } = this.#options.streams;
    if (this.shape !== undefined) return this.#shaped(value, this.shape, view);
    if (this.json) {
      await writeAll(stdout, jsonLines([value]));
      // If an error follows the result, waypost must not print a second document to standard output.
      this.#dataOnStdout = true;
    } else {
      const text = asText(view(await this.stdoutColors()));
      await writeAll(stdout, chunksOf(printable(`${text}\n`)));
    }
  }

  /** Writes bytes for programs to standard output. */
  raw(bytes: Uint8Array): void {
    this.#options.streams.stdout.write(bytes);
  }

  /** Writes a piece of text to standard output. */
  print(text: string): void {
    this.#options.streams.stdout.write(printable(text));
  }

  /**
   * Prints an error as text to standard error. If `--json` is set, prints a JSON document to standard output, or to
   * standard error if standard output already contains data.
   */
  async error(error: WaypostError): Promise<void> {
    const { streams, json } = this.#options;
    if (json) {
      const stream = this.#dataOnStdout ? streams.stderr : streams.stdout;
      return writeAll(stream, jsonLines([this.#documentOf(error)]));
    }
    // An upgrade of waypost during this run might have removed the color library. waypost then prints the error without
    // color.
    const color = await this.stderrColors().catch((): ErrorColors => withoutColor);
    this.draw(errorLines(error, this.mask, color, this.#messageWidth));
  }

  /**
   * Returns a function that formats an error as `error` does, but without color and line wrapping, for code that draws
   * on standard error itself.
   */
  async explanation(): Promise<Explanation> {
    const { hintOf } = await import('../hints/by-reason');
    return (error) => {
      const hinted = error.with({ hint: hintOf(error, this.command) });
      return printable(errorLines(hinted, this.mask, withoutColor))
        .trimEnd()
        .split('\n');
    };
  }

  /** Returns the color functions for standard output, for code that writes to standard output itself. */
  stdoutColors(): Promise<Colors> {
    return colors(this.#options.colorOf(this.#options.streams.stdout));
  }

  /** Returns the color functions for standard error. */
  stderrColors(): Promise<Colors> {
    return colors(this.#options.colorOf(this.stderr));
  }

  /** Loads the prompts, with the color level of standard error. */
  async prompts(): Promise<typeof import('../prompts/prompts')> {
    return loadPrompts(this.#options.colorOf(this.stderr));
  }

  /**
   * Loads the code that shows results, warnings and errors. A command that waits a long time for an important result
   * must call this method before it waits, because an upgrade might replace the files during the wait.
   */
  async preload(): Promise<void> {
    await Promise.all([this.stderrColors(), import('../hints/by-reason')]);
  }

  /** Writes text for a user to standard error, without adding a line feed. */
  draw(text: string): void {
    this.stderr.write(printable(text));
  }

  /** Writes lines for a user to standard error. The lines must not contain information that scripts need. */
  async note(view: HumanView): Promise<void> {
    this.draw(`${asText(view(await this.stderrColors()))}\n`);
  }

  /** Writes a sentence for a user to standard error, wrapped between words. */
  async sentence(text: string): Promise<void> {
    await this.note(() => wrapLines(text, this.#messageWidth));
  }

  /** Writes a warning to standard error, even with `--json`. */
  async warn(text: string): Promise<void> {
    const lines = wrapLines(`Warning: ${this.mask.apply(text)}`, this.#messageWidth);
    await this.note((color) => lines.replace('Warning:', color.yellow('Warning:')));
  }

  /** Shows warnings with their hints. Shows each warning only once per run. */
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

  /** Runs `work`, which draws on standard error. Writes the trace only after `work` has ended. */
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

  /** Writes one progress event to standard error, as a line of JSON. */
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
    const { error: fields } = error.toDocument();
    const masked = maskStrings(fields, this.mask);
    if (error.revealed === undefined) return { error: masked };
    return { error: { ...masked, details: { ...Object(masked.details), ...error.revealed } } };
  }
}

function asText(text: Text): string {
  return typeof text === 'string' ? text : text.map((line) => line.replace(/\n+/g, ' ')).join('\n');
}

/** Writes the chunks. If the stream's buffer is full, waits until the stream has written the buffered chunks. */
async function writeAll(sink: OutputStream, chunks: Iterable<string>): Promise<void> {
  for (const chunk of chunks) {
    if (sink.write(chunk) === false) await new Promise((resolve) => sink.write('', resolve));
  }
}

/** Returns the value with the secrets masked in every string. */
function maskStrings<T>(value: T, mask: SecretMask): T {
  return JSON.parse(JSON.stringify(value), (_, value: unknown) =>
    typeof value === 'string' ? mask.apply(value) : value,
  ) as T;
}

type ErrorColors = Readonly<Record<'red' | 'dim', (text: string) => string>>;

/** Returns the text of an error with a line feed at the end. Wraps the lines if `width` is set. */
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
    ...(apiCode === undefined ? [] : [`API code ${apiCode}`]),
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
 * Returns standard output as a stream for data. At a terminal, the stream removes control sequences. Set `isSafe` if
 * the data cannot contain control sequences, for example because JSON escapes them.
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
 * Loads the prompts. `level` is the color level of standard error. The prompt library reads the environment variables
 * for color only when Node loads the library, and does not support --color. Therefore, this function changes the
 * variables while it loads the library.
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
