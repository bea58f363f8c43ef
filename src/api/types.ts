// The answers of the service that the tool or the sandbox works with. Other members are passed on, never
// refused.

/** The envelope of every JSON response. */
export interface Envelope {
  /** Absent on errors. */
  result?: unknown;
  /** 2000 on success, 2020 while pending, else a row of the error catalogue. */
  code: number;
  message: string;
  errors?: { path: string; message: string }[];
}

/** Answer of GET /keys/{key}, to anyone who knows the key. */
export interface Availability {
  available: boolean;
  [member: string]: unknown;
}

/** Answer of POST /sign_up: the page for the user, and the token to poll with. */
export interface SignUpStart {
  signup_url: string;
  cli_token: string;
}

/** Result of a completed sign-up poll, returned once. */
export interface SignUpCredentials {
  user_token: string;
  test_api_key: string;
  user_id: string;
}

/** Usage of a key over a range: the result of GET /keys/{key}/usage. */
export interface UsageRecord {
  /** First and last moment of the range, ISO 8601. */
  start?: string | undefined;
  end?: string;
  total: number;
  /** One entry a day (UTC), zero days included. */
  dailyCount: { date: string; count: number }[];
  [member: string]: unknown;
}

/** An alternate legal end user of the data. */
export interface Licensee {
  id?: unknown;
  key?: unknown;
  name?: unknown;
  [member: string]: unknown;
}

/** Result of listing licensees. */
export interface LicenseePage {
  licensees: Licensee[];
  /** True when more follow beyond the limit. */
  hasMore?: unknown;
  [member: string]: unknown;
}

/** A named serialized payload of a key. */
export interface Config {
  name: string;
  payload: string;
  [member: string]: unknown;
}

/** An object of the service with members beyond those that are named. */
interface Open {
  [member: string]: unknown;
}

/** Most lookups of a range; null for no limit. */
interface Limit extends Open {
  limit: number | null;
}

/** Everything that the owner of a key can see: the result of GET and PUT /keys/{key}/details. */
export interface KeyDetails extends Open {
  name: string;
  contexts: Open[];
  lookups_remaining: number;
  /** Most lookups a day and a month, and those so far. */
  daily_limit: Limit & { consumed: number };
  monthly_limit: Limit & { consumed: number };
  /** Most lookups a day from one IP address. */
  individual_limit: Limit;
  rate_limit: Limit;
  /** Pages the key answers; empty for all. */
  allowed_urls: string[];
  /** Days until personal columns of the log are emptied. */
  redact_days: number;
  notifications: Open & {
    emails: string[];
    enabled: boolean;
    /** Lookups left at which to notify. */
    balance_threshold: number | null;
    no_balance: boolean;
    limit_reached: boolean;
  };
  /** Whether the key may use each, by name. */
  datasets: Record<string, boolean>;
  automated_topups: Open & { enabled: boolean };
  /** Purchases the balance consists of; `expires` in ISO 8601, null for never. */
  current_purchases: (Open & { expires: string | null; purchased: number; consumed: number })[];
  ip_forwarding: boolean;
  premier_support: boolean;
}

/** A place to choose from. */
export interface PlaceSuggestion extends Open {
  id: string;
  name: string;
  /** Longer description, such as name, region, country. */
  descriptive_name: string;
  /** Three letters. */
  country_iso: string;
}

/** Result of a place search: likeliest first. */
export interface PlaceSuggestions extends Open {
  hits: PlaceSuggestion[];
}

/** A place. */
export interface Place extends PlaceSuggestion {
  dataset: string;
  language: string;
  /** WGS84 degrees; '' where it is not known. */
  longitude: number | '';
  latitude: number | '';
  /** The record of the dataset. */
  native: Open;
}

/** A line of an address to choose from. */
export interface AddressSuggestion extends Open {
  id: string;
  suggestion: string;
  urls: Open;
}

/** Result of an autocompletion: likeliest first. */
export interface AddressSuggestions extends Open {
  hits: AddressSuggestion[];
}

/** An address. Missing text is empty. */
export interface Address extends Open {
  id: string;
  dataset: string;
  country: string;
  country_iso: string;
  country_iso_2: string;
  language: string;
  line_1: string;
  line_2: string;
  last_line: string;
  city: string;
  state: string;
  state_abbreviation: string;
  zip_code: string;
  zip_plus_4_code: string;
  primary_number: string;
  street_name: string;
  street_suffix: string;
  /** WGS84 degrees. */
  longitude: number;
  latitude: number;
  /** The raw record of the dataset. */
  native: Open;
}

/** Addresses around a point: nearest first. */
export interface Addresses extends Open {
  hits: Address[];
}

/** The closest address to a written one. */
export interface Cleansing extends Open {
  query: string;
  /** Null where there is none. */
  match: Address | null;
  /** Addresses that the text fits equally well. */
  count: number;
  /** From 0 to 1: how much of what was written is in the match. */
  fit: number;
  /** From 0 to 1: how sure the match is. */
  confidence: number;
}

/** What an address was found to be. Without a match, numbers are 0 and text is empty. */
export interface Verification extends Cleansing {
  address_line_one: string;
  address_line_two: string;
  city: string;
  state: string;
  zip_code: string;
  country_iso_2: string;
}

/** What is known of an e-mail address. */
export interface EmailValidation extends Open {
  result: 'deliverable' | 'not_deliverable' | 'unknown';
  deliverable: boolean;
  disposable: boolean;
  free: boolean;
  role: boolean;
  catchall: boolean;
  /** What may have been meant, likeliest first. */
  suggestions: string[];
}

/** What is known of a phone number. Text that is not known is empty. */
export interface PhoneValidation extends Open {
  valid: boolean;
  national_format: string;
  international_format: string;
  iso_country: string;
  iso_country_2: string;
  country: string;
  current_carrier: string;
  original_carrier: string;
}
