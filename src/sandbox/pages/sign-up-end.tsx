// The sign-up pages without a form. These pages show how the sign-up ended, or why the form is not available.
import type { Child } from 'hono/jsx';
import { signUpPage } from './sign-up-page';

function Tick() {
  return (
    <div class="mark">
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        stroke-width="2.5"
        stroke-linecap="round"
        stroke-linejoin="round"
        aria-hidden="true"
      >
        <path d="m5 12.5 4.5 4.5L19 7.5" />
      </svg>
    </div>
  );
}

function ExclamationMark() {
  return (
    <div class="mark bad">
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        stroke-width="2.5"
        stroke-linecap="round"
        aria-hidden="true"
      >
        <path d="M12 7v6m0 4v.01" />
      </svg>
    </div>
  );
}

function NewLink() {
  return (
    <p>
      Run <code>waypost signup</code> again to get a new link.
    </p>
  );
}

interface SignUpEnd {
  status: number;
  title: string;
  Content(): Child;
}

const signUpEnds = {
  /** The account and its first API key exist. The program at the terminal can claim the credentials. */
  ready: {
    status: 200,
    title: 'Account created',
    Content: () => (
      <>
        <h1>Your account is ready</h1>
        <p>You can close this page. Your terminal is receiving the keys.</p>
        <p>
          The sandbox’s <a href="/dashboard">dashboard</a> shows the account.
        </p>
      </>
    ),
  },
  /** The account exists, but its first API key does not exist yet. */
  almostReady: {
    status: 200,
    title: 'Account created',
    Content: () => (
      <>
        <h1>Your account is being set up</h1>
        <p>
          You can close this page. Your terminal will receive the keys when the account is ready.
        </p>
      </>
    ),
  },
  claimed: {
    status: 200,
    title: 'Sign-up complete',
    Content: () => (
      <>
        <h1>This sign-up is complete</h1>
        <p>
          Your account exists, and a terminal has received the account’s keys. The sandbox sends the
          keys only once.
        </p>
        <p>
          To create another account, run <code>waypost signup</code> again.
        </p>
      </>
    ),
  },
  expired: {
    status: 410,
    title: 'Link expired',
    Content: () => (
      <>
        <h1>This link has expired</h1>
        <p>A sign-up expires 30 minutes after it starts.</p>
        <NewLink />
      </>
    ),
  },
  /** The sandbox did not issue the link, or was reset after it issued the link. */
  unknown: {
    status: 404,
    title: 'Unknown link',
    Content: () => (
      <>
        <h1>Unknown link</h1>
        <p>
          Possible causes: the link is incomplete, a different sandbox issued the link, or this
          sandbox was reset after it issued the link.
        </p>
        <NewLink />
      </>
    ),
  },
  /** The request comes from a page on a different site, or uses a host name that is not the sandbox's. */
  notFromHere: {
    status: 403,
    title: 'Not allowed',
    Content: () => (
      <>
        <h1>The sandbox rejected this request</h1>
        <p>The request came from another site, or used a host name that is not the sandbox’s.</p>
        <p>Open the link that your terminal shows, and fill in the form on that page.</p>
      </>
    ),
  },
} satisfies Record<string, SignUpEnd>;

/** Returns a sign-up page without a form. */
export function signUpEnd(end: keyof typeof signUpEnds): Response {
  const { status, title, Content } = signUpEnds[end];
  return signUpPage(
    status,
    title,
    <>
      {status === 200 ? <Tick /> : <ExclamationMark />}
      <Content />
    </>,
  );
}
