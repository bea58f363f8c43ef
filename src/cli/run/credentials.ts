// Finds a command's credentials in the options, on standard input, in environment variables, or in the stored login.
import {
  credentialsPath,
  namedProfile,
  type ProfileChoice,
} from '../../client/credentials/directories';
import type {
  Credential,
  CredentialOptions,
  KeyKind,
  ResolvedCredentials,
} from '../../client/credentials/resolve';
import { invalidInput } from '../../lib/errors';
import type { Output } from '../output/output';
import type { SettingsInUse } from './settings-in-use';
import type { System } from './system';

export class Credentials {
  readonly #system: System;
  readonly #settings: SettingsInUse;
  readonly #output: Output;
  #choice: { profile: ProfileChoice | undefined } | undefined;
  #givenValues: Promise<CredentialOptions> | undefined;

  constructor(system: System, settings: SettingsInUse, output: Output) {
    this.#system = system;
    this.#settings = settings;
    this.#output = output;
  }

  /**
   * The active profile, and the reason why this profile is active. Undefined if nothing selects a profile. In this
   * case, the default profile is active. Throws `invalid_input` if the profile's name is invalid.
   */
  get profileChoice(): ProfileChoice | undefined {
    const { options, configuration } = this.#settings;
    this.#choice ??= {
      profile: namedProfile(options.profile, this.#system.env) ?? configuration.profile?.(),
    };
    return this.#choice.profile;
  }

  /** The path of the active profile's credentials file. */
  get path(): string {
    return credentialsPath(this.#system, this.profileChoice?.name);
  }

  /** True if an option makes waypost read a key from standard input. */
  get readsSecrets(): boolean {
    const { apiKey, userToken } = this.#settings.options;
    return apiKey === '-' || userToken === '-';
  }

  /**
   * Returns the credentials and the base URL. Shows the warnings about the files and environment variables that contain
   * these values. If `baseUrl` is set, it overrides --base-url.
   */
  async resolve(baseUrl?: string): Promise<ResolvedCredentials> {
    const resolved = await this.resolveWithoutWarnings(baseUrl);
    await this.#output.warnOnce(resolved.warnings);
    return resolved;
  }

  /** Like `resolve`, but does not show the warnings. */
  async resolveWithoutWarnings(baseUrl?: string): Promise<ResolvedCredentials> {
    const given = await this.#readGivenValues();
    const { resolveCredentials } = await import('../../client/credentials/resolve');
    const resolved = resolveCredentials(
      this.path,
      baseUrl === undefined ? given : { ...given, baseUrl },
      this.#system.env,
      {
        profile: this.profileChoice,
        baseUrlSetting: this.#settings.configuration.baseUrl,
        keyFromCommand: (command, kind) => this.readCommandKey(command, kind),
      },
    );
    this.#output.mask.add(resolved.apiKey?.value, resolved.userToken?.value);
    return resolved;
  }

  /**
   * Returns the API key in a command's argument as a credential. Throws `invalid_input` if the text cannot be an API
   * key.
   */
  async named(text: string): Promise<Credential> {
    const key = text.trim();
    if (key === '') {
      throw invalidInput(
        'The key argument is empty.',
        'Check whether the shell variable in the argument is set, or remove the argument. Without the argument, the command uses your API key.',
      );
    }
    this.#output.mask.add(key);
    const { checkKey } = await import('../../client/credentials/resolve');
    checkKey(key, 'apiKey');
    return { value: key, source: 'flag' };
  }

  /**
   * Runs a key command, which can prompt the user, and returns the key that the command prints. Throws the errors of
   * `keyFromCommand`.
   */
  async readCommandKey(command: readonly string[], kind: KeyKind): Promise<string> {
    const { keyFromCommand } = await import('../../client/credentials/key-command');
    const { env, clock, interrupted } = this.#system;
    return keyFromCommand(command, kind, {
      env,
      clock,
      interactive: this.#settings.interactive,
      signal: interrupted,
      onSecret: (line) => this.#output.mask.add(line),
    });
  }

  /**
   * Returns the credentials in the options. Keeps the credentials, because a command might resolve them again, but
   * standard input can be read only once.
   */
  #readGivenValues(): Promise<CredentialOptions> {
    this.#givenValues ??= this.#readValuesOfOptions();
    return this.#givenValues;
  }

  /** Returns the credentials in the options. Reads a value from standard input if the option's value is `-`. */
  async #readValuesOfOptions(): Promise<CredentialOptions> {
    const { apiKey, userToken, baseUrl, insecureHttp } = this.#settings.options;
    const lines = this.readsSecrets
      ? await (await import('./input')).readSecretLines(this.#system)
      : [];
    const take = (value: string | undefined, option: string): string | undefined => {
      if (value !== '-') return value;
      const line = lines.shift();
      if (line) return line;
      throw invalidInput(
        `Standard input does not contain a value for ${option}.`,
        'Put the API key on the first line, and the management key on the next line.',
      );
    };
    const flags = {
      apiKey: take(apiKey, '--api-key'),
      userToken: take(userToken, '--user-token'),
      baseUrl,
      insecureHttp,
    };
    this.#output.mask.add(flags.apiKey?.trim(), flags.userToken?.trim());
    return flags;
  }
}
