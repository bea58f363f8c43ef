// Creates the client, an object with a method for each of the service's operations.
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
import type { JsonObject } from '../lib/exact-json';
import { rejectUnknownOptions } from '../lib/known-options';
import {
  addressAutocomplete,
  addressCleanse,
  addressesNear,
  addressResolve,
  addressVerify,
} from './addresses';
import { ClientCalls, objectOf } from './client-calls';
import type {
  AddressAutocompleteOptions,
  AddressCleanseOptions,
  CallOptions,
  ClientOptions,
  KeyCallOptions,
  LookupCallOptions,
  PlaceSearchOptions,
} from './client-options';
import {
  configsOf,
  createConfig,
  deleteConfig,
  getConfig,
  listConfigs,
  updateConfig,
} from './configs';
import type { BodyConsumer } from './http/exchange';
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
import { unexpectedResult } from './owned-key';
import { placeResolve, placeSearch } from './places';
import { pollOnce, type SignUpState } from './signup/claim';
import { startSignUp } from './signup/start';
import { emailValidate, phoneValidate } from './validations';

export type * from './client-options';

/** A client for one service. The client has at most one API key and one management key. */
export type Client = ReturnType<typeof createClient>;

/**
 * Creates a client. The client does not send a request until you call a method. Most methods resolve to the `result` of
 * the service's response. If a key that a method requires is missing, the method rejects with the error code
 * `missing_api_key` or `missing_user_token` without sending a request. If the request fails, the method rejects with a
 * `WaypostError` that describes the failure.
 *
 * @example
 * const client = createClient({ apiKey: process.env.WAYPOST_API_KEY });
 * const { hits } = await client.places.search('Berlin', { countryIso: 'DEU' });
 */
export function createClient(options: ClientOptions = {}) {
  const calls = new ClientCalls(options);
  return {
    keys: keyMethods(calls),
    licensees: licenseeMethods(calls),
    configs: configMethods(calls, options.userToken),
    places: placeMethods(calls),
    addresses: addressMethods(calls),
    emails: emailMethods(calls),
    phones: phoneMethods(calls),
    lookups: lookupLogMethods(calls),
    signUp: signUpMethods(calls),
  };
}

function keyMethods(calls: ClientCalls) {
  return {
    /** GET /keys/{key}: returns whether the key can be used. Does not require the management key. */
    availability: (options: KeyCallOptions = {}): Promise<Availability> =>
      calls.callWithKey('keys.availability', options, (key, service, signal) =>
        keyAvailability(service, key, signal),
      ),

    /** GET /keys/{key}/details: returns the key's settings, limits and balance. Requires the management key. */
    details: (options: KeyCallOptions = {}): Promise<KeyDetails> =>
      calls.manageObject('keys.details', options, keyDetails),

    /**
     * PUT /keys/{key}/details: changes only the fields in `changes`. Resolves to the key's details after the change.
     */
    update: (changes: Readonly<JsonObject>, options: KeyCallOptions = {}): Promise<KeyDetails> =>
      calls.manageObject('keys.update', options, (key) => updateKey(key, changes)),

    /**
     * GET /keys/{key}/usage: counts the lookups in total and for each UTC day. The range can be at most 90 days long.
     * The default range is the last 21 days. `start` and `end` are in milliseconds since the epoch.
     */
    usage: (query: UsageQuery = {}, options: KeyCallOptions = {}): Promise<UsageRecord> =>
      calls.manage('keys.usage', options, async (key) => {
        rejectUnknownOptions('keys.usage', query, ['start', 'end', 'tags', 'licensee']);
        const result = await keyUsage(key, query);
        if (isUsageRecord(result)) return result;
        throw unexpectedResult('a usage record');
      }),
  };
}

