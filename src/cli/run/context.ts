// The context of a command: the global options, and access to input, output and service.

import {
  credentialsPath,
  defaultProfile,
  namedProfile,
  type ProfileChoice,
} from '../../client/credentials/directories';
import type { CredentialFlags, KeyKind, Resolved } from '../../client/credentials/resolve';
import type { Service, ServiceOptions } from '../../client/http/service';
import { agentIn, readSwitch, readVariable } from '../../lib/environment';
import { invalidInput } from '../../lib/errors';
import { SecretMask } from '../../lib/masking';
import type { Machine } from '../../lib/runtime';
import { inProfile } from '../hints/profile';
import { colourChoice, tagsOf, timeoutMs } from '../line/option-values';
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

/** Standard input. */
export type Source = AsyncIterable<Buffer | string> & { isTTY?: boolean | undefined };

/** The process for a command: the machine, the three streams, and the signal that stops it. */
export interface Surroundings extends Machine, Streams {
  readonly stdin: Source;
  /** Aborts when the user interrupts. */
  interrupted: AbortSignal;
}

/** The facts about a command that a run needs. */
export interface CommandFacts {
  /** Programs read the output: the setting `output` does not change it. */
  textIsData?: boolean;
  /** Base URLs of the services that run on this machine. */
  services?: (context: Context) => Promise<string[]>;
}

/** Settings of a client for a command with many requests. */
export type Traffic = Pick<Partial<ServiceOptions>, 'connections' | 'rateLimiter' | 'interrupted'>;

