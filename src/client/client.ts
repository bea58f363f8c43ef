// One object with a method for each operation of the service.

import type {
  Address,
  Addresses,
  AddressSuggestions,
  Cleansing,
  Verification,
} from '../api/addresses';
import type { Config } from '../api/configs';
import type { Availability, KeyDetails, UsageRecord } from '../api/keys';
import type { Licensee, LicenseePage } from '../api/licensees';
import type { Place, PlaceSuggestions } from '../api/places';
import type { SignUpStart } from '../api/sign-up';
import type { EmailValidation, PhoneValidation } from '../api/validations';
import type { Environment } from '../lib/environment';
import { WaypostError } from '../lib/errors';
import { isObject, type JsonObject } from '../lib/exact-json';
import { defaultBaseUrl } from '../lib/identity';
import { rejectUnknownOptions } from '../lib/known-options';
import { camelCase } from '../lib/name-case';
import { systemClock } from '../lib/runtime';
import {
  addressAutocomplete,
  addressCleanse,
  addressesNear,
  addressResolve,
  addressVerify,
} from './addresses';
import {
  configsOf,
  createConfig,
  deleteConfig,
  getConfig,
  listConfigs,
  updateConfig,
} from './configs';
import { type KeyKind, keyKinds } from './credentials/resolve';
import type { BodyConsumer } from './http/exchange';
import { Service } from './http/service';
import {
  isUsageRecord,
  keyAvailability,
  keyDetails,
  keyUsage,
  lookupLog,
  type UsageQuery,
  updateKey,
} from './keys';
import {
  createLicensee,
  deleteLicensee,
  getLicensee,
  type LicenseeListQuery,
  listAllLicensees,
  listLicensees,
  regenerateLicenseeKey,
  updateLicensee,
} from './licensees';
import { type LookupOperation, type LookupParameters, lookUp } from './lookup';
import { type OwnedKey, unexpectedResult } from './owned-key';
import { placeResolve, placeSearch } from './places';
import { pollOnce, type SignUpState } from './signup/claim';
import { startSignUp } from './signup/start';
import { parseBaseUrl } from './url';
import { emailValidate, phoneValidate } from './validations';

/** Settings of a client; `resolveCredentials` returns the first six. */
export interface ClientOptions {
  apiKey?: string | undefined;
  /** The management key. */
  userToken?: string | undefined;
  /**
   * Words of a command that prints the API key, in place of `apiKey`. Run once, when the key is first needed.
   */
  apiKeyCommand?: readonly string[] | undefined;
  /** As `apiKeyCommand`, for the management key. */
  userTokenCommand?: readonly string[] | undefined;
  baseUrl?: string | undefined;
  insecureHttp?: boolean | undefined;
  /** Longest time for one whole answer, in milliseconds (default: 30,000). */
  timeoutMs?: number | undefined;
  /** False: no request is sent again, whatever its answer (default: true). */
  retry?: boolean | undefined;
  /** Ends every request that is under way, and all later ones. */
  signal?: AbortSignal | undefined;
  /** Stored with billed lookups. */
  tags?: readonly string[] | undefined;
  /** Called before a lookup that may have been billed is sent again. */
  onMayBillTwice?: ((reason: string) => void) | undefined;
  /** Read for HTTP_PROXY, HTTPS_PROXY and NO_PROXY (default: the environment of this process). */
  env?: Environment | undefined;
}

/** What every call takes, beside its own options. */
export interface CallOptions {
  /** Ends the call with the code `aborted`, as the signal of the client does. */
  signal?: AbortSignal | undefined;
  /** Longest time for one whole answer, in milliseconds (default: that of the client). */
  timeoutMs?: number | undefined;
  /** Whether a request without a final answer is sent again (default: that of the client). */
  retry?: boolean | undefined;
}

/** What every lookup takes. */
export interface LookupCallOptions extends CallOptions {
  /** Stored with the lookup if it is billed (default: those of the client). */
  tags?: readonly string[] | undefined;
}

/** What every call about a key takes. */
export interface KeyCallOptions extends CallOptions {
  /** The API key that it is about (default: that of the client). */
  key?: string | undefined;
}

