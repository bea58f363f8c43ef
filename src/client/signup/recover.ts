// Finds the credentials in their only answer, even if it was cut off after them or is larger than any answer
// should be.

/** The credentials of a new account, as the claim's answer names them. `user_id` may be cut off. */
export interface ClaimedCredentials {
  user_token: string;
  test_api_key: string;
  user_id: string | null;
}

/** The credentials in the text of an answer; undefined where either key is missing or cut off. */
export function recoverCredentials(text: string): ClaimedCredentials | undefined {
  const search = new CredentialSearch();
  search.add(text);
  return search.found;
}

/** Longest key with its name, in characters. */
const maxMember = 2048;

const patterns = {
  user_token: memberPattern('user_token'),
  test_api_key: memberPattern('test_api_key'),
  user_id: memberPattern('user_id'),
};
type Member = keyof typeof patterns;

/** Looks for the credentials in pieces of a text of any length. */
export class CredentialSearch {
  readonly #members = new Map<Member, string>();
  /** The end of the text so far, in which a member may have begun. */
  #tail = '';

  add(piece: string): void {
    const text = this.#tail + piece;
    for (const name of Object.keys(patterns) as Member[]) {
      const value = this.#members.has(name) ? undefined : member(text, patterns[name]);
      if (value !== undefined) this.#members.set(name, value);
    }
    this.#tail = text.slice(-maxMember);
  }

  /** The credentials so far; undefined while either key is missing. */
  get found(): ClaimedCredentials | undefined {
    const user_token = this.#members.get('user_token');
    const test_api_key = this.#members.get('test_api_key');
    if (!user_token || !test_api_key) return undefined;
    return { user_token, test_api_key, user_id: this.#members.get('user_id') ?? null };
  }
}

/** A text member anywhere, if it is closed; numbers count as text. Its length is limited. */
function memberPattern(name: string): RegExp {
  return new RegExp(
    `"${name}"\\s{0,64}:\\s{0,64}("(?:[^"\\\\]|\\\\.){0,1024}"|\\d{1,64}(?=\\s{0,64}[,}]))`,
  );
}

function member(text: string, pattern: RegExp): string | undefined {
  const found = pattern.exec(text);
  if (found?.[1] === undefined) return undefined;
  try {
    return String(JSON.parse(found[1])).trim();
  } catch {
    return undefined;
  }
}