function licenseeMethods(calls: ClientCalls) {
  return {
    /** GET /keys/{key}/licensees: returns one page of licensees, oldest first. */
    list: (query: LicenseeListQuery = {}, options: KeyCallOptions = {}): Promise<LicenseePage> =>
      calls.manage('licensees.list', options, (key) => listLicensees(key, query)),

    /**
     * Lists all licensees, page by page. If a request for a page fails, the error's `details` contain the licensees
     * read so far.
     */
    listAll: (query: LicenseeListQuery = {}, options: KeyCallOptions = {}): Promise<Licensee[]> =>
      calls.manage('licensees.listAll', options, async (key) => {
        const { page, stopped } = await listAllLicensees(key, query);
        if (stopped !== undefined) throw stopped.with({ details: page });
        return page.licensees;
      }),

    /** GET /keys/{key}/licensees/{licensee}: returns one licensee. `licensee` is an ID or a licensee key. */
    get: (licensee: string, options: KeyCallOptions = {}): Promise<Licensee> =>
      calls.manageObject('licensees.get', options, (key) => getLicensee(key, licensee)),

    /** POST /keys/{key}/licensees: creates a licensee with its own licensee key. */
    create: (body: Readonly<JsonObject>, options: KeyCallOptions = {}): Promise<Licensee> =>
      calls.manageObject('licensees.create', options, (key) => createLicensee(key, body)),

    /** POST /keys/{key}/licensees/{licensee}: changes only the fields in `body`. */
    update: (
      licensee: string,
      body: Readonly<JsonObject>,
      options: KeyCallOptions = {},
    ): Promise<Licensee> =>
      calls.manageObject('licensees.update', options, (key) => updateLicensee(key, licensee, body)),

    /** DELETE /keys/{key}/licensees/{licensee}: cancels the licensee. The licensee's key stops working. */
    delete: (licensee: string, options: KeyCallOptions = {}): Promise<unknown> =>
      calls.manage('licensees.delete', options, (key) => deleteLicensee(key, licensee)),

    /** Replaces the licensee's key. The old key stops working. */
    regenerateKey: (licensee: string, options: KeyCallOptions = {}): Promise<Licensee> =>
      calls.manageObject('licensees.regenerateKey', options, (key) =>
        regenerateLicenseeKey(key, licensee),
      ),
  };
}

function configMethods(calls: ClientCalls, managementKey: string | undefined) {
  return {
    /** GET /keys/{key}/configs: returns all configs, oldest first. */
    list: (options: KeyCallOptions = {}): Promise<Config[]> =>
      calls.manage('configs.list', options, async (key) => configsOf(await listConfigs(key))),

    /**
     * GET /keys/{key}/configs/{config}: returns one config. Sends the management key if the `userToken` option is set.
     */
    get: (name: string, options: KeyCallOptions = {}): Promise<Config> =>
      calls.callWithKey('configs.get', options, async (key, service, signal) => {
        const result = await getConfig(service, key, name, managementKey, signal);
        return objectOf(result) as Config;
      }),

    /** POST /keys/{key}/configs: creates a config. */
    create: (name: string, payload: string, options: KeyCallOptions = {}): Promise<unknown> =>
      calls.manage('configs.create', options, (key) => createConfig(key, name, payload)),

    /** POST /keys/{key}/configs/{config}: replaces the config's payload. */
    update: (name: string, payload: string, options: KeyCallOptions = {}): Promise<unknown> =>
      calls.manage('configs.update', options, (key) => updateConfig(key, name, payload)),

    /** DELETE /keys/{key}/configs/{config}: deletes the config. */
    delete: (name: string, options: KeyCallOptions = {}): Promise<unknown> =>
      calls.manage('configs.delete', options, (key) => deleteConfig(key, name)),
  };
}

function placeMethods(calls: ClientCalls) {
  return {
    /** GET /places: returns at most ten suggestions, best first. Costs no lookups. */
    search: (query: string, options: PlaceSearchOptions = {}): Promise<PlaceSuggestions> =>
      calls.lookUpHits('places.search', placeSearch, { query }, options),

    /** GET /places/{place}: returns the place that a suggestion's ID identifies. Costs one lookup. */
    resolve: (id: string, options: LookupCallOptions = {}): Promise<Place> =>
      calls.lookUp('places.resolve', placeResolve, { id }, options),
  };
}

