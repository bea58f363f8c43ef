// The context of a command: the global options, and access to input, output and service.
import {
  credentialsPath,
  defaultProfile,
  namedProfile,
  type ProfileChoice,
} from '../../client/credentials/directories';
import type { Resolved } from '../../client/credentials/resolve';
import type { Service, ServiceOptions } from '../../client/http/service';
import { agentIn, readSwitch, readVariable } from '../../lib/environment';
import { invalidInput } from '../../lib/errors';
import { SecretMask } from '../../lib/masking';
import type { Machine } from '../../lib/runtime';
import { colourChoice, optionOfKey, tagsOf, timeoutMs } from '../line/option-values';
import { colourLevel } from '../output/colour';
import { Output, type Streams } from '../output/output';
import { printable } from '../output/printable';
import { type Configuration, noConfiguration } from './configuration';

/** The options every command takes, as the parser gives them. */
export interface GlobalOptions {
  apiKey?: string;
  userToken?: string;
  baseUrl?: string;
  profile?: string;
  json?: boolean;
  input?: boolean;
  color?: string | boolean;
  timeout?: string;
  insecureHttp?: boolean;
  tags?: string;
  debug?: boolean;
}

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
    const colour = colourChoice(options.color);
    const usualColour = colourChoice(settings.color);
    this.timeoutMs = timeoutMs(
      options.timeout ?? settings.timeout,
      options.timeout === undefined ? undefined : '--timeout',
    );
    this.#isJsonAsked = options.json === true;
    const isUsual = options.json === undefined && settings.output === 'json' && !textIsData;
    this.output = new Output({
      streams: system,
      json: this.#isJsonAsked || isUsual,
      colourOf: (sink) => colourLevel(colour, system.env, sink, usualColour),
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

  inProfile(text: string): string {
    let profile: string | undefined;
    try {
      const choice = this.profileChoice;
      profile = choice && (choice.name ?? defaultProfile);
    } catch {
      // An invalid profile name is reported by another error.
    }
    return inProfile(text, profile);
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
  async warn(warnings: Resolved['warnings']): Promise<void> {
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

/** A command of the tool in a text; the others do not use a profile, or name one. */
const commandInText =
  /(`|\$\()waypost (?!sandbox (?!set\b)|help\b|settings\b|profiles\b|auth (?:list|switch|remove)\b)([^`)]*)(?=[`)])/g;

/** The text with `--profile` in each command; unchanged if no profile is in use. */
export function inProfile(text: string, profile: string | undefined): string {
  if (profile === undefined) return text;
  return text.replace(commandInText, (command, _, words: string) =>
    /(^| )(--profile\b|--help$)/.test(words) ? command : `${command} --profile ${profile}`,
  );
}
