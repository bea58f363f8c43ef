// The settings for `waypost settings`: names, rules and defaults, and the value of each in this run. Options
// and variables override a setting; a setting overrides the default.
import type { Settings } from '../../client/credentials/settings';
import { baseUrlText, parseBaseUrl } from '../../client/url';
import { placeholder } from '../../lib/command-text';
import { type Environment, readSwitch, readVariable } from '../../lib/environment';
import { invalidInput, WaypostError } from '../../lib/errors';
import { defaultBaseUrl } from '../../lib/identity';
import type { GlobalOptions } from '../line/option-values';
import { colorChoice, defaultTimeoutSeconds, tagsOf, timeoutMs } from '../line/option-values';
import {
  type SettingName,
  settingNames,
  settingRows,
  settingsInVariables,
} from '../line/setting-names';
import { colorVariable } from '../output/color';

type SettingSource = 'flag' | 'env' | 'settings' | 'default';

/** The value of a setting in this run; null if it has none. */
export interface SettingInUse {
  name: SettingName;
  value: string | null;
  source: SettingSource;
}

interface Rule {
  /** Throws `invalid_input`; `from` names the source. */
  check: (text: string, from: string) => void;
  default: string | null;
  flag?: (options: GlobalOptions) => string | undefined;
  /** For variables whose texts are not those of the setting. */
  env?: (env: Environment) => string | undefined;
}

const rules: Readonly<Record<SettingName, Rule>> = {
  'base-url': {
    // Whether plain http is allowed is checked by each run.
    check: (text) => void parseBaseUrl(text, undefined, true),
    default: defaultBaseUrl,
    flag: ({ baseUrl }) => baseUrl,
    env: (env) => readVariable(env, 'WAYPOST_BASE_URL'),
  },
  output: {
    check: eitherOf('text', 'json'),
    default: 'text',
    flag: ({ json }) => {
      if (json === undefined) return undefined;
      return json ? 'json' : 'text';
    },
  },
  color: {
    check: (text, from) => void colorChoice(text, from),
    default: 'auto',
    flag: ({ color }) => {
      if (color === false) return 'never';
      return typeof color === 'string' ? color : undefined;
    },
    env: colorVariable,
  },
  timeout: {
    check: (text, from) => void timeoutMs(text, from),
    default: String(defaultTimeoutSeconds),
    flag: ({ timeout }) => timeout,
  },
  tags: {
    check: (text, from) => {
      if (tagsOf(text, from).length > 0) return;
      throw invalidInput(
        `${from} holds no tag.`,
        'Give comma-separated names, or unset it to have none.',
      );
    },
    default: null,
    flag: ({ tags }) => tags,
  },
  browser: {
    check: (text, from) => {
      if (text !== '' && !/\p{Cc}/u.test(text)) return;
      throw invalidInput(
        `${from} is not a command.`,
        'Give a command that opens a page, or none to open nothing.',
      );
    },
    default: null,
    env: (env) => readVariable(env, 'BROWSER'),
  },
  'read-only': {
    check: (text, from) => {
      if (text === 'on' || text === 'off') return;
      throw invalidInput(
        `${from} is neither on nor off: ${JSON.stringify(text)}.`,
        'Use on or off; true and false are taken for them.',
      );
    },
    default: 'off',
    env: (env) => {
      const isOn = readSwitch(env, 'WAYPOST_READ_ONLY');
      if (isOn === undefined) return undefined;
      return isOn ? 'on' : 'off';
    },
  },
};

/** The check of a setting that has one of two values, in any case of letters. */
function eitherOf(one: string, other: string): Rule['check'] {
  return (text, from) => {
    const choice = text.toLowerCase();
    if (choice === one || choice === other) return;
    throw invalidInput(`${from} is neither ${one} nor ${other}.`, `Give ${one} or ${other}.`);
  };
}

/** The value of a setting in its stored form: choices in lower case, `on` and `off` for `true` and `false`. */
export function storedValue(name: SettingName, text: string): string {
  if (name === 'base-url') return baseUrlText(parseBaseUrl(text, undefined, true));
  if (name === 'output' || name === 'color') return text.toLowerCase();
  if (name !== 'read-only') return text;
  const switched = text.toLowerCase();
  if (switched === 'true') return 'on';
  return switched === 'false' ? 'off' : switched;
}

/**
 * Throws `invalid_input` for a value that the option of the same name refuses. `allowHttp`: for plain http to
 * another machine.
 */
export function checkSetting(name: SettingName, text: string, allowHttp: boolean): void {
  if (name === 'base-url') parseBaseUrl(text, undefined, allowHttp);
  else rules[name].check(storedValue(name, text), `The value for ${name}`);
}

/** As `checkSetting`, for every value of the settings file at this path. */
export function checkSettings(settings: Settings, path: string): void {
  for (const name of settingNames) {
    const text = settings[settingRows[name].member];
    if (text === undefined) continue;
    try {
      rules[name].check(text, `The setting ${name}`);
    } catch (error) {
      if (!(error instanceof WaypostError)) throw error;
      throw invalidInput(
        `${path} has an invalid value. ${error.message}`,
        (command) =>
          `Set another with ${command('settings set', [name, placeholder('value')])}, or remove it with ${command('settings unset', [name])}.`,
      );
    }
  }
}

/** As `checkSettings`, for every variable that holds a setting. */
export function checkVariables(env: Environment): void {
  for (const name of settingNames) {
    const { variable } = settingRows[name];
    const text = variable && readVariable(env, variable);
    if (variable === undefined || text === undefined) continue;
    try {
      rules[name].check(text, variable);
    } catch (error) {
      if (!(error instanceof WaypostError)) throw error;
      throw invalidInput(
        error.message,
        (command) =>
          `${error.hintWith(command)} ${command('help', ['environment'])} explains ${variable}.`,
      );
    }
  }
}

export function settingInUse(
  name: SettingName,
  options: GlobalOptions,
  env: Environment,
  settings: Settings,
): SettingInUse {
  const { flag, env: ofEnvironment, default: usual } = rules[name];
  const { member } = settingRows[name];
  const given: [SettingSource, string | undefined][] = [
    ['flag', flag?.(options)],
    ['env', settingsInVariables(env)[member] ?? ofEnvironment?.(env)],
    ['settings', settings[member]],
  ];
  for (const [source, value] of given) if (value) return { name, value, source };
  return { name, value: usual, source: 'default' };
}
