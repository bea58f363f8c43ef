// The settings of a run. They follow from the global options and the user's configuration.
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

/** Options for which an empty value would silently select a different key, service or profile. */
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

  /** Throws `invalid_input` for an option or a setting that cannot be used. */
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
   * True if waypost can prompt the user: input and error output are terminals, --json is not set, and neither an option
   * nor a variable turns prompts off. The setting `output` does not matter, because prompts are on standard error.
   */
  get interactive(): boolean {
    const { env, stdin, stderr } = this.#system;
    const asks =
      this.options.input ??
      (readVariable(env, 'WAYPOST_NO_INPUT') === undefined && this.agent === undefined);
    return this.options.json !== true && asks && stdin.isTTY === true && stderr.isTTY === true;
  }

  /** The variable or the setting that allows only commands that read. Undefined if all commands are allowed. */
  get readOnly(): ReadOnlyCause | undefined {
    const isOn = readSwitch(this.#system.env, 'WAYPOST_READ_ONLY');
    if (isOn !== undefined) return isOn ? 'WAYPOST_READ_ONLY' : undefined;
    return this.configuration.settings.read_only === 'on' ? 'read-only' : undefined;
  }

  /** The coding agent that uses the terminal. Undefined with --input, which states that a human uses it. */
  get agent(): ReturnType<typeof agentIn> {
    return this.options.input === true ? undefined : agentIn(this.#system.env);
  }

  /** True if requests and faults are traced. */
  get debug(): boolean {
    const variable = readVariable(this.#system.env, 'WAYPOST_DEBUG');
    return this.options.debug === true || variable !== undefined;
  }

  /** The tags for billed lookups, from --tags or from the settings. */
  get tags(): string[] {
    return tagsOf(this.options.tags ?? this.configuration.settings.tags ?? '');
  }

  /** The value of the setting `browser`, or undefined if it is not set. */
  get browser(): string | undefined {
    return this.configuration.settings.browser;
  }

  /**
   * True if results are printed as JSON. The setting `output` does not change text that programs read (`textIsData`).
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

/** Throws `invalid_input` if an option has an empty value, as from a shell variable that is not set. */
function refuseBlank(options: GlobalOptions): void {
  for (const name of neverBlank) {
    if (options[name]?.trim() !== '') continue;
    const option = optionOfKey(name);
    throw invalidInput(
      `${option} is empty.`,
      `Check whether its shell variable is set, or remove ${option} to use the environment or the stored login.`,
    );
  }
}
