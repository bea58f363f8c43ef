// The table of all settings. For each setting, the table contains the allowed values, the default, and the options and
// environment variables that override the setting. Help, completion, `waypost settings` and every command use this
// table. Options override environment variables, environment variables override settings, and settings override
// defaults.
import { baseUrlText, parseBaseUrl } from '../../client/url';
import {
  type Environment,
  readSwitch,
  readVariable,
  type VariableName,
} from '../../lib/environment';
import { invalidInput } from '../../lib/errors';
import { defaultBaseUrl } from '../../lib/identity';
import { colorVariable } from '../output/color';
import {
  colorChoice,
  defaultTimeoutSeconds,
  type GlobalOptions,
  tagsOf,
  timeoutMs,
} from './option-values';

/** The environment variable or setting that enables read-only mode. */
export type ReadOnlyCause = 'WAYPOST_READ_ONLY' | 'read-only';

/** Environment variables, and a function that returns the setting's value from them. */
interface OtherVariables {
  names: readonly VariableName[];
  /** Returns the value, or undefined if the variables do not set a value. */
  read: (env: Environment) => string | undefined;
}

interface SettingRow {
  /** The setting's field in the settings file. */
  field: string;
  /** The setting's fixed values. `browser` also accepts other values. */
  values?: readonly string[];
  /**
   * Returns the value in the form that the settings file stores. Throws `invalid_input` if the text is invalid. In the
   * error message, `from` is the name of the variable or setting that contains the text. If `allowHttp` is true, the
   * base URL of a service on another host can use plain HTTP.
   */
  parse: (text: string, from: string, allowHttp: boolean) => string;
  /**
   * Converts the text that a user typed to the form that `parse` accepts. `waypost settings set` accepts more values
   * than the settings file, for example `true` for `on`.
   */
  fromTyped?: (text: string) => string;
  /** The default value, or undefined if the setting has no default. */
  default?: string;
  /** Returns the value of the option that overrides the setting, or undefined if the option is not set. */
  option?: (options: GlobalOptions) => string | undefined;
  /**
   * The environment variable that overrides the setting, if waypost reads the variable with the same rules as the
   * setting.
   */
  variable?: VariableName;
  /** The environment variables that override the setting, if `variable` is undefined. */
  otherVariables?: OtherVariables;
  /** The paragraph about the setting in the help of `settings set`. */
  help?: string;
}

/** Describes one environment variable whose text is the setting's value. */
function oneVariable(name: VariableName): OtherVariables {
  return { names: [name], read: (env) => readVariable(env, name) };
}

