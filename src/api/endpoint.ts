// The operation properties that the client and the commands use at run time.
export type CredentialKind = 'api_key' | 'management_key' | 'none';

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the base URL, with path parameters in braces. */
  path: string;
  credential: CredentialKind;
  /** Whether a request can cost lookups. */
  billed?: boolean;
  /** The command that performs the operation. Null for the sign-up operations, which no single command performs. */
  command?: string | null;
}

export type Effect = 'reads' | 'changes' | 'deletes' | 'bills';

/** Returns the effect of a request with this method. The effect of a billed request is always `bills`. */
export function effectOf({ method, billed }: { method: string; billed?: boolean }): Effect {
  if (billed) return 'bills';
  if (method === 'DELETE') return 'deletes';
  return ['GET', 'HEAD', 'OPTIONS'].includes(method) ? 'reads' : 'changes';
}
