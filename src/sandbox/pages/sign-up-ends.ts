// The pages a sign-up ends on.
import { html, type Insert } from './html';
import { page } from './page';

const tick = html`<div class="mark"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5"/></svg></div>`;
const cross = html`<div class="mark bad"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" aria-hidden="true"><path d="M12 7v6m0 4v.01"/></svg></div>`;
const newLink = html`<p>Run <code>waypost signup</code> again to get a new link.</p>`;

const ends = {
  /** The account is made; the terminal takes it from here. */
  ready: [
    200,
    'Account created',
    html`<h1>Your account is ready</h1>
<p>You can close this page and go back to your terminal, which receives the keys now.</p>
<p>What the sandbox has of it is on its <a href="/dashboard">dashboard</a>.</p>`,
  ],
  /** The account is made, its key takes a moment longer. */
  almostReady: [
    200,
    'Account created',
    html`<h1>Your account is being set up</h1>
<p>You can close this page and go back to your terminal, which receives the keys in a moment.</p>`,
  ],
  /** The credentials were handed out already. */
  claimed: [
    200,
    'Sign-up complete',
    html`<h1>This sign-up is complete</h1>
<p>The account was created, and its keys were handed to the terminal that asked for them. They are handed out once.</p>
<p>To make another account, run <code>waypost signup</code> again.</p>`,
  ],
  expired: [
    410,
    'Link expired',
    html`<h1>This link has expired</h1>
<p>A sign-up must be completed within 30 minutes. Nothing was created.</p>
${newLink}`,
  ],
  /** No link of this sandbox, or one from before it was reset. */
  unknown: [
    404,
    'Link not known',
    html`<h1>This link does not lead anywhere</h1>
<p>It is incomplete, or the sandbox was reset since it was made.</p>
${newLink}`,
  ],
  /** A form that did not come from this sandbox's own page. */
  notFromHere: [
    403,
    'Not allowed',
    html`<h1>This form was sent from somewhere else</h1>
<p>Open the link from your terminal and fill in the form there.</p>`,
  ],
} as const satisfies Record<string, readonly [status: number, title: string, content: Insert]>;

/** The page a sign-up ends on. */
export function signUpEnd(end: keyof typeof ends): Response {
  const [status, title, content] = ends[end];
  return page(status, title, html`${status === 200 ? tick : cross}\n${content}`);
}
