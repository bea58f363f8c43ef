// The settings of a run: the global options, the user's configuration, and what follows from both.
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

/** Options whose empty value would silently choose another key, service or profile. */
const neverBlank = ['apiKey', 'userToken', 'baseUrl', 'profile'] as const;

export class SettingsInUse {
  /** The options that every command takes, as they were given. */
  readonly options: Readonly<GlobalOptions>;
  readonly configuration: Configuration;
  /** Longest time for one attempt at a request, in milliseconds. */
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
   * Whether a person can be asked: terminals for input and output, no --json, and nothing that says otherwise: an
   * option, else a variable. The setting `output` does not matter: questions are on standard error.
   */
  get interactive(): boolean {
    const { env, stdin, stderr } = this.#system;
    const asks =
      this.options.input ??
      (readVariable(env, 'WAYPOST_NO_INPUT') === undefined && this.agent === undefined);
    return this.options.json !== true && asks && stdin.isTTY === true && stderr.isTTY === true;
  }

  /** What allows only commands that read: the variable or the setting; undefined if all commands are allowed. */
  get readOnly(): ReadOnlyCause | undefined {
    const isOn = readSwitch(this.#system.env, 'WAYPOST_READ_ONLY');
    if (isOn !== undefined) return isOn ? 'WAYPOST_READ_ONLY' : undefined;
    return this.configuration.settings.read_only === 'on' ? 'read-only' : undefined;
  }

  /** The coding agent that runs the terminal, unless --input says that a person does. */
  get agent(): ReturnType<typeof agentIn> {
    return this.options.input === true ? undefined : agentIn(this.#system.env);
  }

  /** Whether requests and faults are traced. */
  get debug(): boolean {
    const variable = readVariable(this.#system.env, 'WAYPOST_DEBUG');
    return this.options.debug === true || variable !== undefined;
  }

  /** Tags for billed lookups, from --tags or the settings. */
  get tags(): string[] {
    return tagsOf(this.options.tags ?? this.configuration.settings.tags ?? '');
  }

  /** The setting `browser`; undefined for the usual one. */
  get browser(): string | undefined {
    return this.configuration.settings.browser;
  }

  /** Whether results are JSON. The setting `output` does not change text that programs read (`textIsData`). */
  writesJson(textIsData: boolean): boolean {
    const { json } = this.options;
    const isUsual = this.configuration.settings.output?.toLowerCase() === 'json';
    return json === true || (json === undefined && isUsual && !textIsData);
  }

  /** How many colors a stream shows. */
  colorOf(sink: OutputStream): ColorLevel {
    return colorLevel(this.#color, this.#system.env, sink, this.#usualColor);
  }
}

/** Throws `invalid_input` for an option with an empty value, as from an unset shell variable. */
function refuseBlank(options: GlobalOptions): void {
  for (const name of neverBlank) {
    if (options[name]?.trim() !== '') continue;
    const option = optionOfKey(name);
    throw invalidInput(
      `${option} is empty.`,
      `Check whether its variable is set, or remove ${option} to use the environment or the stored login.`,
    );
  }
}
