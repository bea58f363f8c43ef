// `waypost sandbox status`: whether a sandbox runs, and where.
import { findSandbox } from '../../../sandbox/instance/find';
import type { Context } from '../../run/context';
import { elsewhere } from './shared/registry';
import { described, type WhichOptions, whereabouts } from './shared/which';

/** Runs the command. */
export async function run(context: Context, options: WhichOptions): Promise<void> {
  const where = whereabouts(context, options);
  const found = await findSandbox(where);
  if (found.state === 'running') {
    const { url, port, pid, version, data } = found.sandbox;
    await context.output.result({ running: true, url, port, pid, version, data }, (colour) =>
      [
        `${colour.green('Running')} at ${colour.bold(url)}`,
        `Process  ${pid}`,
        `Version  ${version}`,
        `Data     ${data === null ? 'in memory' : data}`,
      ].join('\n'),
    );
    return;
  }
  const pid = found.state === 'silent' ? found.pid : null;
  const data = 'folder' in where ? where.folder : null;
  const other =
    pid === null && !context.output.json ? await elsewhere(context, options, 'status') : '';
  const value = { running: false, url: null, port: null, pid, version: null, data };
  await context.output.result(value, (colour) =>
    pid === null
      ? `No sandbox runs on ${described(where)}. ${[other, 'Start one with `waypost sandbox start`.'].join(' ').trimStart()}`
      : colour.yellow(`The sandbox on ${described(where)} (process ${pid}) does not answer.`),
  );
}
