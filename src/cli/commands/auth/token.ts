// `waypost auth token`: prints a secret, because that is its purpose: for `$(waypost auth token)`.
import type { Command } from 'commander';
import { requireApiKey, requireUserToken } from '../../../client/credentials/resolve';
import type { Act } from '../../command';
import type { Context } from '../../context';

const help = `
Example:
  curl -H "Authorization: Bearer $(waypost auth token)" …

Output (--json): {"token": "…", "source": "flag|env|config"}
Errors: missing_api_key (4), missing_user_token (4)`;

interface Options {
  management?: boolean;
}

export function register(command: Command, act: Act): void {
  command
    .description('Print the API key in use, or the management key, and nothing else.')
    .option('--management', 'print the management key')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, { management }: Options): Promise<void> {
  const resolved = await context.resolve();
  const { value, source } = management ? requireUserToken(resolved) : requireApiKey(resolved);
  const { output } = context;
  if (output.json) await output.result({ token: value, source }, () => value);
  else output.raw(`${value}\n`);
}
