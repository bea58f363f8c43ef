// The configs of a key: the list, and one of them.

import type { Config } from '../../store/configs';
import { html, type Insert } from '../html';
import { buttonView, formView } from './form-view';
import type { Form } from './forms';
import { grouped, type KeyHead, keyFrame, moment, paths, type Shown, timeOf } from './frame';

/** Makes a config. */
export const newConfigForm: Form = {
  name: 'new-config',
  fields: [
    {
      name: 'name',
      label: 'Name',
      kind: 'text',
      hint: 'Letters, digits, dots, underscores and hyphens.',
    },
    { name: 'payload', label: 'Payload', kind: 'document' },
  ],
};

/** Changes the payload of a config. */
export const configForm: Form = {
  name: 'config',
  fields: [{ name: 'payload', label: 'Payload', kind: 'document' }],
};

const sizeOf = ({ payload }: Config): string => grouped([...payload].length);

const pathOf = (key: string, name: string): string =>
  `${paths.configs(key)}/${encodeURIComponent(name)}`;

function table(key: string, configs: readonly Config[]): Insert {
  if (configs.length === 0) return html`<p class="soft">No configs yet.</p>`;
  return html`<div class="wide" role="region" aria-label="Table of configs" tabindex="0"><table>
<thead><tr><th scope="col">Name</th><th scope="col" class="number">Characters</th><th scope="col">Updated (UTC)</th></tr></thead>
<tbody>${configs.map(
    (one) =>
      html`<tr><th scope="row"><a href="${pathOf(key, one.name)}"><code>${one.name}</code></a></th><td class="number">${sizeOf(one)}</td><td>${timeOf(one.updatedAt)}</td></tr>\n`,
  )}</tbody></table></div>`;
}

/** The list of configs. */
export function configsPage(head: KeyHead, configs: readonly Config[], shown: Shown): Response {
  return keyFrame(head, shown, {
    tab: 'configs',
    title: 'Configs',
    content: html`<section class="card" aria-labelledby="list"><h2 id="list">Configs</h2>
${table(head.key, configs)}</section>
<section class="card" aria-labelledby="new"><h2 id="new">Add a config</h2>
${formView({
  form: newConfigForm,
  action: paths.configs(head.key),
  values: {},
  failed: shown.failed,
  button: 'Add config',
  layout: (field) => html`<div class="row">${field('name')}</div>${field('payload')}`,
})}</section>`,
  });
}

/** Whether a form returns a text unchanged: HTML has no NUL, and rewrites carriage returns. */
const isEditable = (text: string): boolean => !/[\0\r]|\p{Cs}/u.test(text);

/** One config. */
export function configPage(head: KeyHead, config: Config, shown: Shown): Response {
  const path = pathOf(head.key, config.name);
  const form = isEditable(config.payload)
    ? formView({
        form: configForm,
        action: path,
        values: { payload: config.payload },
        failed: shown.failed,
        button: 'Save config',
      })
    : html`<p class="soft">The payload holds characters that a form would change. Change it through the API, or with <code>waypost configs</code>.</p>`;
  return keyFrame(head, shown, {
    tab: 'configs',
    title: config.name,
    content: html`<p><a href="${paths.configs(head.key)}">All configs</a></p>
<section class="card" aria-labelledby="one"><h2 id="one"><code>${config.name}</code></h2>
<p class="soft">${sizeOf(config)} characters · created ${moment(config.createdAt)} · updated ${moment(config.updatedAt)}</p>
${form}</section>
<details class="danger"><summary>Delete this config</summary><p class="soft">Integrations that read it are told that it does not exist.</p>${buttonView(`${path}/delete`, 'Delete this config for good')}</details>`,
  });
}
