// The context of a command: the global options, and access to input, output and service.
import {
  credentialsPath,
  defaultProfile,
  namedProfile,
  type ProfileChoice,
} from '../../client/credentials/directories';
import type { ResolvedCredentials } from '../../client/credentials/resolve';
import type { Service, ServiceOptions } from '../../client/http/service';
import {
  type CommandOptions,
  type CommandWriter,
  commandText,
  type Hint,
  hintText,
} from '../../lib/command-text';
import { agentIn, readSwitch, readVariable } from '../../lib/environment';
import { invalidInput } from '../../lib/errors';
import { SecretMask } from '../../lib/masking';
import type { Machine } from '../../lib/runtime';
import type { GlobalOptions } from '../line/option-values';
import { colorChoice, optionOfKey, tagsOf, timeoutMs } from '../line/option-values';
import { colorLevel } from '../output/color';
import { Output, type Streams } from '../output/output';
import { printable } from '../output/printable';
import { type Configuration, noConfiguration } from './configuration';

/** The process for a command: the machine, the three streams, and the signal that stops it. */
export interface System extends Machine, Streams {
  readonly stdin: AsyncIterable<Buffer | string> & { isTTY?: boolean | undefined };
  /** Aborts when the user interrupts. */
  interrupted: AbortSignal;
}

/** Settings of a client for a command with many requests. */
export type TrafficSettings = Pick<
  Partial<ServiceOptions>,
  'connections' | 'rateLimiter' | 'interrupted'
>;

/** Options whose empty value would silently choose another key, service or profile. */
const neverBlank = ['apiKey', 'userToken', 'baseUrl', 'profile'] as const;

/** One run of a command; `textIsData` where programs read its output: the setting `output` does not change it. */
export class Context {
  readonly system: System;
  readonly output: Output;
  /** Exit status of a run that delivered its result. */
  exitStatus = 0;
  readonly configuration: Configuration;
  /** The options every command takes, as they were given. */
  readonly options: Readonly<GlobalOptions>;
  /** Masks the secrets of this run. */
  readonly mask = new SecretMask();
  /** Longest time for one attempt at a request, in milliseconds. */
  readonly timeoutMs: number;
  readonly #isJsonAsked: boolean;
  readonly #warned = new Set<string>();
  #heldTrace: string | undefined;
  #choice: { profile: ProfileChoice | undefined } | undefined;

  constructor(
    system: System,
    options: GlobalOptions,
    configuration = noConfiguration,
    textIsData = false,
  ) {
    this.system = system;
    this.configuration = configuration;
    const { settings } = configuration;
    refuseBlank(options);
    this.options = options;
    const color = colorChoice(options.color);
    const usualColor = colorChoice(settings.color);
    this.timeoutMs = timeoutMs(
      options.timeout ?? settings.timeout,
      options.timeout === undefined ? undefined : '--timeout',
    );
    this.#isJsonAsked = options.json === true;
    const isJsonUsual = settings.output?.toLowerCase() === 'json';
    const isUsual = options.json === undefined && isJsonUsual && !textIsData;
    this.output = new Output({
      streams: system,
      json: this.#isJsonAsked || isUsual,
      colorOf: (sink) => colorLevel(color, system.env, sink, usualColor),
      mask: this.mask,
      still: this.agent !== undefined,
    });
  }

  /**
   * Whether a person can be asked: terminals for input and output, no --json, and nothing that says otherwise: an
   * option, else a variable. The setting `output` does not matter: questions are on standard error.
   */
  get interactive(): boolean {
    const { env, stdin, stderr } = this.system;
    const asks =
      this.options.input ??
      (readVariable(env, 'WAYPOST_NO_INPUT') === undefined && this.agent === undefined);
    return !this.#isJsonAsked && asks && stdin.isTTY === true && stderr.isTTY === true;
  }

  /** What allows only commands that read: the variable or the setting; undefined where all are allowed. */
  get readOnly(): 'WAYPOST_READ_ONLY' | 'read-only' | undefined {
    const isOn = readSwitch(this.system.env, 'WAYPOST_READ_ONLY');
    if (isOn !== undefined) return isOn ? 'WAYPOST_READ_ONLY' : undefined;
    return this.configuration.settings.read_only === 'on' ? 'read-only' : undefined;
  }

  /** The coding agent that runs the terminal, unless --input says that a person does. */
  get agent(): ReturnType<typeof agentIn> {
    return this.options.input === true ? undefined : agentIn(this.system.env);
  }

