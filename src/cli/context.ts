// What a command is given: the global options as they were meant, and the ways to the world around it.

import {
  credentialsPath,
  namedProfile,
  type ProfileChoice,
} from '../client/credentials/directories';
import type { CredentialFlags, KeyKind, Resolved } from '../client/credentials/resolve';
import type { Service, ServiceOptions } from '../client/http/service';
import { readVariable } from '../lib/environment';
import { invalidInput } from '../lib/errors';
import { SecretMask } from '../lib/masking';
import type { Machine } from '../lib/runtime';
import { type Configuration, noConfiguration } from './configuration';
import { colourChoice, tagsOf, timeoutMs } from './global-values';
import { inProfile } from './hints/profile';
import { shown } from './ui/characters';
import { colourLevel } from './ui/colour';
import { Output, type Streams } from './ui/output';
import type { Source } from './ui/standard-input';

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

/** The process as a command sees it: the machine, the three streams, and the signal that stops it. */
export interface Surroundings extends Machine, Streams {
  readonly stdin: Source;
  /** Aborts when the user interrupts. */
  interrupted: AbortSignal;
}

/** What the list of commands says about a run. */
export interface CommandFacts {
  /** What is printed is read by programs: the setting `output` does not change it. */
  textIsData?: boolean;
  /** Base URLs of the services that run on this machine. */
  services?: (context: Context) => Promise<string[]>;
}

/** What a client is told where a command sends many requests. */
export type Traffic = Pick<Partial<ServiceOptions>, 'connections' | 'rateLimiter' | 'interrupted'>;

/** Options whose empty value would silently fall back to another key, service or profile. */
const neverBlank = {
  apiKey: '--api-key',
  userToken: '--user-token',
  baseUrl: '--base-url',
  profile: '--profile',
} as const satisfies Partial<Record<keyof GlobalOptions, string>>;

/** One run of a command. */
export class Context {
  readonly world: Surroundings;
  readonly output: Output;
  /** Exit status of a run that delivered its result. */
  exitStatus = 0;
  readonly configuration: Configuration;
  readonly #options: GlobalOptions;
  readonly #mask: SecretMask;
  readonly #services: CommandFacts['services'];
  readonly #timeoutMs: number;
  readonly #isJsonAsked: boolean;
  #flags: Promise<CredentialFlags> | undefined;
  #heldTrace: string | undefined;
  #choice: { profile: ProfileChoice | undefined } | undefined;

