// The code that all client methods share. Checks the call options, finds the keys and sends the requests.
import { WaypostError } from '../lib/errors';
import { isObject, type JsonObject } from '../lib/exact-json';
import { defaultBaseUrl } from '../lib/identity';
import { rejectUnknownOptions } from '../lib/known-options';
import { camelCase } from '../lib/name-case';
import { systemClock } from '../lib/runtime';
import type {
  CallOptions,
  ClientOptions,
  KeyCallOptions,
  LookupCallOptions,
} from './client-options';
import { type KeyKind, keyKinds } from './credentials/resolve';
import { Service } from './http/service';
import { type LookupOperation, type LookupParameters, lookUp } from './lookup';
import { type OwnedKey, unexpectedResult } from './owned-key';
import { parseBaseUrl } from './url';

const callOptions = ['signal', 'timeoutMs', 'retry'];
const lookupCallOptions = [...callOptions, 'tags'];
const keyCallOptions = [...callOptions, 'key'];

/**
 * The names of the options that `createClient` accepts. `sources` and `warnings` have no effect. `createClient` accepts
 * them so that a program can pass the complete result of `resolveCredentials`.
 */
const clientOptions = [
  'apiKey',
  'userToken',
  'apiKeyCommand',
  'userTokenCommand',
  'baseUrl',
  'insecureHttp',
  'timeoutMs',
  'retry',
  'signal',
  'tags',
  'onMayBillTwice',
  'env',
  'sources',
  'warnings',
];

/** Sends the requests of a client method, checks the responses, and returns the result. */
type Work<T> = (service: Service, signal: AbortSignal) => Promise<T>;

export class ClientCalls {
  /**
   * The service with the client's own signal and time limit. Each call uses a copy of this service. The copy can have a
   * different time limit, a different retry setting and an additional signal.
   */
  readonly service: Service;
  readonly env: NonNullable<ClientOptions['env']>;
  readonly #options: ClientOptions;
  readonly #signal: AbortSignal;
  readonly #timeoutMs: number;

  /** Throws `invalid_input` if an option is unknown or the base URL is invalid. */
  constructor(options: ClientOptions) {
    rejectUnknownOptions('createClient', options, clientOptions);
    this.#options = options;
    this.#signal = options.signal ?? new AbortController().signal;
    this.#timeoutMs = options.timeoutMs ?? 30_000;
    this.env = options.env ?? process.env;
    const baseUrl = options.baseUrl ?? defaultBaseUrl;
    this.service = new Service({
      baseUrl: parseBaseUrl(baseUrl, 'baseUrl', options.insecureHttp === true),
      env: this.env,
      clock: systemClock,
      timeoutMs: this.#timeoutMs,
      retry: options.retry,
      interrupted: this.#signal,
      onMayBillTwice: options.onMayBillTwice,
    });
  }

  /**
   * Performs a call that does not require a key and accepts only the options in `callOptions`. `name` is the method's
   * name in messages, such as `signUp.start`.
   */
  call<T>(name: string, options: CallOptions, work: Work<T>): Promise<T> {
    return this.#perform(name, options, callOptions, work);
  }

  /** Performs an operation that requires an API key but not the management key. */
  callWithKey<T>(
    name: string,
    options: KeyCallOptions,
    work: (key: string, ...args: Parameters<Work<T>>) => Promise<T>,
  ): Promise<T> {
    return this.#perform(name, options, keyCallOptions, async (service, signal) => {
      const key = options.key ?? (await this.#requireKey('apiKey'));
      return work(key, service, signal);
    });
  }

  /** Performs an operation that requires both an API key and the management key. */
  manage<T>(
    name: string,
    options: KeyCallOptions,
    work: (key: OwnedKey) => Promise<T>,
  ): Promise<T> {
    return this.callWithKey(name, options, async (key, service, signal) => {
      const managementKey = await this.#requireKey('userToken');
      return work({ service, key, managementKey, signal });
    });
  }

  /** Like `manage`, but throws `invalid_response` if the result is not an object. */
  manageObject<T extends JsonObject>(
    name: string,
    options: KeyCallOptions,
    work: (key: OwnedKey) => Promise<unknown>,
  ): Promise<T> {
    return this.manage(name, options, async (key) => objectOf(await work(key)) as T);
  }

  /** Performs a lookup. The call options can contain the operation's optional parameters, in camel case. */
  lookUp<T extends JsonObject>(
    name: string,
    operation: LookupOperation,
    required: LookupParameters,
    options: LookupCallOptions & object,
  ): Promise<T> {
    const parameterNames = new Map(operation.optional.map((each) => [camelCase(each), each]));
    const allowed = [...lookupCallOptions, ...parameterNames.keys()];
    return this.#perform(name, options, allowed, async (service) => {
      const parameters: Record<string, string | undefined> = {};
      for (const [option, value] of Object.entries(options)) {
        const parameter = parameterNames.get(option);
        if (parameter !== undefined && value !== undefined) parameters[parameter] = String(value);
      }
      const apiKey = await this.#requireKey('apiKey');
      const tags = options.tags ?? this.#options.tags ?? [];
      const key = { service, apiKey, tags };
      const { result } = await lookUp(key, operation, { ...parameters, ...required });
      return objectOf(result) as T;
    });
  }

  /** Like `lookUp`, but throws `invalid_response` if the result does not contain a list of hits. */
  async lookUpHits<T extends JsonObject & { hits: unknown[] }>(
    ...lookup: Parameters<ClientCalls['lookUp']>
  ): Promise<T> {
    const result = await this.lookUp<T>(...lookup);
    if (Array.isArray(result.hits)) return result;
    throw unexpectedResult('a list of hits');
  }

  async #perform<T>(
    name: string,
    options: CallOptions,
    allowed: readonly string[],
    work: Work<T>,
  ): Promise<T> {
    rejectUnknownOptions(name, options, allowed);
    const signal =
      options.signal === undefined ? this.#signal : AbortSignal.any([this.#signal, options.signal]);
    try {
      signal.throwIfAborted();
      const service = this.service.with({
        timeoutMs: options.timeoutMs ?? this.#timeoutMs,
        retry: options.retry ?? this.#options.retry,
        interrupted: signal,
      });
      return await work(service, signal);
    } catch (error) {
      if (error instanceof WaypostError || !signal.aborted) throw error;
      throw new WaypostError('aborted', 'The call was aborted.', { cause: signal.reason });
    }
  }

  async #requireKey(kind: KeyKind): Promise<string> {
    const key = this.#options[kind] || (await this.#keyFromCommand(kind));
    if (key) return key;
    const { name, missing } = keyKinds[kind];
    throw new WaypostError(missing, `The client has no ${name}.`);
  }

  async #keyFromCommand(kind: KeyKind): Promise<string | undefined> {
    const command = this.#options[`${kind}Command`];
    if (command === undefined) return undefined;
    const { keyFromCommand } = await import('./credentials/key-command');
    return keyFromCommand(command, kind, {
      env: this.env,
      clock: systemClock,
      interactive: false,
      signal: this.#signal,
    });
  }
}

/**
 * Checks that a result is an object, and returns the object. Throws `invalid_response` if the result is not an object.
 */
export function objectOf(result: unknown): JsonObject {
  if (isObject(result)) return result;
  throw unexpectedResult('an object');
}
