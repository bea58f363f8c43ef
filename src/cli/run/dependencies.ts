// The objects that a command can use. The first parameter of a command contains only the objects that the command uses,
// for example `{ output, credentials }`.
import { SecretMask } from '../../lib/masking';
import type { GlobalOptions } from '../line/option-values';
import { Output } from '../output/output';
import { commandWriter } from './command-writer';
import { type Configuration, noConfiguration } from './configuration';
import { Credentials } from './credentials';
import { ServiceConnector } from './service-connector';
import { SettingsInUse } from './settings-in-use';
import type { System } from './system';

export interface Dependencies {
  /** The process: environment, streams, clock, and the signal that stops the process. */
  system: System;
  /** Shows results, warnings and errors. */
  output: Output;
  /** Finds the keys and the active profile. */
  credentials: Credentials;
  /** Creates clients for a service. */
  service: ServiceConnector;
  /** The global options and the user's configuration. */
  settings: SettingsInUse;
}

/**
 * Creates the dependencies of a command. Set `textIsData` if programs read the text output, so that the `output`
 * setting does not change the output to JSON. Throws `invalid_input` if an option or a setting is invalid.
 */
export function makeDependencies(
  system: System,
  options: GlobalOptions,
  configuration: Configuration = noConfiguration,
  textIsData = false,
): Dependencies {
  const settings = new SettingsInUse(system, options, configuration);
  const output = new Output({
    streams: system,
    json: settings.writesJson(textIsData),
    colorOf: (sink) => settings.colorOf(sink),
    mask: new SecretMask(),
    still: settings.agent !== undefined,
    debug: settings.debug,
    commandText: commandWriter(system, settings),
  });
  return {
    system,
    output,
    credentials: new Credentials(system, settings, output),
    service: new ServiceConnector(system, settings, output),
    settings,
  };
}
