// The credentials of a request, and who may manage a key (docs/conformance.md, "Authentication").
import { Refusal } from '../http/answers';
import type { Call } from '../http/call';
import type { Sandbox } from '../sandbox';
import type { ApiKey } from '../store/keys';

/**
 * The challenge of a 401 (RFC 6750, section 3): a refused token is named as the reason, a request without one
 * only gets the scheme.
 */
export function challenge(call: Call): string {
  const realm = 'Bearer realm="address and place lookup"';
  return bearerToken(call) === undefined ? realm : `${realm}, error="invalid_token"`;
}

/**
 * The key in the path.
 * @throws Refusal 4042 for an unknown one.
 */
export function keyInPath({ store }: Sandbox, call: Call): ApiKey {
  const key = store.keys.find(call.param('key'));
  if (!key) throw new Refusal(4042);
  return key;
}

/**
 * The key in the path, for the account that owns it.
 * @throws Refusal 4010 without a management key, 4041 for one that is not known, 4042 as `keyInPath`, or
 * 4012 for a key of another account.
 */
export function ownKey(sandbox: Sandbox, call: Call): ApiKey {
  const { managementKey } = readCredentials(call);
  if (managementKey === undefined) throw new Refusal(4010);
  const account = sandbox.store.accounts.findByUserToken(managementKey);
  if (!account) throw new Refusal(4041);
  const key = keyInPath(sandbox, call);
  if (key.accountId !== account.id) throw new Refusal(4012);
  return key;
}

/**
 * Whether a request has a management key for an operation that does not need one: only a Bearer token that
 * begins `uk_` counts.
 */
export function isManagementCall(call: Call): boolean {
  const { managementKey } = readCredentials(call);
  return (
    managementKey !== undefined && (call.query.has('user_token') || managementKey.startsWith('uk_'))
  );
}

/** The sent values; nothing here is checked yet. */
export interface Credentials {
  apiKey: string | undefined;
  managementKey: string | undefined;
  licensee: string | undefined;
}

const bearerForm = /^bearer\s+([^\s,"]+)$/i;
// The older form: members in double quotes, a comma or space between, any scheme word in front.
const memberForm = /(?:^|[\s,])(api_key|user_token|licensee)\s*=\s*"([^"]*)"/gi;

/** The token of `Authorization: Bearer …`. */
function bearerToken(call: Pick<Call, 'header'>): string | undefined {
  return bearerForm.exec(call.header('authorization') ?? '')?.[1];
}

function oldForm(call: Pick<Call, 'header'>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', value = ''] of (call.header('authorization') ?? '').matchAll(
    memberForm,
  )) {
    if (value !== '') found.set(name.toLowerCase(), value);
  }
  return found;
}

/**
 * Reads the credentials of a request. The query string overrides the header. A Bearer token is an API key or
 * a management key, as the operation needs; one that begins `ak_` or `sl_` is never a management key, one
 * that begins `uk_` never an API key.
 */
export function readCredentials(call: Pick<Call, 'header' | 'query'>): Credentials {
  const bearer = bearerToken(call);
  const old = oldForm(call);
  const fromQuery = (name: string): string | undefined => call.query.get(name)?.trim() || undefined;
  return {
    apiKey:
      fromQuery('api_key') ??
      old.get('api_key') ??
      (bearer?.startsWith('uk_') ? undefined : bearer),
    managementKey:
      fromQuery('user_token') ??
      old.get('user_token') ??
      (bearer && /^(?:ak|sl)_/.test(bearer) ? undefined : bearer),
    licensee: fromQuery('licensee') ?? old.get('licensee'),
  };
}