/** Options whose empty value would silently choose another key, service or profile. */
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
  readonly #warned = new Set<string>();
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
    this.#isJsonAsked = options.json === true;
    const isUsual = options.json === undefined && settings.output === 'json' && !textIsData;
    this.output = new Output({
      streams: world,
      json: this.#isJsonAsked || isUsual,
      colourOf: (sink) => colourLevel(colour, world.env, sink, usualColour),
      mask: this.#mask,
      still: this.agent !== undefined,
    });
  }

  /**
   * Whether a person can be asked: terminals for input and output, no --json, and nothing that says otherwise: an
   * option, else a variable. The setting `output` does not matter: questions are on standard error.
   */
  get interactive(): boolean {
    const { env, stdin, stderr } = this.world;
    const asks =
      this.#options.input ??
      (readVariable(env, 'WAYPOST_NO_INPUT') === undefined && this.agent === undefined);
    return !this.#isJsonAsked && asks && stdin.isTTY === true && stderr.isTTY === true;
  }

  /** What allows only commands that read: the variable or the setting; undefined where all are allowed. */
  get readOnly(): 'WAYPOST_READ_ONLY' | 'read-only' | undefined {
    const isOn = readSwitch(this.world.env, 'WAYPOST_READ_ONLY');
    if (isOn !== undefined) return isOn ? 'WAYPOST_READ_ONLY' : undefined;
    return this.configuration.settings.read_only === 'on' ? 'read-only' : undefined;
  }

  /** The coding agent that runs the terminal, unless --input says that a person does. */
  get agent(): ReturnType<typeof agentIn> {
    return this.#options.input === true ? undefined : agentIn(this.world.env);
  }

  /** The profile in use and why; undefined where nothing chooses one: the login without a profile. Throws `invalid_input` for a bad name. */
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

  /** A text for a person, with the profile in its commands. */
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

  /** Path of this run's credentials. */
  get credentialsPath(): string {
    return credentialsPath(this.world, this.profile);
  }

  /** Tags for billed lookups, from --tags or the settings. */
  get tags(): string[] {
    return tagsOf(this.#options.tags ?? this.configuration.settings.tags ?? '');
  }

  /** Whether --tags was given. */
  get tagsGiven(): boolean {
    return tagsOf(this.#options.tags ?? '').length > 0;
  }

  /** Whether a key is read from standard input. */
  get readsSecrets(): boolean {
    return this.#options.apiKey === '-' || this.#options.userToken === '-';
  }

  /** The credentials of the options; `-` is read from standard input, once. */
  credentialFlags(): Promise<CredentialFlags> {
    this.#flags ??= this.#readFlags();
    return this.#flags;
  }

  /** Credentials and base URL of this run, after its warnings were shown; `baseUrl` replaces --base-url. */
  async resolve(baseUrl?: string): Promise<Resolved> {
    const resolved = await this.resolveQuietly(baseUrl);
    await this.warn(resolved.warnings);
    return resolved;
  }

  /** Shows warnings with their hints, each once a run. */
  async warn(warnings: Resolved['warnings']): Promise<void> {
    for (const warning of warnings) {
      if (this.#warned.has(warning.message)) continue;
      this.#warned.add(warning.message);
      const { sharedHint } = await import('../hints/advice');
      const hints = warning.reason === 'plain_http' ? [] : [sharedHint(warning)];
      await this.output.warn([warning.message, ...hints].join(' '));
    }
  }

  /** As `resolve`, without showing the warnings. */
  async resolveQuietly(baseUrl?: string): Promise<Resolved> {
    const flags = await this.credentialFlags();
    const { resolveCredentials } = await import('../../client/credentials/resolve');
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

  /** The key that a command prints; the command may ask a person. Throws as `keyFromCommand`. */
  async readKey(command: readonly string[], kind: KeyKind): Promise<string> {
    const { keyFromCommand } = await import('../../client/credentials/key-command');
    const { env, clock, interrupted } = this.world;
    return keyFromCommand(command, kind, {
      env,
      clock,
      interactive: this.interactive,
      signal: interrupted,
      onSecret: (line) => this.keepSecret(line),
    });
  }

  /** A client for a service. `traffic` is for a command with many requests; it limits their number and rate. */
  async service(baseUrl: URL, traffic?: Traffic): Promise<Service> {
    // Node 20 compiles WebAssembly, undici's parser of HTTP, a second time in the background: that takes 20 MB, and a
    // short command waits for it at its end, longer than for all the rest.
    if (process.versions.node.startsWith('20.')) {
      const { setFlagsFromString } = await import('node:v8');
      setFlagsFromString('--liftoff-only');
    }
    const { Service } = await import('../../client/http/service');
    return new Service({
      baseUrl,
      env: this.world.env,
      clock: this.world.clock,
      timeoutMs: this.#timeoutMs,
      interrupted: this.world.interrupted,
      ...traffic,
      onMayBillTwice: (reason) => this.#tellSecondCharge(reason),
      readOnly: this.readOnly !== undefined,
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

  /** Whether requests and faults are traced. */
  get debug(): boolean {
    return (
      this.#options.debug === true || readVariable(this.world.env, 'WAYPOST_DEBUG') !== undefined
    );
  }

  /** Writes a line of the trace to standard error, secrets masked. */
  trace(line: string): void {
    const masked = printable(`${this.#mask.apply(line)}\n`);
    if (this.#heldTrace !== undefined) this.#heldTrace += masked;
    else this.world.stderr.write(masked);
  }

  /** Runs work that draws on standard error; the trace follows afterwards. */
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

  /** A text of the service without secrets, for output other than the terminal. */
  masked(text: string): string {
    return this.#mask.apply(text);
  }

  /** Masks the secrets of this run. */
  get mask(): SecretMask {
    return this.#mask;
  }

  /** Masks these values from now on. */
  keepSecret(...values: (string | undefined)[]): void {
    for (const value of values) this.#mask.add(value);
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

  async #readFlags(): Promise<CredentialFlags> {
    const { apiKey, userToken, baseUrl, insecureHttp } = this.#options;
    const wanted = [apiKey, userToken].filter((value) => value === '-').length;
    const lines = wanted === 0 ? [] : await this.#secretLines();
    const take = (value: string | undefined, option: string): string | undefined => {
      if (value !== '-') return value;
      const line = lines.shift();
      if (line) return line;
      throw invalidInput(
        `Standard input has no value for ${option}.`,
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
    const { readSecretLines } = await import('./input');
    return readSecretLines(this.world.stdin, this.world.interrupted);
  }
}

/** Throws `invalid_input` for an option with an empty value, as from an unset shell variable. */
function refuseBlank(options: GlobalOptions): void {
  for (const name of Object.keys(neverBlank) as (keyof typeof neverBlank)[]) {
    if (options[name]?.trim() !== '') continue;
    const option = neverBlank[name];
    throw invalidInput(
      `${option} is empty.`,
      `Is its variable set? Omit ${option} to use the environment or the stored login.`,
    );
  }
}
