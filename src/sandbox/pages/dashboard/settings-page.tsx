// An API key's settings page, with forms for the key's settings, balance, notifications and deletion. The form fields
// come from the table of key settings.
import type { Child } from 'hono/jsx';
import { keyOf } from '../../control/keys';
import {
  type KeySetting,
  type KeySettingInput,
  type KeySettingSection,
  keySettings,
} from '../../rules/key-settings';
import { dashboardDetailsOf } from '../../rules/key-views';
import type { Sandbox } from '../../server/sandbox';
import type { ApiKey } from '../../store/keys';
import { ActionButton, FormView } from './form-view';
import { type Failed, type Form, type FormField, initialValues } from './forms';
import { type PageHandler, pageOfKey, paths } from './frame';

/** Returns the form field for a setting, or for a field of a setting that is an object. */
function formFieldOf(name: string, input: KeySettingInput): FormField {
  const { label, hint } = input;
  switch (input.kind) {
    case 'text':
      return { name, label, hint, kind: 'text' };
    case 'number':
      return { name, label, hint, kind: 'integer' };
    case 'number or none':
      return { name, label, hint, kind: 'integer', empty: 'null' };
    case 'limit':
      return { name: `${name}.limit`, label, hint, kind: 'integer', empty: 'null' };
    case 'choice':
      return { name, label, hint, kind: 'choice', options: Object.entries(input.choices ?? {}) };
    case 'switch':
      return { name, label, hint, kind: 'flag' };
    case 'list':
      return { name, label, hint, kind: 'lines' };
    case 'object':
      throw new Error(`The "${name}" setting is an object, but does not list its fields.`);
  }
}

/** Returns a section's form fields, in the order of the table of key settings. */
function fieldsOf(section: KeySettingSection): FormField[] {
  return Object.entries<KeySetting>(keySettings)
    .filter(([, setting]) => setting.section === section)
    .flatMap(([name, setting]) => {
      if (setting.fields === undefined) return [formFieldOf(name, setting)];
      return Object.entries(setting.fields).map(([field, input]) =>
        formFieldOf(`${name}.${field}`, input),
      );
    });
}

const generalFields = fieldsOf('general');
const limitFields = fieldsOf('limits');
const restrictionFields = fieldsOf('restrictions');
const switchFields = fieldsOf('switches');
const datasetFields = fieldsOf('datasets');

/**
 * The form for a key's settings. The form excludes the balance, because saving the form would overwrite a balance that
 * changed while the page was open.
 */
export const settingsForm: Form = {
  name: 'settings',
  fields: [
    ...generalFields,
    ...limitFields,
    ...restrictionFields,
    ...switchFields,
    ...datasetFields,
  ],
};

export const balanceForm: Form = {
  name: 'balance',
  fields: fieldsOf('balance'),
};

export const notificationsForm: Form = {
  name: 'notifications',
  fields: fieldsOf('notifications'),
};

interface SettingsFormsProps {
  /** The path of the key's pages. */
  path: string;
  details: ReturnType<typeof dashboardDetailsOf>;
  failed: Failed | undefined;
}

function SettingsForms({ path, details, failed }: SettingsFormsProps) {
  return (
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
          values={initialValues(balanceForm, details)}
          failed={failed}
          button="Set balance"
        />
      </section>
      <section class="card" aria-labelledby="notify">
        <h2 id="notify">Notifications</h2>
        <p class="soft">The sandbox stores these settings, but does not send email.</p>
        <FormView
          form={notificationsForm}
          action={`${path}/notifications`}
          values={initialValues(notificationsForm, details)}
          failed={failed}
          button="Save notifications"
          layout={notificationsLayout}
        />
      </section>
    </>
  );
}

function DeleteKey({ path }: { path: string }) {
  return (
    <details class="danger">
      <summary>Delete this key</summary>
      <p class="soft">
        Deleting the key also deletes its lookup log, licensees and configs. The sandbox then
        rejects requests with this key.
      </p>
      <ActionButton action={`${path}/delete`}>Delete this key permanently</ActionButton>
    </details>
  );
}

/**
 * True if the user can delete the key. Users cannot delete the shared test key, which does not belong to an account.
 */
function isDeletable(key: ApiKey): boolean {
  return key.accountId !== null;
}

export function settingsPage(sandbox: Sandbox): PageHandler {
  return (call, state) => {
    const key = keyOf(sandbox, call);
    const details = dashboardDetailsOf(sandbox, key);
    const path = paths.key(key.key);
    return pageOfKey(sandbox, key, state, {
      tab: 'settings',
      title: 'Settings',
      content: (
        <>
          <SettingsForms path={path} details={details} failed={state.failed} />
          {isDeletable(key) && <DeleteKey path={path} />}
        </>
      ),
    });
  };
}

function settingsLayout(field: (name: string) => Child): Child {
  const draw = (fields: readonly FormField[]): Child => fields.map(({ name }) => field(name));
  return (
    <>
      <div class="row">{draw(generalFields)}</div>
      <div class="row">{draw(limitFields)}</div>
      <div class="row">{draw(restrictionFields)}</div>
      <div class="row">{draw(switchFields)}</div>
      <fieldset>
        <legend>{keySettings.datasets.label}</legend>
        <div class="boxes">{draw(datasetFields)}</div>
      </fieldset>
    </>
  );
}

function notificationsLayout(field: (name: string) => Child): Child {
  return (
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
}
