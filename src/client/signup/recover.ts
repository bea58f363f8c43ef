// Getting the credentials out of the one answer that holds them, even where it was cut off behind them.

/** The credentials of a new account, as the claim's answer names them. `user_id` may be cut off. */
export interface ClaimedCredentials {
  user_token: string;
  test_api_key: string;
  user_id: string | null;
}

/** The credentials in the text of an answer; undefined where either key is missing or cut off. */
export function salvageCredentials(text: string): ClaimedCredentials | undefined {
  const user_token = member(text, 'user_token');
  const test_api_key = member(text, 'test_api_key');
  if (!user_token || !test_api_key) return undefined;
  return { user_token, test_api_key, user_id: member(text, 'user_id') ?? null };
}

/** A text member wherever it stands, if it is closed; numbers are taken as text. */
function member(text: string, name: string): string | undefined {
  const found = new RegExp(`"${name}"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*"|\\d+(?=\\s*[,}]))`).exec(text);
  if (found?.[1] === undefined) return undefined;
  try {
    return String(JSON.parse(found[1])).trim();
  } catch {
    return undefined;
  }
}
