// The sign-ups that were started lately, by their page: nothing is stored of one before its page is
// submitted, and who completes one without a browser has to find it.

/** The most that are remembered. */
const maxRemembered = 100;

/** Sign-ups that were started since the sandbox runs. */
export interface RecentSignUps {
  add(signupUrl: string): void;
  /** URLs of their pages, newest first. */
  list(): string[];
  clear(): void;
}

/** Begins with none. */
export function createRecentSignUps(): RecentSignUps {
  let urls: string[] = [];
  return {
    add: (signupUrl) => {
      urls = [signupUrl, ...urls].slice(0, maxRemembered);
    },
    list: () => [...urls],
    clear: () => {
      urls = [];
    },
  };
}
