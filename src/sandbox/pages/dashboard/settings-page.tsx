// The settings of a key: its settings, its balance, its notifications, and its deletion. Each form has the
// name of its control call.
import type { Child } from 'hono/jsx';
import type { DatasetName } from '../../../api/keys';
import { maximumRetentionDays } from '../../../api/limits';
import { keyOf } from '../../control/keys';
import { dashboardDetailsOf } from '../../rules/key-views';
import type { Sandbox } from '../../server/sandbox';
import { ActionButton, FormView } from './form-view';
import { type Form, type FormField, initialValues } from './forms';
import { type PageHandler, pageOfKey, paths } from './frame';

const datasetLabels: Readonly<Record<DatasetName, string>> = {
  geonames: 'Places',
  usps: 'US addresses',
  uspscleanse: 'US cleansing',
  email: 'Email',
  phone: 'Phone numbers',
  gbrcleanse: 'UK cleansing',
  ab: 'AddressBase',
  here: 'HERE',
};

const datasetFields = Object.keys(datasetLabels).map((name) => `datasets.${name}`);

const flagField = (name: string, label: string, hint?: string): FormField => ({
  name,
  label,
  kind: 'flag',
  hint,
});

const listField = (name: string, label: string, hint: string): FormField => ({
  name,
  label,
  kind: 'lines',
  hint,
});

/** A number that may be left empty. */
const limitField = (name: string, label: string, hint: string): FormField => ({
  name,
  label,
  kind: 'integer',
  empty: 'null',
  hint,
});

/** PATCH /_sandbox/keys/{key}, except the balance, which may change while the page is open. */
export const settingsForm: Form = {
  name: 'settings',
  fields: [
    { name: 'name', label: 'Name', kind: 'text' },
    {
      name: 'plan',
      label: 'Plan',
      hint: 'Unlimited needs no balance. Limits that are set still apply; through the API, changes to datasets and to the daily and monthly limit are ignored.',
      kind: 'choice',
      options: [
        ['metered', 'Metered'],
        ['unlimited', 'Unlimited'],
      ],
    },
    limitField('daily_limit.limit', 'Daily limit', 'Lookups in a UTC day. Empty for no limit.'),
    limitField(
      'monthly_limit.limit',
      'Monthly limit',
      'Lookups in a UTC month. Empty for no limit.',
    ),
    limitField(
      'individual_limit.limit',
      'Daily limit per IP address',
      'Lookups in a UTC day. Empty for no limit.',
    ),
    {
      name: 'redact_days',
      label: 'Retention in days',
      kind: 'integer',
      hint: `0 to ${maximumRetentionDays}. With 0, no personal data is logged.`,
    },
    listField(
      'allowed_urls',
      'Allowed URLs',
      'One per line, such as https://shop.example or *.shop.example. Empty for all.',
    ),
    listField(
      'ip_allow_list',
      'Allowed IP addresses',
      'One per line, such as 192.0.2.7 or 10.0.0.0/8. Empty for all.',
    ),
    flagField('sublicensing', 'Sublicensing', 'Every lookup must name a licensee.'),
    flagField('ip_forwarding', 'IP forwarding', 'Svc-Source-IP is used as the IP address.'),
    flagField('premier_support', 'Premier support'),
    flagField('high_risk', 'High risk', 'Lookups answer 4291 until the key is two days old.'),
    flagField('suspended', 'Suspended', 'Place searches answer 4291.'),
    ...Object.entries(datasetLabels).map(([name, label]) => flagField(`datasets.${name}`, label)),
  ],
};

export const balanceForm: Form = {
  name: 'balance',
  fields: [{ name: 'lookups_remaining', label: 'Lookups remaining', kind: 'integer' }],
};

export const notificationsForm: Form = {
  name: 'notifications',
  fields: [
    flagField('notifications.enabled', 'Send notifications'),
    listField('notifications.emails', 'Email addresses', 'One per line, at most 5.'),
    limitField(
      'notifications.balance_threshold',
      'Balance threshold',
      'Notify when fewer lookups are left. Empty for never.',
    ),
    flagField('notifications.no_balance', 'Balance used up', 'Notify when no lookups are left.'),
    flagField(
      'notifications.limit_reached',
      'Limit reached',
      'Notify when a daily or monthly limit is reached.',
    ),
  ],
};

export const settingsPage =
  (sandbox: Sandbox): PageHandler =>
  (call, state) => {
    const key = keyOf(sandbox, call);
    const details = dashboardDetailsOf(sandbox, key);
    const path = paths.key(key.key);
    const { failed } = state;
    return pageOfKey(sandbox, key, state, {
      tab: 'settings',
      title: 'Settings',
      content: (
        <>
          <section class="card" aria-labelledby="set">
            <h2 id="set">Settings</h2>
            <FormView
              form={settingsForm}
              action={`${path}/settings`}
              values={initialValues(settingsForm, details)}
              failed={failed}
              button="Save settings"
              layout={settingsLayout}
            />
          </section>
          <section class="card" aria-labelledby="balance">
            <h2 id="balance">Balance</h2>
            <FormView
              form={balanceForm}
              action={`${path}/balance`}
              values={{ lookups_remaining: String(details.lookups_remaining) }}
              failed={failed}
              button="Set balance"
            />
          </section>
          <section class="card" aria-labelledby="notify">
            <h2 id="notify">Notifications</h2>
            <p class="soft">The sandbox keeps these settings and sends no email.</p>
            <FormView
              form={notificationsForm}
              action={`${path}/notifications`}
              values={initialValues(notificationsForm, details)}
              failed={failed}
              button="Save notifications"
              layout={notificationsLayout}
            />
          </section>
          {key.accountId !== null && (
            <details class="danger">
              <summary>Delete this key</summary>
              <p class="soft">
                Requests with it are refused from then on, and its log, licensees and configs are
                deleted with it.
              </p>
              <ActionButton action={`${path}/delete`}>Delete this key for good</ActionButton>
            </details>
          )}
        </>
      ),
    });
  };

const settingsLayout = (field: (name: string) => Child): Child => (
  <>
    <div class="row">
      {field('name')}
      {field('plan')}
    </div>
    <div class="row">
      {field('daily_limit.limit')}
      {field('monthly_limit.limit')}
      {field('individual_limit.limit')}
      {field('redact_days')}
    </div>
    <div class="row">
      {field('allowed_urls')}
      {field('ip_allow_list')}
    </div>
    <div class="row">
      {field('sublicensing')}
      {field('ip_forwarding')}
      {field('premier_support')}
      {field('high_risk')}
      {field('suspended')}
    </div>
    <fieldset>
      <legend>Datasets</legend>
      <div class="boxes">{datasetFields.map(field)}</div>
    </fieldset>
  </>
);

const notificationsLayout = (field: (name: string) => Child): Child => (
  <>
    {field('notifications.enabled')}
    <div class="row">
      {field('notifications.emails')}
      {field('notifications.balance_threshold')}
    </div>
    <div class="row">
      {field('notifications.no_balance')}
      {field('notifications.limit_reached')}
    </div>
  </>
);