/** What a place search takes. */
export interface PlaceSearchOptions extends LookupCallOptions {
  /** Three-letter codes, with commas between them. */
  countryIso?: string | undefined;
  biasCountryIso?: string | undefined;
  /** Longitude, latitude and radius in meters, with commas between them. */
  biasLonlat?: string | undefined;
  /** Places near the address that the request comes from first. */
  biasIp?: true | undefined;
}

/** What completing an address takes beside the text. */
export interface AddressAutocompleteOptions extends LookupCallOptions {
  /** Comma-separated names of datasets. */
  datasets?: string | undefined;
  /** Most suggestions. */
  limit?: number | undefined;
}

/** What cleansing takes beside the text. */
export interface AddressCleanseOptions extends LookupCallOptions {
  postcode?: string | undefined;
  postTown?: string | undefined;
  county?: string | undefined;
}

const callOptions = ['signal', 'timeoutMs', 'retry'];
const lookupCallOptions = [...callOptions, 'tags'];
const keyCallOptions = [...callOptions, 'key'];

/** With those of `resolveCredentials` that are for people. */
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

/** A client for one service and one pair of keys. */
export type Client = ReturnType<typeof createClient>;

/**
 * Makes a client. Nothing is sent until a method is called. Each method returns the service's `result` and
 * throws a `WaypostError`: `missing_api_key` and `missing_user_token` before anything is sent, else the error
 * that the answer means. `key` is by default the client's own API key.
 */