/** All settings, in the order in which `waypost settings list` prints them. */
const table = {
  'base-url': {
    field: 'base_url',
    parse: (text, _from, allowHttp) => baseUrlText(parseBaseUrl(text, undefined, allowHttp)),
    default: defaultBaseUrl,
    option: ({ baseUrl }) => baseUrl,
    otherVariables: oneVariable('WAYPOST_BASE_URL'),
  },
  output: {
    field: 'output',
    values: ['text', 'json'],
    parse: (text, from) => {
      const value = text.toLowerCase();
      if (value === 'text' || value === 'json') return value;
      throw invalidInput(
        `${from} must be text or json, not ${JSON.stringify(text)}.`,
        'Use text or json.',
      );
    },
    default: 'text',
    option: ({ json }) => {
      if (json === undefined) return undefined;
      return json ? 'json' : 'text';
    },
    variable: 'WAYPOST_OUTPUT',
    help: 'If the output setting is json, waypost prints results and errors as with --json, but still prompts at a terminal. To print text anyway, use --no-json. The setting does not affect `waypost auth token`, `waypost lookups export`, `waypost api`, batches with --file, or commands with --format.',
  },
  color: {
    field: 'color',
    values: ['auto', 'always', 'never'],
    parse: (text, from) => colorChoice(text, from),
    fromTyped: (text) => text.toLowerCase(),
    default: 'auto',
    option: ({ color }) => {
      if (color === false) return 'never';
      return typeof color === 'string' ? color : undefined;
    },
    otherVariables: {
      names: ['NO_COLOR', 'FORCE_COLOR', 'CLICOLOR_FORCE'],
      read: colorVariable,
    },
  },
  timeout: {
    field: 'timeout',
    parse: (text, from) => {
      timeoutMs(text, from);
      return text;
    },
    default: String(defaultTimeoutSeconds),
    option: ({ timeout }) => timeout,
    variable: 'WAYPOST_TIMEOUT',
  },
  tags: {
    field: 'tags',
    parse: (text, from) => {
      if (tagsOf(text, from).length > 0) return text;
      throw invalidInput(
        `${from} does not contain a tag: ${JSON.stringify(text)}.`,
        'Use comma-separated tags, such as checkout,web. To store no tags, unset the variable or setting.',
      );
    },
    option: ({ tags }) => tags,
    variable: 'WAYPOST_TAGS',
  },
  browser: {
    field: 'browser',
    values: ['none'],
    parse: (text, from) => {
      if (text !== '' && !/\p{Cc}/u.test(text)) return text;
      throw invalidInput(
        `${from} must be a command or none, not ${JSON.stringify(text)}.`,
        'Use a command that opens a URL, or none to never open a page.',
      );
    },
    otherVariables: oneVariable('BROWSER'),
    help: 'The browser setting accepts the same values as the BROWSER environment variable: a command that opens web pages, or none.',
  },
  'read-only': {
    field: 'read_only',
    values: ['on', 'off'],
    parse: (text, from) => {
      if (text === 'on' || text === 'off') return text;
      throw invalidInput(
        `${from} must be on or off, not ${JSON.stringify(text)}.`,
        'Use on, off, true or false.',
      );
    },
    fromTyped: (text) => {
      const typed = text.toLowerCase();
      if (typed === 'true') return 'on';
      return typed === 'false' ? 'off' : typed;
    },
    default: 'off',
    otherVariables: {
      names: ['WAYPOST_READ_ONLY'],
      read: (env) => {
        const isOn = readSwitch(env, 'WAYPOST_READ_ONLY');
        if (isOn === undefined) return undefined;
        return isOn ? 'on' : 'off';
      },
    },
    help: 'The read-only setting accepts on and off, or true and false.',
  },
} as const satisfies Readonly<Record<string, SettingRow>>;

export type SettingName = keyof typeof table;

/** A field of the settings file. */
export type SettingField = (typeof table)[SettingName]['field'];

/** The values of settings, by field. */
export type Settings = Readonly<Partial<Record<SettingField, string>>>;

export const settingTable: Readonly<Record<SettingName, SettingRow & { field: SettingField }>> =
  table;

export const settingNames = Object.keys(table) as SettingName[];

export const settingFields = Object.values(table).map(({ field }) => field);

/**
 * Reads the environment variables in the settings' `variable` properties. Returns the values by field. If a setting has
 * a list of fixed values, converts the setting's value to lowercase.
 */
export function settingsInVariables(env: Environment): Settings {
  return Object.fromEntries(
    Object.values(settingTable).flatMap(({ field, variable, values }) => {
      const text = variable && readVariable(env, variable);
      if (text === undefined) return [];
      return [[field, values === undefined ? text : text.toLowerCase()]];
    }),
  );
}

/**
 * Returns the setting with this name. If the setting does not exist, throws `invalid_input` with a list of all
 * settings.
 */
export function settingName(text: string): SettingName {
  const wanted = text.trim().toLowerCase().replaceAll('_', '-').replace('colour', 'color');
  const found = settingNames.find((name) => name === wanted);
  if (found !== undefined) return found;
  throw invalidInput(
    `There is no setting ${JSON.stringify(text)}.`,
    `Use one of ${settingNames.join(', ')}.`,
  );
}
