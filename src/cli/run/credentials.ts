// The credentials of a run: from its options or standard input, the environment, or the stored login.
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
   * The profile in use and why; undefined for the default profile, if nothing chooses another. Throws `invalid_input`
   * for a bad name.
   */
  get profileChoice(): ProfileChoice | undefined {
    const { options, configuration } = this.#settings;
    this.#choice ??= {
      profile: namedProfile(options.profile, this.#system.env) ?? configuration.profile?.(),
    };
    return this.#choice.profile;
  }

  /** The file of the stored login of the profile in use. */
  get path(): string {
    return credentialsPath(this.#system, this.profileChoice?.name);
  }

  /** Whether a key is read from standard input. */
  get readsSecrets(): boolean {
    const { apiKey, userToken } = this.#settings.options;
    return apiKey === '-' || userToken === '-';
  }

  /** Credentials and base URL of a run, after its warnings were shown; `baseUrl` replaces --base-url. */
  async resolve(baseUrl?: string): Promise<ResolvedCredentials> {
    const resolved = await this.resolveWithoutWarnings(baseUrl);
    await this.#output.warnOnce(resolved.warnings);
    return resolved;
  }

  /** As `resolve`, without showing the warnings. */
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
   * The API key of a command's own argument, as if an option had given it. Throws `invalid_input` for a text that cannot
   * be an API key.
   */
  async named(text: string): Promise<Credential> {
    const key = text.trim();
    if (key === '') {
      throw invalidInput(
        'The key argument is empty.',
        'Check whether its variable is set, or remove the argument to use the key in use.',
      );
    }
    this.#output.mask.add(key);
    const { checkKey } = await import('../../client/credentials/resolve');
    checkKey(key, 'apiKey');
    return { value: key, source: 'flag' };
  }

  /** The key that a command prints; the command may ask a person. Throws as `keyFromCommand`. */
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

  /** The credentials of the options. Standard input can be read once; a command may resolve its credentials again. */
  #readGivenValues(): Promise<CredentialOptions> {
    this.#givenValues ??= this.#readValuesOfOptions();
    return this.#givenValues;
  }

  /** The credentials of the options; `-` is read from standard input. */
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
        `Standard input has no value for ${option}.`,
        'The first line is the API key; the management key comes next.',
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