function addressMethods(calls: ClientCalls) {
  return {
    /** Suggests US addresses for a partial address. Costs no lookups. */
    autocomplete: (
      query: string,
      options: AddressAutocompleteOptions = {},
    ): Promise<AddressSuggestions> =>
      calls.lookUpHits('addresses.autocomplete', addressAutocomplete, { query }, options),

    /** Returns the US address that a suggestion's ID identifies. Costs one lookup. */
    resolve: (id: string, options: LookupCallOptions = {}): Promise<Address> =>
      calls.lookUp('addresses.resolve', addressResolve, { id }, options),

    /** Checks whether an address exists, and returns its correct form. Costs one lookup if there is a match. */
    verify: (
      query: string,
      options: LookupCallOptions & { context?: string | undefined } = {},
    ): Promise<Verification> => calls.lookUp('addresses.verify', addressVerify, { query }, options),

    /** Returns the address that best matches the search text. Costs one lookup if there is a match. */
    cleanse: (query: string, options: AddressCleanseOptions = {}): Promise<Cleansing> =>
      calls.lookUp('addresses.cleanse', addressCleanse, { query }, options),

    /**
     * Returns the addresses near a point. The coordinates are in degrees (WGS 84). Costs one lookup if the service
     * finds an address.
     */
    near: (
      longitude: number,
      latitude: number,
      options: LookupCallOptions = {},
    ): Promise<Addresses> => {
      const point = { lon: longitude.toFixed(12), lat: latitude.toFixed(12) };
      return calls.lookUpHits('addresses.near', addressesNear, point, options);
    },
  };
}

function emailMethods(calls: ClientCalls) {
  return {
    /** Checks whether an email address receives mail. Costs one lookup. */
    validate: (email: string, options: LookupCallOptions = {}): Promise<EmailValidation> =>
      calls.lookUp('emails.validate', emailValidate, { email }, options),
  };
}

function phoneMethods(calls: ClientCalls) {
  return {
    /**
     * Checks whether a phone number is valid. Costs one lookup. If the number has no country code, set `country` to the
     * two-letter or three-letter ISO code of the number's country.
     */
    validate: (
      phone: string,
      options: LookupCallOptions & { country?: string | undefined } = {},
    ): Promise<PhoneValidation> =>
      calls.lookUp('phones.validate', phoneValidate, { phone }, options),
  };
}

function lookupLogMethods(calls: ClientCalls) {
  return {
    /**
     * GET /keys/{key}/lookups: passes the lookup log to `consumer` as CSV without a header row, in chunks as they
     * arrive. `logColumns` contains the column names. The range is at most 90 days long (default: the last 21 days).
     * `start` and `end` are in milliseconds since the epoch.
     */
    log: (
      range: { start?: number; end?: number; licensee?: string },
      consumer: BodyConsumer,
      options: KeyCallOptions = {},
    ): Promise<void> =>
      calls.manage('lookups.log', options, (key) => {
        rejectUnknownOptions('lookups.log', range, ['start', 'end', 'licensee']);
        return lookupLog(key, range, consumer);
      }),
  };
}

function signUpMethods(calls: ClientCalls) {
  return {
    /**
     * POST /sign_up: returns the URL of the sign-up page, which the user must open, and the sign-up token, which `poll`
     * requires.
     */
    start: (
      body: Readonly<Record<string, string>> = {},
      options: CallOptions = {},
    ): Promise<SignUpStart> =>
      calls.call('signUp.start', options, (service, signal) => startSignUp(service, body, signal)),

    /**
     * GET /sign_up/{token}: checks once whether the sign-up is complete. The service sends the credentials only once,
     * so store the credentials immediately.
     */
    poll: async (cliToken: string): Promise<SignUpState> =>
      pollOnce(calls.service, cliToken, calls.env),
  };
}
