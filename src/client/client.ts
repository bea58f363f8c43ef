// One object with a method for each operation of the service.
import type { Availability, Config, Licensee, LicenseePage, UsageRecord } from '../api/types';
import type { Environment } from '../lib/environment';
import { WaypostError } from '../lib/errors';
import { defaultBaseUrl } from '../lib/identity';
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
import { parseBaseUrl } from './credentials/base-url';
import type { KeyKind } from './credentials/resolve';
import { Service } from './http/service';
import type { BodyConsumer } from './http/stream';
import { keyAvailability, keyDetails, updateKey } from './keys';
import {
  asLicensee,
  createLicensee,
  deleteLicensee,
  getLicensee,
  type LicenseeListQuery,
  listAllLicensees,
  listLicensees,
  regenerateLicenseeKey,
  updateLicensee,
} from './licensees';
import { type Fields, type LookupOperation, lookUp } from './lookup';
import { lookupLog } from './lookup-log';
import { isObject, type OwnedKey, unexpectedResult } from './owned-key';
import { placeResolve, placeSearch } from './places';
import { pollOnce, type SignUpState, startSignUp } from './signup/operations';
import { isUsageRecord, keyUsage, type UsageQuery } from './usage';
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
  timeout?: number | undefined;
  /** Ends every request that is under way, and all later ones. */
  signal?: AbortSignal | undefined;
  /** Stored with billed lookups. */
  tags?: readonly string[] | undefined;
  /** Called before a lookup that may have been billed is sent again. */
  onMayBillTwice?: ((reason: string) => void) | undefined;
  /** Read for HTTP_PROXY, HTTPS_PROXY and NO_PROXY (default: the environment of this process). */
  env?: Environment | undefined;
}

/** An object of the service, with whatever members it has. */
export type Members = Record<string, unknown>;

/** A client for one service and one pair of keys. */
export type Client = ReturnType<typeof createClient>;

/**
 * Makes a client. Nothing is sent until a method is called. Each method returns the service's `result` and
 * throws a `WaypostError`: `missing_api_key` and `missing_user_token` before anything is sent, else the error
 * that the answer means. `key` is by default the client's own API key.
 */
