// The settings of a command, which come from the global options and the user's configuration.
import { agentIn, readSwitch, readVariable } from '../../lib/environment';
import { invalidInput } from '../../lib/errors';
import {
  colorChoice,
  type GlobalOptions,
  optionOfKey,
  tagsOf,
  timeoutMs,
} from '../line/option-values';
import type { ReadOnlyCause } from '../line/settings';
import { type ColorLevel, colorLevel } from '../output/color';
import type { OutputStream } from '../output/output';
import type { Configuration } from './configuration';
import type { System } from './system';

/**
 * The options that must not be empty. If waypost accepted an empty value, it would use a different key, service or
 * profile, and would not tell the user.
 */
const neverBlank = ['apiKey', 'userToken', 'baseUrl', 'profile'] as const;

export class SettingsInUse {
  /** The options that every command accepts, with the values that the user typed. */
  readonly options: Readonly<GlobalOptions>;
  readonly configuration: Configuration;
  /** The time limit for one attempt at a request, in milliseconds. */
  readonly timeoutMs: number;
  readonly #system: System;
  readonly #color: ReturnType<typeof colorChoice>;
  readonly #usualColor: ReturnType<typeof colorChoice>;

  /** Throws `invalid_input` if an option or a setting is invalid. */
  constructor(system: System, options: GlobalOptions, configuration: Configuration) {
    const { settings } = configuration;
    refuseBlank(options);
    this.#system = system;
    this.options = options;
    this.configuration = configuration;
    this.#color = colorChoice(options.color);
    this.#usualColor = colorChoice(settings.color);
    this.timeoutMs = timeoutMs(
      options.timeout ?? settings.timeout,
      options.timeout === undefined ? undefined : '--timeout',
    );
  }

  /**
   * True if waypost can prompt the user: standard input and standard error are terminals, --json is not set, and
   * neither an option nor an environment variable turns prompts off. The `output` setting has no effect on prompts,
   * because waypost shows prompts on standard error.
   */
  get interactive(): boolean {
    const { env, stdin, stderr } = this.#system;
    const asks =
      this.options.input ??
      (readVariable(env, 'WAYPOST_NO_INPUT') === undefined && this.agent === undefined);
    return this.options.json !== true && asks && stdin.isTTY === true && stderr.isTTY === true;
  }

  /**
   * The environment variable or setting that restricts waypost to commands that only read data. Undefined if all
   * commands are allowed.
   */
  get readOnly(): ReadOnlyCause | undefined {
    const isOn = readSwitch(this.#system.env, 'WAYPOST_READ_ONLY');
    if (isOn !== undefined) return isOn ? 'WAYPOST_READ_ONLY' : undefined;
    return this.configuration.settings.read_only === 'on' ? 'read-only' : undefined;
  }

  /**
   * The coding agent that runs waypost. Undefined if there is no agent. Also undefined if --input is set, because this
   * option states that a person uses the terminal.
   */
  get agent(): ReturnType<typeof agentIn> {
    return this.options.input === true ? undefined : agentIn(this.#system.env);
  }

  /** True if waypost writes a trace, because --debug or WAYPOST_DEBUG is set. */
  get debug(): boolean {
    const variable = readVariable(this.#system.env, 'WAYPOST_DEBUG');
    return this.options.debug === true || variable !== undefined;
  }

  /** The tags for billed lookups, from --tags or from the settings. */
  get tags(): string[] {
    return tagsOf(this.options.tags ?? this.configuration.settings.tags ?? '');
  }

  /** The value of the `browser` setting, or undefined if the setting has no value. */
  get browser(): string | undefined {
    return this.configuration.settings.browser;
  }

  /**
   * True if waypost prints results as JSON. If programs read the text output (`textIsData`), the `output` setting has
   * no effect.
   */
  writesJson(textIsData: boolean): boolean {
    const { json } = this.options;
    const isUsual = this.configuration.settings.output?.toLowerCase() === 'json';
    return json === true || (json === undefined && isUsual && !textIsData);
  }

  /** Returns the color level for a stream. */
  colorOf(sink: OutputStream): ColorLevel {
    return colorLevel(this.#color, this.#system.env, sink, this.#usualColor);
  }
}

/**
 * Throws `invalid_input` if an option in `neverBlank` has an empty value. The usual cause is a shell variable that is
 * not set.
 */
function refuseBlank(options: GlobalOptions): void {
  for (const name of neverBlank) {
    if (options[name]?.trim() !== '') continue;
    const option = optionOfKey(name);
    throw invalidInput(
      `${option} is empty.`,
      `Check whether the shell variable for ${option} is set, or remove ${option} to use an environment variable or the stored login.`,
    );
  }
}
