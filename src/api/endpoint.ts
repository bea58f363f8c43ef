// What the client and the commands know of an operation at run time.
export type CredentialKind = 'api_key' | 'management_key' | 'none';

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base URL. Path parameters stand in braces. */
  path: string;
  credential: CredentialKind;
  /** Whether a call can consume lookups. */
  billed?: boolean;
  /** The command that is named after it; null for one that a session of the proxy may never ask for. */
  command?: string | null;
}

export type Effect = 'reads' | 'changes' | 'deletes' | 'bills';

/** What a request with this method does. One that is billed changes nothing else. */
export function effectOf({ method, billed }: { method: string; billed?: boolean }): Effect {
  if (billed) return 'bills';
  if (method === 'DELETE') return 'deletes';
  return ['GET', 'HEAD', 'OPTIONS'].includes(method) ? 'reads' : 'changes';
}
