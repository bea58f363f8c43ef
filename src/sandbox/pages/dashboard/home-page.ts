// The dashboard's first page: accounts and their keys.
import { preview } from '../../../lib/masking';
import { html, type Insert } from '../page';
import { buttonView } from './form-view';
import { dashboardPage, grouped, paths, type Shown } from './frame';

export interface ListedKey {
  key: string;
  name: string;
  plan: 'metered' | 'unlimited';
  lookups_remaining: number;
  /** The catalogue's words for why it cannot be used; undefined if it can. */
  denial: string | undefined;
}

interface ListedAccount {
  user_id: string;
  email: string;
  name: string;
  keys: readonly ListedKey[];
}

export interface HomeView {
  accounts: readonly ListedAccount[];
  total: number;
  /** The number of this page, from 1, and of all pages. */
  page: number;
  pages: number;
  shared: ListedKey | undefined;
}

function keyTable(keys: readonly ListedKey[], name: string): Insert {
  return html`<div class="wide" role="region" aria-label="Keys of ${name}" tabindex="0"><table class="keys">
<thead><tr><th scope="col">Key</th><th scope="col">Name</th><th scope="col" class="number">Lookups left</th><th scope="col">Availability</th></tr></thead>
<tbody>${keys.map(
    (
      key,
    ) => html`<tr><th scope="row"><a href="${paths.key(key.key)}"><code>${preview(key.key)}</code></a></th><td>${key.name === '' ? html`<span class="soft">No name</span>` : html`<bdi>${key.name}</bdi>`}</td>
<td class="number">${key.plan === 'unlimited' ? 'Unlimited' : grouped(key.lookups_remaining)}</td>
<td>${key.denial === undefined ? html`<span class="state">Available</span>` : html`<span class="state off">${key.denial}</span>`}</td></tr>\n`,
  )}</tbody></table></div>`;
}

function accountCard(account: ListedAccount): Insert {
  const title = account.name || account.email || 'Account without a name';
  return html`<section class="card" aria-label="Account ${title}"><div class="top"><div><h2><bdi>${title}</bdi></h2>
<span class="soft">${account.email !== '' && account.email !== title && html`<bdi>${account.email}</bdi> · `}${account.user_id}</span></div>
${buttonView(`${paths.home}/keys`, 'Add key', { account: account.user_id })}</div>
${account.keys.length > 0 ? keyTable(account.keys, title) : html`<p class="soft">No keys.</p>`}</section>
`;
}

export function homePage(view: HomeView, { now, notice }: Pick<Shown, 'now' | 'notice'>): Response {
  const { accounts, total, page, pages, shared } = view;
  const to = (at: number, label: string): Insert =>
    at >= 1 && at <= pages && html`<a href="${paths.home}?page=${at}">${label}</a> `;
  return dashboardPage({
    title: 'Dashboard',
    part: 'keys',
    now,
    notice,
    content: html`<div class="top"><div><h1>Accounts and keys</h1><span class="soft">${
      total === 0
        ? html`No accounts yet. Run <code>waypost signup</code>, or add one here.`
        : `${grouped(total)} ${total === 1 ? 'account' : 'accounts'}, newest first`
    }</span></div>${buttonView(`${paths.home}/keys`, 'Add account')}</div>
${accounts.map(accountCard)}
${pages > 1 && html`<nav class="pages" aria-label="Pages"><p>${to(page - 1, 'Newer')}Page ${page} of ${pages} ${to(page + 1, 'Older')}</p></nav>`}
${shared && html`<section class="card" aria-label="Shared test key"><h2>Shared test key</h2>${keyTable([shared], 'no account')}</section>`}
<details class="danger"><summary>Reset the sandbox</summary><p class="soft">Deletes every account, key, log row and fault, and sets the clock to the real time.</p>${buttonView(`${paths.home}/reset`, 'Reset everything')}</details>`,
  });
}