  /** The profile in use and why; undefined where nothing chooses one: the login without a profile. Throws `invalid_input` for a bad name. */
  get profileChoice(): ProfileChoice | undefined {
    this.#choice ??= {
      profile:
        namedProfile(this.options.profile, this.system.env) ?? this.configuration.profile?.(),
    };
    return this.#choice.profile;
  }

  /**
   * Writes a command for a person to type next. It names the profile of this run only if that is not the active
   * one.
   */
  readonly commandText: CommandWriter = (name, words, options = {}, program) => {
    const profile = takesProfile(name, options) ? this.#profileToName : undefined;
    return commandText(name, words, { ...options, ...(profile && { profile }) }, program);
  };

  /** As `commandText`, in backquotes. */
  readonly command: CommandWriter = (...line) => `\`${this.commandText(...line)}\``;

  /** The text of a hint, with the commands that it names. */
  hint(hint: Hint): string {
    return hintText(hint, this.command);
  }

  /**
   * The profile that option or variable names, if it is not the active one: the one that the directory or `auth switch`
   * chooses. A variable may be set for this command only.
   */
  get #profileToName(): string | undefined {
    try {
      const named = namedProfile(this.options.profile, this.system.env);
      if (named === undefined) return undefined;
      const active = this.configuration.profile?.();
      return named.name === active?.name ? undefined : (named.name ?? defaultProfile);
    } catch {
      // An invalid profile name is reported by another error.
      return undefined;
    }
  }

  get credentialsPath(): string {
    return credentialsPath(this.system, this.profileChoice?.name);
  }

  /** Tags for billed lookups, from --tags or the settings. */
  get tags(): string[] {
    return tagsOf(this.options.tags ?? this.configuration.settings.tags ?? '');
  }

  /** Whether a key is read from standard input. */
  get readsSecrets(): boolean {
    return this.options.apiKey === '-' || this.options.userToken === '-';
  }

  /** Shows warnings with their hints, each once a run. */
  async warn(warnings: ResolvedCredentials['warnings']): Promise<void> {
    for (const warning of warnings) {
      if (this.#warned.has(warning.message)) continue;
      this.#warned.add(warning.message);
      const { sharedHint } = await import('../hints/by-reason');
      const hints = warning.reason === 'plain_http' ? [] : [sharedHint(warning)];
      await this.output.warn([warning.message, ...hints].join(' '));
    }
  }

  /** A client for a service. `traffic` is for a command with many requests; it limits their number and rate. */
  async service(baseUrl: URL, traffic?: TrafficSettings): Promise<Service> {
    const { Service } = await import('../../client/http/service');
    // undici's parser of HTTP is WebAssembly: on Node 20, a short command would wait at its end, longer than for all the
    // rest, until that has been compiled a second time, which also takes 20 MB.
    if (process.versions.node.startsWith('20.')) {
      const { compileWebAssemblyOnce } = await import('../../lib/webassembly');
      compileWebAssemblyOnce();
    }
    return new Service({
      baseUrl,
      env: this.system.env,
      clock: this.system.clock,
      timeoutMs: this.timeoutMs,
      interrupted: this.system.interrupted,
      ...traffic,
      onMayBillTwice: (reason) => this.#tellSecondCharge(reason),
      readOnly: this.readOnly !== undefined,
      trace: this.debug ? (line) => this.trace(line) : undefined,
    });
  }

  /** Whether requests and faults are traced. */
  get debug(): boolean {
    const variable = readVariable(this.system.env, 'WAYPOST_DEBUG');
    return this.options.debug === true || variable !== undefined;
  }

  /** Writes a line of the trace to standard error, secrets masked. */
  trace(line: string): void {
    const masked = printable(`${this.mask.apply(line)}\n`);
    if (this.#heldTrace !== undefined) this.#heldTrace += masked;
    else this.system.stderr.write(masked);
  }

  /** Runs work that draws on standard error; the trace follows afterwards. */
  async whileDrawing<T>(work: () => Promise<T>): Promise<T> {
    this.#heldTrace = '';
    try {
      return await work();
    } finally {
      const held = this.#heldTrace;
      this.#heldTrace = undefined;
      if (held !== '') this.system.stderr.write(held);
    }
  }

  /** Warns before a lookup whose answer was lost is sent again: it may be billed twice. */
  async #tellSecondCharge(reason: string): Promise<void> {
    if (this.output.json) this.output.event({ event: 'may_be_billed_twice', reason });
    else {
      await this.output.warn(
        `The answer to a lookup was lost (${reason}). It is sent again, and may be billed twice.`,
      );
    }
  }
}

/** Throws `invalid_input` for an option with an empty value, as from an unset shell variable. */
function refuseBlank(options: GlobalOptions): void {
  for (const name of neverBlank) {
    if (options[name]?.trim() !== '') continue;
    const option = optionOfKey(name);
    throw invalidInput(
      `${option} is empty.`,
      `Is its variable set? Omit ${option} to use the environment or the stored login.`,
    );
  }
}

/** Commands that use no profile, or name one themselves; `sandbox set` takes its key from one. */
const withoutProfile =
  /^(?:sandbox(?! set$)|help|schema|settings|profiles|completion|auth (?:list|switch|remove))(?: |$)/;

/** Whether a command uses the profile that `--profile` names. */
function takesProfile(name: string, options: CommandOptions): boolean {
  return !withoutProfile.test(name) && options.profile === undefined && options.help !== true;
}
