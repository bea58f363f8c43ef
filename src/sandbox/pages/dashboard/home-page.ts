// The dashboard's first page: accounts and their keys.
import { catalogue } from '../../../api/catalogue';
import { preview } from '../../../lib/masking';
import { denial, lookupsRemaining } from '../../rules/billing';
import type { Sandbox } from '../../sandbox';
import type { Account } from '../../store/accounts';
import { type ApiKey, sharedTestKey } from '../../store/keys';
import { html, type Insert } from '../page';
import { buttonView } from './form-view';
import { dashboardPage, groupedNumber, type PageHandler, paths } from './frame';

const accountsPerPage = 25;

/** Accounts and their keys, newest first; the shared test key last. */
export function homePage(sandbox: Sandbox): PageHandler {
  const { store } = sandbox;
  return (call, state) => {
    const row = (key: ApiKey): Insert => {
      const { name, plan, suspended } = key.settings;
      const code = denial(sandbox, key, call.address);
      const reason = suspended ? 'Suspended' : code && catalogue[code].message;
      return html`<tr><th scope="row"><a href="${paths.key(key.key)}"><code>${preview(key.key)}</code></a></th><td>${name === '' ? html`<span class="soft">No name</span>` : html`<bdi>${name}</bdi>`}</td>
<td class="number">${plan === 'unlimited' ? 'Unlimited' : groupedNumber(lookupsRemaining(sandbox, key))}</td>
<td>${reason === undefined ? html`<span class="state">Available</span>` : html`<span class="state off">${reason}</span>`}</td></tr>\n`;
    };
    const table = (keys: readonly ApiKey[], owner: string): Insert =>
      html`<div class="wide" role="region" aria-label="Keys of ${owner}" tabindex="0"><table class="keys">
<thead><tr><th scope="col">Key</th><th scope="col">Name</th><th scope="col" class="number">Lookups left</th><th scope="col">Availability</th></tr></thead>
<tbody>${keys.map(row)}</tbody></table></div>`;
    const card = ({ id, userId, profile }: Account): Insert => {
      const { name = '', email = '' } = profile;
      const title = name || email || 'Account without a name';
      const keys = store.keys.ofAccount(id);
      return html`<section class="card" aria-label="Account ${title}"><div class="top"><div><h2><bdi>${title}</bdi></h2>
<span class="soft">${email !== '' && email !== title && html`<bdi>${email}</bdi> · `}${userId}</span></div>
${buttonView(`${paths.home}/keys`, 'Add key', { account: userId })}</div>
${keys.length > 0 ? table(keys, title) : html`<p class="soft">No keys.</p>`}</section>
`;
    };
    const all = store.accounts.list().reverse();
    const pages = Math.max(1, Math.ceil(all.length / accountsPerPage));
    const asked = Number(call.query.get('page') ?? 1);
    const page = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), pages) : 1;
    const to = (at: number, label: string): Insert =>
      at >= 1 && at <= pages && html`<a href="${paths.home}?page=${at}">${label}</a> `;
    const shared = store.keys.find(sharedTestKey);
    return dashboardPage(state, {
      title: 'Dashboard',
      part: 'keys',
      content: html`<div class="top"><div><h1>Accounts and keys</h1><span class="soft">${
        all.length === 0
          ? html`No accounts yet. Run <code>waypost signup</code>, or add one here.`
          : `${groupedNumber(all.length)} ${all.length === 1 ? 'account' : 'accounts'}, newest first`
      }</span></div>${buttonView(`${paths.home}/keys`, 'Add account')}</div>
${all.slice((page - 1) * accountsPerPage, page * accountsPerPage).map(card)}
${pages > 1 && html`<nav class="pages" aria-label="Pages"><p>${to(page - 1, 'Newer')}Page ${page} of ${pages} ${to(page + 1, 'Older')}</p></nav>`}
${shared && html`<section class="card" aria-label="Shared test key"><h2>Shared test key</h2>${table([shared], 'no account')}</section>`}
<details class="danger"><summary>Reset the sandbox</summary><p class="soft">Deletes every account, key, log row and fault, and sets the clock to the real time.</p>${buttonView(`${paths.home}/reset`, 'Reset everything')}</details>`,
    });
  };
}
