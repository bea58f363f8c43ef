// The credentials in a request (docs/conformance.md, "Authentication"). Nothing here is checked.
import type { Call } from './call';

export interface Credentials {
  apiKey: string | undefined;
  managementKey: string | undefined;
  licensee: string | undefined;
}

const bearerForm = /^bearer\s+([^\s,"]+)$/i;
// The older form: members in double quotes, a comma or space between, any scheme word in front.
const memberForm = /(?:^|[\s,])(api_key|user_token|licensee)\s*=\s*"([^"]*)"/gi;

export function bearerToken(call: Pick<Call, 'header'>): string | undefined {
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