export function createClient(options: ClientOptions = {}) {
  rejectUnknownOptions('createClient', options, clientOptions);
  const { tags = [], env = process.env, timeoutMs = 30_000, userToken } = options;
  const clientSignal = options.signal ?? new AbortController().signal;
  const url = options.baseUrl ?? defaultBaseUrl;
  const whole = new Service({
    baseUrl: parseBaseUrl(url, 'baseUrl', options.insecureHttp === true),
    env,
    clock: systemClock,
    timeoutMs,
    retry: options.retry,
    interrupted: clientSignal,
    onMayBillTwice: options.onMayBillTwice,
  });
  const credential = async (kind: KeyKind): Promise<string | undefined> => {
    const command = options[`${kind}Command`];
    if (options[kind] || command === undefined) return options[kind];
    const { keyFromCommand } = await import('./credentials/key-command');
    const run = { env, clock: systemClock, interactive: false, signal: clientSignal };
    return keyFromCommand(command, kind, run);
  };
  const requireKey = async (kind: KeyKind): Promise<string> => {
    const key = await credential(kind);
    if (key) return key;
    const { name, missing } = keyKinds[kind];
    throw new WaypostError(missing, `No ${name} was given.`);
  };
  const ownKey = () => requireKey('apiKey');

  /** Performs a call under its own signal and time limit. */
  async function call<T>(
    name: string,
    given: KeyCallOptions & LookupCallOptions,
    names: readonly string[],
    work: (service: Service, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    rejectUnknownOptions(name, given, names);
    const signal =
      given.signal === undefined ? clientSignal : AbortSignal.any([clientSignal, given.signal]);
    try {
      signal.throwIfAborted();
      const limits = {
        timeoutMs: given.timeoutMs ?? timeoutMs,
        retry: given.retry ?? options.retry,
      };
      return await work(whole.with({ ...limits, interrupted: signal }), signal);
    } catch (error) {
      if (error instanceof WaypostError || !signal.aborted) throw error;
      throw new WaypostError('aborted', 'The call was aborted.', { cause: signal.reason });
    }
  }

  /** Performs an operation on a key with the management key. */
  const manage = <T>(name: string, given: KeyCallOptions, work: (key: OwnedKey) => Promise<T>) =>
    call(name, given, keyCallOptions, async (service, signal) =>
      work({
        service,
        key: given.key ?? (await ownKey()),
        managementKey: await requireKey('userToken'),
        signal,
      }),
    );

  /** As `manage`, for an operation that answers with an object. */
  const manageOne = <T extends JsonObject>(
    name: string,
    given: KeyCallOptions,
    work: (key: OwnedKey) => Promise<unknown>,
  ) => manage(name, given, async (key) => objectOf(await work(key)) as T);

  /** Performs a lookup. Its options are named as the fields of the service, in camel case. */
  const look = <T extends JsonObject>(
    name: string,
    operation: LookupOperation,
    required: LookupParameters,
    given: LookupCallOptions & object,
  ): Promise<T> => {
    const named = new Map(operation.optional.map((field) => [camelCase(field), field]));
    return call(name, given, [...lookupCallOptions, ...named.keys()], async (service) => {
      const fields = Object.entries(given).flatMap(([option, value]) => {
        const field = named.get(option);
        return field === undefined || value === undefined ? [] : [[field, String(value)]];
      });
      const key = { service, apiKey: await ownKey(), tags: given.tags ?? tags };
      const { result } = await lookUp(key, operation, {
        ...Object.fromEntries(fields),
        ...required,
      });
      return objectOf(result) as T;
    });
  };
  const list = async <T extends { hits: unknown[] }>(answer: Promise<T>): Promise<T> => {
    const result = await answer;
    if (Array.isArray(result.hits)) return result;
    throw unexpectedResult('no list of hits');
  };

  return {
    keys: {
      /** GET /keys/{key}. Needs no credential beside the key. */
      availability: (options: KeyCallOptions = {}): Promise<Availability> =>
        call('keys.availability', options, keyCallOptions, async (service, signal) =>
          keyAvailability(service, options.key ?? (await ownKey()), signal),
        ),
      /** GET /keys/{key}/details. */
      details: (options: KeyCallOptions = {}): Promise<KeyDetails> =>
        manageOne('keys.details', options, keyDetails),
      /** PUT /keys/{key}/details: changes only the given members. */
      update: (changes: Readonly<JsonObject>, options: KeyCallOptions = {}): Promise<KeyDetails> =>
        manageOne('keys.update', options, (key) => updateKey(key, changes)),
      /** GET /keys/{key}/usage, over at most 90 days. Times in milliseconds since the epoch. */
      usage: (query: UsageQuery = {}, options: KeyCallOptions = {}): Promise<UsageRecord> =>
        manage('keys.usage', options, async (key) => {
          rejectUnknownOptions('keys.usage', query, ['start', 'end', 'tags', 'licensee']);
          const result = await keyUsage(key, query);
          if (isUsageRecord(result)) return result;
          throw unexpectedResult('no usage');
        }),
    },
    licensees: {
      /** GET /keys/{key}/licensees: one page. */
      list: (query: LicenseeListQuery = {}, options: KeyCallOptions = {}): Promise<LicenseePage> =>
        manage('licensees.list', options, (key) => listLicensees(key, query)),
      /** All pages as one. An error has the entries read before it under `details`. */
      listAll: (query: LicenseeListQuery = {}, options: KeyCallOptions = {}): Promise<Licensee[]> =>
        manage('licensees.listAll', options, async (key) => {
          const { page, stopped } = await listAllLicensees(key, query);
          if (stopped !== undefined) throw stopped.with({ details: page });
          return page.licensees;
        }),
      get: (licensee: string, options: KeyCallOptions = {}): Promise<Licensee> =>
        manageOne('licensees.get', options, (key) => getLicensee(key, licensee)),
      create: (body: Readonly<JsonObject>, options: KeyCallOptions = {}): Promise<Licensee> =>
        manageOne('licensees.create', options, (key) => createLicensee(key, body)),
      update: (
        licensee: string,
        body: Readonly<JsonObject>,
        options: KeyCallOptions = {},
      ): Promise<Licensee> =>
        manageOne('licensees.update', options, (key) => updateLicensee(key, licensee, body)),
      /** Cancels a licensee; its key stops working. */
      delete: (licensee: string, options: KeyCallOptions = {}): Promise<unknown> =>
        manage('licensees.delete', options, (key) => deleteLicensee(key, licensee)),
      regenerateKey: (licensee: string, options: KeyCallOptions = {}): Promise<Licensee> =>
        manageOne('licensees.regenerateKey', options, (key) =>
          regenerateLicenseeKey(key, licensee),
        ),
    },
    configs: {
      list: (options: KeyCallOptions = {}): Promise<Config[]> =>
        manage('configs.list', options, async (key) => configsOf(await listConfigs(key))),
      get: (name: string, options: KeyCallOptions = {}): Promise<Config> =>
        call('configs.get', options, keyCallOptions, async (service, signal) => {
          const key = options.key ?? (await ownKey());
          return objectOf(await getConfig(service, key, name, userToken, signal)) as Config;
        }),
      create: (name: string, payload: string, options: KeyCallOptions = {}): Promise<unknown> =>
        manage('configs.create', options, (key) => createConfig(key, name, payload)),
      update: (name: string, payload: string, options: KeyCallOptions = {}): Promise<unknown> =>
        manage('configs.update', options, (key) => updateConfig(key, name, payload)),
      delete: (name: string, options: KeyCallOptions = {}): Promise<unknown> =>
        manage('configs.delete', options, (key) => deleteConfig(key, name)),
    },
    places: {
      /** GET /places. Free. */
      search: (query: string, options: PlaceSearchOptions = {}): Promise<PlaceSuggestions> =>
        list(look('places.search', placeSearch, { query }, options)),
      /** GET /places/{id}. Costs a lookup. */
      resolve: (id: string, options: LookupCallOptions = {}): Promise<Place> =>
        look('places.resolve', placeResolve, { id }, options),
    },
    addresses: {
      autocomplete: (
        query: string,
        options: AddressAutocompleteOptions = {},
      ): Promise<AddressSuggestions> =>
        list(look('addresses.autocomplete', addressAutocomplete, { query }, options)),
      resolve: (id: string, options: LookupCallOptions = {}): Promise<Address> =>
        look('addresses.resolve', addressResolve, { id }, options),
      verify: (
        query: string,
        options: LookupCallOptions & { context?: string | undefined } = {},
      ): Promise<Verification> => look('addresses.verify', addressVerify, { query }, options),
      cleanse: (query: string, options: AddressCleanseOptions = {}): Promise<Cleansing> =>
        look('addresses.cleanse', addressCleanse, { query }, options),
      /** Degrees, WGS84. */
      near: (
        longitude: number,
        latitude: number,
        options: LookupCallOptions = {},
      ): Promise<Addresses> => {
        const point = { lon: longitude.toFixed(12), lat: latitude.toFixed(12) };
        return list(look('addresses.near', addressesNear, point, options));
      },
    },
    emails: {
      validate: (email: string, options: LookupCallOptions = {}): Promise<EmailValidation> =>
        look('emails.validate', emailValidate, { email }, options),
    },
    phones: {
      /** `country` is that of a number without its country code: two or three letters. */
      validate: (
        phone: string,
        options: LookupCallOptions & { country?: string | undefined } = {},
      ): Promise<PhoneValidation> => look('phones.validate', phoneValidate, { phone }, options),
    },
    lookups: {
      /**
       * Passes the log's CSV to `consumer` as it arrives; at most 90 days, in milliseconds since the epoch. Its rows
       * have the columns `logColumns`, and no header.
       */
      log: (
        range: { start?: number; end?: number; licensee?: string },
        consumer: BodyConsumer,
        options: KeyCallOptions = {},
      ): Promise<void> =>
        manage('lookups.log', options, (key) => {
          rejectUnknownOptions('lookups.log', range, ['start', 'end', 'licensee']);
          return lookupLog(key, range, consumer);
        }),
    },
    signUp: {
      /** POST /sign_up: the page for the person, and the token to poll with. */
      start: (
        body: Readonly<Record<string, string>> = {},
        options: CallOptions = {},
      ): Promise<SignUpStart> =>
        call('signUp.start', options, callOptions, (service, signal) =>
          startSignUp(service, body, signal),
        ),
      /** GET /sign_up/{token}, once. The credentials are given out once only: store them before anything else. */
      poll: async (cliToken: string): Promise<SignUpState> => pollOnce(whole, cliToken, env),
    },
  };
}

function objectOf(result: unknown): JsonObject {
  if (isObject(result)) return result;
  throw unexpectedResult('no object');
}
