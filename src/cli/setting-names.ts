// The settings, by name: what help, completion and `waypost settings` agree on.

/** Every setting, in the order in which they are listed. */
export const settingNames = ['base-url', 'output', 'color', 'timeout', 'tags', 'browser'] as const;

/** One of them. */
export type SettingName = (typeof settingNames)[number];

/** The only values there are, where a setting has some. */
export const settingValues: Readonly<Partial<Record<SettingName, readonly string[]>>> = {
  output: ['text', 'json'],
  color: ['auto', 'always', 'never'],
  browser: ['none'],
};
