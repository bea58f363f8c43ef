// One session of the proxy: tokens in place of the keys, allowed operations, a limit of lookups, and an end.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { CatalogueCode } from '../../api/catalogue';
import type { Clock } from '../../lib/runtime';
import { type Allowed, operationName, type Wanted } from './allowed';

/** Settings of a session. */
export interface SessionOptions {
  allowed: Allowed;
  /** Most lookups that may be billed; Infinity for no limit. */
  maxLookups: number;
  /** When it ends, in milliseconds since the epoch; undefined for never. */
  expiresAt: number | undefined;
  clock: Clock;
}

/** Why a request is refused: a code of the service, and the reason in words. */
export interface Denial {
  code: CatalogueCode;
  reason: string;
}

/** A session. The tokens look like keys, because programs check their prefixes. */
export class Session {
  readonly apiToken = `ak_proxy_${randomBytes(18).toString('hex')}`;
  readonly managementToken = `uk_proxy_${randomBytes(18).toString('hex')}`;
  readonly #options: SessionOptions;
  /** When it ends, by a clock that nobody can set; it stands still while the machine sleeps. */
  readonly #endsAt: number;
  #lookups = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#endsAt = performance.now() + this.#leftByClock;
  }

  /** Milliseconds until it ends, by whichever clock says so first; Infinity for never. */
  get leftMs(): number {
    return Math.min(this.#endsAt - performance.now(), this.#leftByClock);
  }

  get #leftByClock(): number {
    const { expiresAt = Number.POSITIVE_INFINITY, clock } = this.#options;
    return expiresAt - clock.now();
  }

  /** Lookups that were sent and may have been billed. */
  get lookups(): number {
    return this.#lookups;
  }

  /** Whether these credentials contain the token, and no other key. */
  admits(credentials: readonly string[]): boolean {
    return credentials.length > 0 && credentials.every((given) => this.#isToken(given));
  }

  /** Whether the token is among these credentials. */
  isHeldBy(credentials: readonly string[]): boolean {
    return credentials.some((given) => this.#isToken(given));
  }

  #isToken(given: string): boolean {
    return isSame(given, this.apiToken) || isSame(given, this.managementToken);
  }

  /** Why a request is refused; undefined if it is allowed. */
  denial(wanted: Wanted): Denial | undefined {
    const { allowed, maxLookups } = this.#options;
    if (this.leftMs <= 0) {
      return { code: 4010, reason: 'the session has expired' };
    }
    if (!allowed.allows(wanted)) {
      const name = operationName(wanted.rule);
      return name === undefined && wanted.rule.endpoint === undefined
        ? { code: 404, reason: 'no operation of the service' }
        : { code: 4012, reason: `${name ?? 'this operation'} is not allowed in this session` };
    }
    if (mayBeBilled(wanted) && this.#lookups >= maxLookups) {
      return { code: 4021, reason: `the ${maxLookups} lookups of this session are used` };
    }
    return undefined;
  }

  /** Counts a request that may be billed. Returns a function that takes the count back: call it at most once. */
  spend(wanted: Wanted): () => void {
    if (!mayBeBilled(wanted)) return () => {};
    this.#lookups += 1;
    return () => {
      this.#lookups -= 1;
    };
  }
}

/** A request that no command makes may be billed. */
function mayBeBilled({ method, rule }: Wanted): boolean {
  const isUnknown = rule.endpoint === undefined && rule.credential === 'api_key';
  return rule.billed || (isUnknown && method !== 'HEAD' && method !== 'OPTIONS');
}

function isSame(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
