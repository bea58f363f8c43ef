// What a command is given: the global options as they were meant, and the ways to the world around it.
import { credentialsPath, profileFrom } from '../client/credentials/directories';
import type { CredentialFlags, Resolved } from '../client/credentials/resolve';
import type { Service, ServiceOptions } from '../client/http/service';
import { readVariable } from '../lib/environment';
import { invalidInput } from '../lib/errors';
import { SecretMask } from '../lib/masking';
import type { Machine } from '../lib/runtime';
import { inProfile } from './hints/in-profile';
import { shown } from './ui/characters';
import { type ColourChoice, colourLevel } from './ui/colour';
import { Output, type Streams } from './ui/output';
import type { Source } from './ui/standard-input';

/** The options every command takes, as the parser gives them. */
export interface GlobalOptions {
  apiKey?: string;
  userToken?: string;
  /** Whether the management key was given by its other name, --management-key. */
  byOtherName?: boolean;
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

/** What a client is told where a command sends many requests. */
export type Traffic = Pick<Partial<ServiceOptions>, 'connections' | 'rateLimiter' | 'interrupted'>;

const defaultTimeoutSeconds = 30;

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
  readonly #options: GlobalOptions;
  readonly #mask: SecretMask;
  readonly #timeoutMs: number;
  #flags: Promise<CredentialFlags> | undefined;
  #heldTrace: string | undefined;

  constructor(world: Surroundings, options: GlobalOptions) {
    this.world = world;
    refuseBlank(options);
    this.#options = options;
    this.#mask = new SecretMask();
    const colour = colourChoice(options.color);
    this.#timeoutMs = timeoutMs(options.timeout);
    this.output = new Output({
      streams: world,
      // An option without its value takes the next word for it; a script asked for JSON all the same.
      json: options.json === true || Object.values(options).includes('--json'),
      colourOf: (sink) => colourLevel(colour, world.env, sink),
      mask: this.#mask,
    });
  }

  /** Whether a person can be asked: a terminal on both sides, and neither --json nor --no-input. */
  get interactive(): boolean {
    const { env, stdin, stderr } = this.world;
    return (
      !this.output.json &&
      this.#options.input !== false &&
      readVariable(env, 'WAYPOST_NO_INPUT') === undefined &&
      stdin.isTTY === true &&
      stderr.isTTY === true
    );
  }

  /** The profile that was named; undefined for none. Throws `invalid_input` for a bad name. */
  get profile(): string | undefined {
    return profileFrom(this.#options.profile, this.world.env);
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

  /** Tags for what is billed, from --tags. */
  get tags(): string[] {
    return (this.#options.tags ?? '').split(',').flatMap((tag) => tag.trim() || []);
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

  /** Credentials and base URL of this run, warnings already shown. */
  async resolve(): Promise<Resolved> {
    const flags = await this.credentialFlags();
    const { resolveCredentials } = await import('../client/credentials/resolve');
    const resolved = resolveCredentials(this.credentialsPath, flags, this.world.env, this.profile);
    this.keepSecret(resolved.apiKey?.value, resolved.userToken?.value);
    for (const warning of resolved.warnings) await this.output.warn(warning);
    return resolved;
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
      userToken: take(userToken, nameOf('userToken', this.#options)),
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

/** The option as it was typed. */
function nameOf(name: keyof typeof neverBlank, { byOtherName }: GlobalOptions): string {
  return name === 'userToken' && byOtherName ? '--management-key' : neverBlank[name];
}

/** Throws `invalid_input` for an option that was given without a value, as an unset shell variable does. */
function refuseBlank(options: GlobalOptions): void {
  for (const name of Object.keys(neverBlank) as (keyof typeof neverBlank)[]) {
    if (options[name]?.trim() !== '') continue;
    const option = nameOf(name, options);
    throw invalidInput(
      `${option} is empty.`,
      `Is its variable set? Leave ${option} out to use what the environment or the stored login says.`,
    );
  }
}

function timeoutMs(text = String(defaultTimeoutSeconds)): number {
  const seconds = Number(text);
  if (text.trim() === '' || !Number.isFinite(seconds) || seconds <= 0 || seconds > 86_400) {
    throw invalidInput(
      `--timeout is not a number of seconds: ${JSON.stringify(text)}.`,
      'Give it a number above 0 and at most 86400, such as --timeout 30.',
    );
  }
  return Math.max(1, seconds * 1000);
}

function colourChoice(value: string | boolean | undefined): ColourChoice {
  if (value === false) return 'never';
  if (value === undefined || value === true) return 'auto';
  if (value === 'auto' || value === 'always' || value === 'never') return value;
  throw invalidInput(
    `--color takes auto, always or never, not ${JSON.stringify(value)}.`,
    'Leave it out to mean auto.',
  );
}
