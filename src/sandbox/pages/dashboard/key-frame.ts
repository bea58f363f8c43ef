// The head of every page of a key: its name, a button that copies it, and the way to its other pages.
import { preview } from '../../../lib/masking';
import { html, type Insert } from '../html';
import { copyButton } from './form-view';
import { dashboardPage, moment, paths } from './frame';
import type { Shown } from './shown';

/** What the head of a key's pages shows. */
export interface KeyHead {
  key: string;
  name: string;
  /** Absent for the shared test key, which belongs to nobody. */
  account: { userId: string; userToken: string; name: string } | undefined;
  createdAt: number;
}

const tabs = [
  ['overview', 'Overview', paths.key],
  ['log', 'Log', paths.log],
  ['settings', 'Settings', paths.settings],
  ['licensees', 'Licensees', paths.licensees],
  ['configs', 'Configs', paths.configs],
] as const;

/** Name of a page of a key. */
type Tab = (typeof tabs)[number][0];

/** A page of a key. `title` stands before the key's name in the title of the document. */
export function keyFrame(
  { key, name, account, createdAt }: KeyHead,
  { now, notice, failed }: Shown,
  page: { tab: Tab; title: string; content: Insert },
): Response {
  const own = name || 'Key without a name';
  return dashboardPage({
    title: `${page.title} · ${own} ${preview(key)}`,
    part: 'keys',
    now,
    notice,
    failed: failed !== undefined,
    content: html`<div class="head"><h1><bdi>${own}</bdi></h1>
<div class="beside"><code>${preview(key)}</code><input class="unseen" id="this-key" type="text" readonly tabindex="-1" aria-hidden="true" value="${key}">${copyButton('this-key', 'Copy', 'API key')}</div></div>
<p class="soft">${account ? html`<bdi>${account.name}</bdi> · ` : 'Belongs to no account · '}created ${moment(createdAt)}</p>
<nav class="tabs" aria-label="Key">${tabs.map(
      ([tab, label, to]) =>
        html`<a href="${to(key)}"${tab === page.tab && html` aria-current="page"`}>${label}</a>`,
    )}</nav>
${page.content}`,
  });
}