export function createClient(options: ClientOptions = {}) {
  const { tags = [], env = process.env, timeout = 30_000 } = options;
  const signal = options.signal ?? new AbortController().signal;
  const baseUrl = parseBaseUrl(
    options.baseUrl ?? defaultBaseUrl,
    'baseUrl',
    options.insecureHttp === true,
  );
  const service = new Service({
    baseUrl,
    env,
    clock: systemClock,
    timeoutMs: timeout,
    interrupted: signal,
    onMayBillTwice: options.onMayBillTwice,
  });
  const credential = async (kind: KeyKind): Promise<string | undefined> => {
    const command = options[`${kind}Command`];
    if (options[kind] || command === undefined) return options[kind];
    const { keyFromCommand } = await import('./credentials/key-command');
    return keyFromCommand(command, kind, { env, clock: systemClock, interactive: false, signal });
  };
  const ownKey = async (): Promise<string> =>
    given(await credential('apiKey'), 'missing_api_key', 'No API key was given.');
  const managementKey = async (): Promise<string> =>
    given(await credential('userToken'), 'missing_user_token', 'No management key was given.');
  const owned = async (key?: string): Promise<OwnedKey> => ({
    service,
    key: key ?? (await ownKey()),
    managementKey: await managementKey(),
    signal,
  });
  const look = async (operation: LookupOperation, fields: Fields): Promise<Members> => {
    const { result } = await lookUp({ service, apiKey: await ownKey(), tags }, operation, fields);
    return members(result);
  };
  return {
    keys: {
      /** GET /keys/{key}. Needs no credential beside the key. */
      availability: async (key?: string): Promise<Availability> =>
        keyAvailability(service, key ?? (await ownKey()), signal),
      /** GET /keys/{key}/details. */
      details: async (key?: string): Promise<Members> =>
        members(await keyDetails(service, key ?? (await ownKey()), await managementKey(), signal)),
      /** PUT /keys/{key}/details: changes only the given members. */
      update: async (changes: Readonly<Members>, key?: string): Promise<Members> =>
        members(await updateKey(await owned(key), changes)),
      /** GET /keys/{key}/usage, over at most 90 days. Times in milliseconds since the epoch. */
      usage: async (query: UsageQuery = {}, key?: string): Promise<UsageRecord> => {
        const result = await keyUsage(await owned(key), query);
        if (isUsageRecord(result)) return result;
        throw unexpectedResult('no usage');
      },
    },
    licensees: {
      /** GET /keys/{key}/licensees: one page. */
      list: async (query: LicenseeListQuery = {}, key?: string): Promise<LicenseePage> =>
        listLicensees(await owned(key), query),
      /** All pages as one. An error has the entries read before it under `details`. */
      listAll: async (query: LicenseeListQuery = {}, key?: string): Promise<Licensee[]> => {
        const { page, stopped } = await listAllLicensees(await owned(key), query);
        if (stopped !== undefined) throw stopped.with({ details: page });
        return page.licensees;
      },
      get: async (licensee: string, key?: string): Promise<Licensee> =>
        licenseeOf(await getLicensee(await owned(key), licensee)),
      create: async (body: Readonly<Members>, key?: string): Promise<Licensee> =>
        licenseeOf(await createLicensee(await owned(key), body)),
      update: async (licensee: string, body: Readonly<Members>, key?: string): Promise<Licensee> =>
        licenseeOf(await updateLicensee(await owned(key), licensee, body)),
      /** Cancels a licensee; its key stops working. */
      delete: async (licensee: string, key?: string): Promise<unknown> =>
        deleteLicensee(await owned(key), licensee),
      regenerateKey: async (licensee: string, key?: string): Promise<Licensee> =>
        licenseeOf(await regenerateLicenseeKey(await owned(key), licensee)),
    },
    configs: {
      list: async (key?: string): Promise<Config[]> =>
        configsOf(await listConfigs(await owned(key))),
      get: async (name: string, key?: string): Promise<Members> =>
        members(await getConfig(service, key ?? (await ownKey()), name, options.userToken, signal)),
      create: async (name: string, payload: string, key?: string): Promise<unknown> =>
        createConfig(await owned(key), name, payload),
      update: async (name: string, payload: string, key?: string): Promise<unknown> =>
        updateConfig(await owned(key), name, payload),
      delete: async (name: string, key?: string): Promise<unknown> =>
        deleteConfig(await owned(key), name),
    },
    places: {
      /** GET /places. Free. `fields` as the service names them, such as `country_iso`. */
      search: async (query: string, fields: Fields = {}): Promise<Members> =>
        look(placeSearch, { ...fields, query }),
      /** GET /places/{id}. Costs a lookup. */
      resolve: async (id: string): Promise<Members> => look(placeResolve, { id }),
    },
    addresses: {
      autocomplete: async (query: string, fields: Fields = {}): Promise<Members> =>
        look(addressAutocomplete, { ...fields, query }),
      resolve: async (id: string): Promise<Members> => look(addressResolve, { id }),
      verify: async (query: string, fields: Fields = {}): Promise<Members> =>
        look(addressVerify, { ...fields, query }),
      cleanse: async (query: string, fields: Fields = {}): Promise<Members> =>
        look(addressCleanse, { ...fields, query }),
      /** Degrees, WGS84. */
      near: async (longitude: number, latitude: number): Promise<Members> =>
        look(addressesNear, { lon: longitude.toFixed(12), lat: latitude.toFixed(12) }),
    },
    emails: {
      validate: async (email: string): Promise<Members> => look(emailValidate, { email }),
    },
    phones: {
      validate: async (phone: string): Promise<Members> => look(phoneValidate, { phone }),
    },
    lookups: {
      /**
       * Passes the log's CSV to `consumer` as it arrives; at most 90 days, in milliseconds since the epoch.
       */
      log: async (
        range: { start?: number; end?: number; licensee?: string },
        consumer: BodyConsumer,
        key?: string,
      ): Promise<void> => lookupLog(service, { ...range, ...(await owned(key)) }, consumer),
    },
    signUp: {
      /** POST /sign_up: the page for the person, and the token to poll with. */
      start: async (body: Readonly<Record<string, string>> = {}) =>
        startSignUp(service, body, signal),
      /** GET /sign_up/{token}, once. The credentials are given out once only: store them before anything else. */
      poll: async (cliToken: string): Promise<SignUpState> => pollOnce(service, cliToken, env),
    },
  };
}

function given(
  value: string | undefined,
  code: 'missing_api_key' | 'missing_user_token',
  message: string,
): string {
  if (value) return value;
  throw new WaypostError(code, message);
}

function members(result: unknown): Members {
  if (isObject(result)) return result;
  throw unexpectedResult('no object');
}

function licenseeOf(result: unknown): Licensee {
  return asLicensee(result) ?? members(result);
}