  constructor(
    world: Surroundings,
    options: GlobalOptions,
    configuration = noConfiguration,
    { textIsData = false, services }: CommandFacts = {},
  ) {
    this.world = world;
    this.configuration = configuration;
    const { settings } = configuration;
    refuseBlank(options);
    this.#options = options;
    this.#services = services;
    this.#mask = new SecretMask();
    const colour = colourChoice(options.color);
    const usualColour = colourChoice(settings.color);
    this.#timeoutMs = timeoutMs(
      options.timeout ?? settings.timeout,
      options.timeout === undefined ? undefined : '--timeout',
    );
    // An option without its value takes the next word for it; a script asked for JSON all the same.
    this.#isJsonAsked = options.json === true || Object.values(options).includes('--json');
    const isUsual = options.json === undefined && settings.output === 'json' && !textIsData;
    this.output = new Output({
      streams: world,
      json: this.#isJsonAsked || isUsual,
      colourOf: (sink) => colourLevel(colour, world.env, sink, usualColour),
      mask: this.#mask,
    });
  }

  /**
   * Whether a person can be asked: a terminal on both sides, and neither --json nor --no-input. The setting
   * `output` does not keep anybody from being asked: questions are on standard error.
   */
  get interactive(): boolean {
    const { env, stdin, stderr } = this.world;
    return (
      !this.#isJsonAsked &&
      this.#options.input !== false &&
      readVariable(env, 'WAYPOST_NO_INPUT') === undefined &&
      stdin.isTTY === true &&
      stderr.isTTY === true
    );
  }

  /** The profile in use and why; undefined for the plain file. Throws `invalid_input` for a bad name. */
  get profileChoice(): ProfileChoice | undefined {
    this.#choice ??= {
      profile:
        namedProfile(this.#options.profile, this.world.env) ?? this.configuration.profile?.(),
    };
    return this.#choice.profile;
  }

  /** Its name. */
  get profile(): string | undefined {
    return this.profileChoice?.name;
  }

  /** The options every command takes, as they were given. */
  get options(): Readonly<GlobalOptions> {
    return this.#options;
  }

  /** A text for a person, with the profile in the commands it names. */
  inProfile(text: string): string {
    let profile: string | undefined;
    try {
      profile = this.profile;
    } catch {
      // What is wrong with its name is the very thing that is being told.
    }
    return inProfile(text, profile);
  }

  /** Where this run's credentials are kept. */
  get credentialsPath(): string {
    return credentialsPath(this.world, this.profile);
  }

  /** Tags for what is billed, from --tags or the settings. */
  get tags(): string[] {
    return tagsOf(this.#options.tags ?? this.configuration.settings.tags ?? '');
  }

  /** Whether tags were named for this very run. */
  get tagsGiven(): boolean {
    return tagsOf(this.#options.tags ?? '').length > 0;
  }

  /** Whether standard input is taken by a key that is piped in. */
  get readsSecrets(): boolean {
    return this.#options.apiKey === '-' || this.#options.userToken === '-';
  }

  /** The credentials given as flags; `-` is read from standard input, once. */
  credentialFlags(): Promise<CredentialFlags> {
    this.#flags ??= this.#readFlags();
    return this.#flags;
  }

  /** Credentials and base URL of this run, warnings already shown; `baseUrl` stands in for --base-url. */
  async resolve(baseUrl?: string): Promise<Resolved> {
    const resolved = await this.resolveQuietly(baseUrl);
    for (const { reason, message } of resolved.warnings) {
      const { fileReadable } = await import('./hints/advice');
      const hints = reason === 'file_readable' ? [fileReadable(this.credentialsPath)] : [];
      await this.output.warn([message, ...hints].join(' '));
    }
    return resolved;
  }

  /** As `resolve`; whoever calls it shows the warnings. */
  async resolveQuietly(baseUrl?: string): Promise<Resolved> {
    const flags = await this.credentialFlags();
    const { resolveCredentials } = await import('../client/credentials/resolve');
    const resolved = resolveCredentials(
      this.credentialsPath,
      baseUrl === undefined ? flags : { ...flags, baseUrl },
      this.world.env,
      {
        profile: this.profileChoice,
        baseUrlSetting: this.configuration.baseUrl,
        readKey: (command, kind) => this.readKey(command, kind),
      },
    );
    this.keepSecret(resolved.apiKey?.value, resolved.userToken?.value);
    return resolved;
  }

  /** The key that a command prints, which a person may be asked for by it. Throws as `keyFromCommand`. */
  async readKey(command: readonly string[], kind: KeyKind): Promise<string> {
    const { keyFromCommand } = await import('../client/credentials/key-command');
    const { env, clock, interrupted } = this.world;
    return keyFromCommand(command, kind, {
      env,
      clock,
      interactive: this.interactive,
      signal: interrupted,
      onSecret: (line) => this.keepSecret(line),
    });
  }

  /** A client for a service. `traffic` says how many requests go out at once, and how fast. */
  async service(baseUrl: URL, traffic: Traffic = {}): Promise<Service> {
    const { Service } = await import('../client/http/service');
    return new Service({
      baseUrl,
      env: this.world.env,
      clock: this.world.clock,
      timeoutMs: this.#timeoutMs,
      interrupted: this.world.interrupted,
      ...traffic,
      onMayBillTwice: (reason) => this.#tellSecondCharge(reason),
      trace: this.debug ? (line) => this.trace(line) : undefined,
    });
  }

  /** Longest time for one attempt at a request, in milliseconds. */
  get timeoutMs(): number {
    return this.#timeoutMs;
  }

  /** Base URLs of the services that run on this machine, such as sandboxes. */
  async runningServices(): Promise<string[]> {
    return (await this.#services?.(this)) ?? [];
  }

  /** Whether requests and faults are to be traced. */
  get debug(): boolean {
    return (
      this.#options.debug === true || readVariable(this.world.env, 'WAYPOST_DEBUG') !== undefined
    );
  }

  /** Writes a line of the trace to standard error, secrets masked. */
  trace(line: string): void {
    const masked = shown(`${this.#mask.apply(line)}\n`);
    if (this.#heldTrace !== undefined) this.#heldTrace += masked;
    else this.world.stderr.write(masked);
  }

  /** Does work that draws on standard error; the trace of it follows afterwards. */
  async whileDrawing<T>(work: () => Promise<T>): Promise<T> {
    this.#heldTrace = '';
    try {
      return await work();
    } finally {
      const held = this.#heldTrace;
      this.#heldTrace = undefined;
      if (held !== '') this.world.stderr.write(held);
    }
  }

  /** A text of the service without secrets, for what is written elsewhere than to the terminal. */
  masked(text: string): string {
    return this.#mask.apply(text);
  }

  /** What masks the secrets of this run. */
  get mask(): SecretMask {
    return this.#mask;
  }

  /** From now on these values are masked wherever this run writes them. */
  keepSecret(...values: (string | undefined)[]): void {
    for (const value of values) this.#mask.add(value);
  }

  /** Before a lookup whose answer was lost is sent again: nobody pays twice without being told. */
  async #tellSecondCharge(reason: string): Promise<void> {
    if (this.output.json) this.output.event({ event: 'may_be_billed_twice', reason });
    else {
      await this.output.warn(
        `The answer to a lookup was lost (${reason}). It is sent again, and may be billed twice.`,
      );
    }
  }

  async #readFlags(): Promise<CredentialFlags> {
    const { apiKey, userToken, baseUrl, insecureHttp } = this.#options;
    const wanted = [apiKey, userToken].filter((value) => value === '-').length;
    const lines = wanted === 0 ? [] : await this.#secretLines();
    const take = (value: string | undefined, option: string): string | undefined => {
      if (value !== '-') return value;
      const line = lines.shift();
      if (line) return line;
      throw invalidInput(
        `Standard input holds nothing for ${option}.`,
        'The first line is the API key; the management key comes next.',
      );
    };
    const flags = {
      apiKey: take(apiKey, '--api-key'),
      userToken: take(userToken, '--user-token'),
      baseUrl,
      insecureHttp,
    };
    this.keepSecret(flags.apiKey?.trim(), flags.userToken?.trim());
    return flags;
  }

  async #secretLines(): Promise<string[]> {
    const { readSecretLines } = await import('./ui/standard-input');
    return readSecretLines(this.world.stdin, this.world.interrupted);
  }
}

/** Throws `invalid_input` for an option that was given without a value, as an unset shell variable does. */
function refuseBlank(options: GlobalOptions): void {
  for (const name of Object.keys(neverBlank) as (keyof typeof neverBlank)[]) {
    if (options[name]?.trim() !== '') continue;
    const option = neverBlank[name];
    throw invalidInput(
      `${option} is empty.`,
      `Is its variable set? Leave ${option} out to use what the environment or the stored login says.`,
    );
  }
}
