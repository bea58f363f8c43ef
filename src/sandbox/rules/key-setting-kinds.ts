// The settings that `sandbox set` takes, with their forms. The build evaluates this module and bundles the values, so
// that no command loads the schemas (scripts/build/evaluated.mjs).
import { type KeySetting, type KeySettingKind, keySettings } from './key-settings';

const settings = Object.entries<KeySetting>(keySettings);

export const keySettingNames: readonly string[] = settings.map(([name]) => name);

/** The form of each setting, and of members such as `notifications.emails`. */
export const keySettingKinds: Readonly<Record<string, KeySettingKind>> = Object.fromEntries(
  settings.flatMap(([name, { form, members = {} }]) => [
    [name, form],
    ...Object.entries(members).map(([member, ofMember]) => [`${name}.${member}`, ofMember]),
  ]),
);
