// The pages a sign-up ends on.
import { html } from './html';
import { page } from './page';

const tick = html`<div class="mark"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5"/></svg></div>`;
const cross = html`<div class="mark bad"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" aria-hidden="true"><path d="M12 7v6m0 4v.01"/></svg></div>`;

/** The account is made; the terminal takes it from here. */
export function signedUp(): Response {
  return page(
    200,
    'Account created',
    html`${tick}
<h1>Your account is ready</h1>
<p>You can close this page and go back to your terminal, which receives the keys now.</p>
<p>What the sandbox has of it is on its <a href="/dashboard">dashboard</a>.</p>`,
  );
}

/** The account is made, its key takes a moment longer. */
export function almostSignedUp(): Response {
  return page(
    200,
    'Account created',
    html`${tick}
<h1>Your account is being set up</h1>
<p>You can close this page and go back to your terminal, which receives the keys in a moment.</p>`,
  );
}

/** The credentials were handed out already. */
export function alreadyClaimed(): Response {
  return page(
    200,
    'Sign-up complete',
    html`${tick}
<h1>This sign-up is complete</h1>
<p>The account was created, and its keys were handed to the terminal that asked for them. They are handed out once.</p>
<p>To make another account, run <code>waypost signup</code> again.</p>`,
  );
}

/** Too late. */
export function signUpExpired(): Response {
  return page(
    410,
    'Link expired',
    html`${cross}
<h1>This link has expired</h1>
<p>A sign-up must be completed within 30 minutes. Nothing was created.</p>
<p>Run <code>waypost signup</code> again to get a new link.</p>`,
  );
}

/** No link of this sandbox, or one from before it was reset. */
export function signUpUnknown(): Response {
  return page(
    404,
    'Link not known',
    html`${cross}
<h1>This link does not lead anywhere</h1>
<p>It is incomplete, or the sandbox was reset since it was made.</p>
<p>Run <code>waypost signup</code> again to get a new link.</p>`,
  );
}

/** A form that did not come from this sandbox's own page. */
export function notFromHere(): Response {
  return page(
    403,
    'Not allowed',
    html`${cross}
<h1>This form was sent from somewhere else</h1>
<p>Open the link from your terminal and fill in the form there.</p>`,
  );
}
