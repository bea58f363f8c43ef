// A table of all settings: the values that each one accepts, its default, and what overrides it. Help, completion,
// `waypost settings` and every run read this table. Options and variables override a setting; a setting overrides the
// default.
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

/** The variable or the setting that turns on read-only mode. */
export type ReadOnlyCause = 'WAYPOST_READ_ONLY' | 'read-only';

interface SettingRow {
  /** Its field in the settings file. */
  field: string;
  /** All allowed values, if there is a fixed list. */
  values?: readonly string[];
  /**
   * Returns the value as the settings file holds it. Throws `invalid_input`; `from` names the source of the text.
   * `allowHttp` is true if the value can be a service on another machine without encryption.
   */
  parse: (text: string, from: string, allowHttp: boolean) => string;
  /** Converts typed text to the value to store: `waypost settings set` accepts more texts than the file does. */
  fromTyped?: (text: string) => string;
  /** Undefined if there is no value without the setting. */
  default?: string;
  /** The value of the option of the same name. */
  option?: (options: GlobalOptions) => string | undefined;
  /** The variable that holds the same texts. */
  variable?: VariableName;
  /** Reads variables whose values differ from those of the setting. */
  otherVariables?: (env: Environment) => string | undefined;
  /** The paragraph about the setting in the help of `settings set`. */
  help?: string;
}

/** Every setting, in the order in which they are listed. */
const table = {
  'base-url': {
    field: 'base_url',
    parse: (text, _from, allowHttp) => baseUrlText(parseBaseUrl(text, undefined, allowHttp)),
    default: defaultBaseUrl,
    option: ({ baseUrl }) => baseUrl,
    otherVariables: (env) => readVariable(env, 'WAYPOST_BASE_URL'),
  },
  output: {
    field: 'output',
    values: ['text', 'json'],
    parse: (text, from) => {
      const value = text.toLowerCase();
      if (value === 'text' || value === 'json') return value;
      throw invalidInput(`${from} must be text or json.`, 'Use text or json.');
    },
    default: 'text',
    option: ({ json }) => {
      if (json === undefined) return undefined;
      return json ? 'json' : 'text';
    },
    variable: 'WAYPOST_OUTPUT',
    help: 'With output json, waypost prints results and errors as with --json, but still prompts at a terminal. --no-json prints text. The setting does not change output for programs: `waypost auth token`, `lookups export`, batches with --file, `api`, and commands with --format.',
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
    otherVariables: colorVariable,
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
        `${from} contains no tag.`,
        'Use comma-separated names, or unset the setting to store no tags.',
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
        `${from} is not a command.`,
        'Use a command that opens a page, or none to open no pages.',
      );
    },
    otherVariables: (env) => readVariable(env, 'BROWSER'),
    help: 'browser has the same values as the variable BROWSER: a command that opens pages, or none.',
  },
  'read-only': {
    field: 'read_only',
    values: ['on', 'off'],
    parse: (text, from) => {
      if (text === 'on' || text === 'off') return text;
      throw invalidInput(
        `${from} must be on or off, not ${JSON.stringify(text)}.`,
        'Use on or off. true and false have the same meaning.',
      );
    },
    fromTyped: (text) => {
      const typed = text.toLowerCase();
      if (typed === 'true') return 'on';
      return typed === 'false' ? 'off' : typed;
    },
    default: 'off',
    otherVariables: (env) => {
      const isOn = readSwitch(env, 'WAYPOST_READ_ONLY');
      if (isOn === undefined) return undefined;
      return isOn ? 'on' : 'off';
    },
    help: 'read-only is on or off; true and false have the same meaning.',
  },
} as const satisfies Readonly<Record<string, SettingRow>>;

export type SettingName = keyof typeof table;

/** A field of the settings file. */
export type SettingField = (typeof table)[SettingName]['field'];

/** The values of settings, by their fields in the settings file. */
export type Settings = Readonly<Partial<Record<SettingField, string>>>;

export const settingTable: Readonly<Record<SettingName, SettingRow & { field: SettingField }>> =
  table;

export const settingNames = Object.keys(table) as SettingName[];

export const settingFields = Object.values(table).map(({ field }) => field);

/** The settings that variables define, by their fields in the settings file. Choices are in lower case. */
export function settingsInVariables(env: Environment): Settings {
  return Object.fromEntries(
    Object.values(settingTable).flatMap(({ field, variable, values }) => {
      const text = variable && readVariable(env, variable);
      if (text === undefined) return [];
      return [[field, values === undefined ? text : text.toLowerCase()]];
    }),
  );
}

/** The setting with this name. Throws `invalid_input` with a list of all settings if there is none. */
export function settingName(text: string): SettingName {
  const wanted = text.trim().toLowerCase().replaceAll('_', '-').replace('colour', 'color');
  const found = settingNames.find((name) => name === wanted);
  if (found !== undefined) return found;
  throw invalidInput(
    `There is no setting ${JSON.stringify(text)}.`,
    `The settings are: ${settingNames.join(', ')}.`,
  );
}
