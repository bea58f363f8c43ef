// `waypost settings set`: a value for every later run, checked as the value of the option is.
import { baseUrlText, parseBaseUrl } from '../../../client/credentials/base-url';
import { settingsPath } from '../../../client/credentials/directories';
import { changeSetting } from '../../../client/credentials/store';
import { settingName } from '../../line/setting-names';
import type { Context } from '../../run/context';
import { checkSetting, memberOf, settingInUse } from '../../run/settings';

/** Runs the command. */
export async function run(
  context: Context,
  _options: object,
  named: string,
  text: string,
): Promise<void> {
  const { output, options, world } = context;
  const name = settingName(named);
  const given = text.trim();
  checkSetting(name, given, options.insecureHttp === true);
  const value = name === 'base-url' ? baseUrlText(parseBaseUrl(given, undefined, true)) : given;
  const path = settingsPath(world);
  await changeSetting(path, memberOf(name), value, world);
  await output.result(
    { success: true, name, value, config_path: path },
    (colour) => `${colour.green('Set')} ${name} to ${value}`,
  );
  const { source } = settingInUse(name, {}, world.env, { [memberOf(name)]: value });
  if (source === 'env') await output.warn(`The environment overrides it: ${name} is set.`);
  if (name === 'base-url') await warnOfLogin(context, value);
}

/** Warns if the login in use names another service, which overrides the setting. */
async function warnOfLogin(context: Context, value: string): Promise<void> {
  const { readCredentialsFile } = await import('../../../client/credentials/read');
  let stored: string | undefined;
  try {
    stored = readCredentialsFile(context.credentialsPath)?.credentials.baseUrl;
  } catch {
    // Whoever needs the login is told that it cannot be read. The setting is stored.
  }
  if (stored === undefined || stored === value) return;
  await context.output.warn(`The stored login is for ${stored} and overrides the setting.`);
}
