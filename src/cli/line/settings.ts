// Every setting of the tool, a row for each: what it accepts, its default, and what overrides it. Help, completion,
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

/** What allows only commands that read: the variable or the setting. */
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
  /** The value that a text means that the user typed: `waypost settings set` accepts more than the file does. */
  fromTyped?: (text: string) => string;
  /** Undefined if there is no value without the setting. */
  default?: string;
  /** The value of the option of the same name. */
  option?: (options: GlobalOptions) => string | undefined;
  /** The variable that holds the same texts. */
  variable?: VariableName;
  /** Reads variables whose texts are not those of the setting. */
  otherVariables?: (env: Environment) => string | undefined;
  /** What the help of `settings set` says about it. */
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
      throw invalidInput(`${from} is neither text nor json.`, 'Give text or json.');
    },
    default: 'text',
    option: ({ json }) => {
      if (json === undefined) return undefined;
      return json ? 'json' : 'text';
    },
    variable: 'WAYPOST_OUTPUT',
    help: 'With output json, results and errors are printed as with --json; a person at a terminal can still be asked. --no-json gives text again. Output for programs does not change: `waypost auth token`, `lookups export`, batches with --file, `api`, and commands with --format.',
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
        `${from} holds no tag.`,
        'Give comma-separated names, or unset it to have none.',
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
        'Give a command that opens a page, or none to open nothing.',
      );
    },
    otherVariables: (env) => readVariable(env, 'BROWSER'),
    help: 'browser takes the values of BROWSER: a command that opens a page, or none.',
  },
  'read-only': {
    field: 'read_only',
    values: ['on', 'off'],
    parse: (text, from) => {
      if (text === 'on' || text === 'off') return text;
      throw invalidInput(
        `${from} is neither on nor off: ${JSON.stringify(text)}.`,
        'Use on or off; true and false are taken for them.',
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
    help: 'read-only takes on or off, and true or false for them.',
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

/** The settings that variables hold, by their fields in the settings file; choices are in lower case. */
export function settingsInVariables(env: Environment): Settings {
  return Object.fromEntries(
    Object.values(settingTable).flatMap(({ field, variable, values }) => {
      const text = variable && readVariable(env, variable);
      if (text === undefined) return [];
      return [[field, values === undefined ? text : text.toLowerCase()]];
    }),
  );
}

/** The setting of this name. Throws `invalid_input`, naming all settings. */
export function settingName(text: string): SettingName {
  const wanted = text.trim().toLowerCase().replaceAll('_', '-').replace('colour', 'color');
  const found = settingNames.find((name) => name === wanted);
  if (found !== undefined) return found;
  throw invalidInput(
    `There is no setting ${JSON.stringify(text)}.`,
    `The settings are: ${settingNames.join(', ')}.`,
  );
}
