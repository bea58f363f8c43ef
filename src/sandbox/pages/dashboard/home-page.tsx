// The home page of the dashboard, with the accounts and their API keys.
import type { Child } from 'hono/jsx';
import { catalog } from '../../../api/catalog';
import { preview } from '../../../lib/masking';
import { denial, lookupsRemaining } from '../../rules/billing';
import type { Sandbox } from '../../server/sandbox';
import type { Account } from '../../store/accounts';
import { type ApiKey, sharedTestKey } from '../../store/keys';
import { ActionButton } from './form-view';
import { dashboardPage, groupedNumber, type PageHandler, paths, WideTable } from './frame';

const accountsPerPage = 25;

/**
 * Returns the request handler for the home page. The page shows the accounts (newest first) with their API keys, and
 * the shared test key.
 */
export function homePage(sandbox: Sandbox): PageHandler {
  const { store } = sandbox;
  return (call, state) => {
    const all = store.accounts.list().reverse();
    const pages = Math.max(1, Math.ceil(all.length / accountsPerPage));
    const requestedPage = Number(call.query.get('page') ?? 1);
    const page = Number.isInteger(requestedPage) ? Math.min(Math.max(requestedPage, 1), pages) : 1;
    const shown = all.slice((page - 1) * accountsPerPage, page * accountsPerPage);
    const shared = store.keys.find(sharedTestKey);
    const keyTable = (keys: readonly ApiKey[], owner: string): Child => (
      <KeyTable sandbox={sandbox} keys={keys} owner={owner} address={call.address} />
    );
    return dashboardPage(state, {
      title: 'Dashboard',
      section: 'keys',
      content: (
        <>
          <div class="top">
            <div>
              <h1>Accounts and keys</h1>
              <span class="soft">
                <AccountCount count={all.length} />
              </span>
            </div>
            <ActionButton action={`${paths.home}/keys`}>Add account</ActionButton>
          </div>
          {shown.map((account) => (
            <AccountCard
              account={account}
              keys={store.keys.ofAccount(account.id)}
              keyTable={keyTable}
            />
          ))}
          {pages > 1 && <Pages page={page} pages={pages} />}
          {shared && (
            <section class="card" aria-label="Shared test key">
              <h2>Shared test key</h2>
              {keyTable([shared], 'no account')}
            </section>
          )}
          <details class="danger">
            <summary>Reset the sandbox</summary>
            <p class="soft">
              Resetting deletes all accounts, keys, log entries, added faults and recorded requests,
              but keeps the snapshots. The sandbox’s clock then shows the real time. If the sandbox
              was started with a seed, resetting applies the seed again.
            </p>
            <ActionButton action={`${paths.home}/reset`}>Reset everything</ActionButton>
          </details>
        </>
      ),
    });
  };
}

function AccountCount({ count }: { count: number }) {
  if (count === 0) {
    return (
      <>
        No accounts yet. Run <code>waypost signup</code>, or add an account here.
      </>
    );
  }
  return (
    <>
      {groupedNumber(count)} {count === 1 ? 'account' : 'accounts'}, newest first
    </>
  );
}

interface AccountCardProps {
  account: Account;
  keys: readonly ApiKey[];
  keyTable(keys: readonly ApiKey[], owner: string): Child;
}

function AccountCard({ account, keys, keyTable }: AccountCardProps) {
  const { userId, profile } = account;
  const { name = '', email = '' } = profile;
  const title = name || email || 'Unnamed account';
  return (
    <section class="card" aria-label={title}>
      <div class="top">
        <div>
          <h2>
            <bdi>{title}</bdi>
          </h2>
          <span class="soft">
            {email !== '' && email !== title && (
              <>
                <bdi>{email}</bdi> ·{' '}
              </>
            )}
            {userId}
          </span>
        </div>
        <ActionButton action={`${paths.home}/keys`} sent={{ account: userId }}>
          Add key
        </ActionButton>
      </div>
      {keys.length > 0 ? keyTable(keys, title) : <p class="soft">No keys.</p>}
    </section>
  );
}

interface KeyTableProps {
  sandbox: Sandbox;
  keys: readonly ApiKey[];
  owner: string;
  /** The user's IP address. The table shows whether requests from this address can use the keys. */
  address: string;
}

function KeyTable({ sandbox, keys, owner, address }: KeyTableProps) {
  return (
    <WideTable label={`Keys of ${owner}`} class="keys">
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">Name</th>
          <th scope="col" class="number">
            Lookups remaining
          </th>
          <th scope="col">Availability</th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow sandbox={sandbox} apiKey={key} address={address} />
        ))}
      </tbody>
    </WideTable>
  );
}

interface KeyRowProps {
  sandbox: Sandbox;
  apiKey: ApiKey;
  address: string;
}

function KeyRow({ sandbox, apiKey, address }: KeyRowProps) {
  const { key, settings } = apiKey;
  const { name, plan, suspended } = settings;
  const code = denial(sandbox, apiKey, address);
  const reason = suspended ? 'Suspended' : code && catalog[code].message;
  return (
    <tr>
      <th scope="row">
        <a href={paths.key(key)}>
          <code>{preview(key)}</code>
        </a>
      </th>
      <td>{name === '' ? <span class="soft">No name</span> : <bdi>{name}</bdi>}</td>
      <td class="number">
        {plan === 'unlimited' ? 'Unlimited' : groupedNumber(lookupsRemaining(sandbox, apiKey))}
      </td>
      <td>
        {reason === undefined ? (
          <span class="state">Available</span>
        ) : (
          <span class="state off">{reason}</span>
        )}
      </td>
    </tr>
  );
}

function Pages({ page, pages }: { page: number; pages: number }) {
  return (
    <nav class="pages" aria-label="Pages">
      <p>
        {page > 1 && <a href={`${paths.home}?page=${page - 1}`}>Newer</a>} Page {page} of {pages}{' '}
        {page < pages && <a href={`${paths.home}?page=${page + 1}`}>Older</a>}
      </p>
    </nav>
  );
}
