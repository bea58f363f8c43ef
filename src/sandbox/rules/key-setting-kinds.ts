// The names of the settings that `waypost sandbox set` can change, and the kinds of the settings' values. The build
// evaluates this module and bundles the tables, so that no command loads the schemas (scripts/build/evaluated.mjs).
import { type KeySetting, type KeySettingKind, keySettings } from './key-settings';

const settings = Object.entries<KeySetting>(keySettings);

export const keySettingNames: readonly string[] = settings.map(([name]) => name);

/**
 * The kind of each setting. If a setting is an object, the table also contains the kind of each field, for example of
 * `notifications.emails`.
 */
export const keySettingKinds: Readonly<Record<string, KeySettingKind>> = Object.fromEntries(
  settings.flatMap(([name, { kind, fields = {} }]) => [
    [name, kind],
    ...Object.entries(fields).map(([field, input]) => [`${name}.${field}`, input.kind]),
  ]),
);
