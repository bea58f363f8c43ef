// `waypost sandbox snapshot`: saves a sandbox's data under a name, and restores, lists and deletes snapshots.
import * as z from 'zod/mini';
import { invalidInput } from '../../../../lib/errors';
import type { Output } from '../../../output/output';
import { sizeText } from '../../../output/progress';
import { type Column, table } from '../../../output/table';
import { timestampText } from '../../../output/words';
import { confirmYes, declined } from '../../../prompts/confirm';
import type { Credentials } from '../../../run/credentials';
import type { SettingsInUse } from '../../../run/settings-in-use';
import type { System } from '../../../run/system';
import { ControlRefusal, callSandbox } from '../control/call';
import { selectedSandbox } from '../target/selected';
import { type SandboxSelection, sameSandbox } from '../target/selection';

interface SnapshotChangeDependencies {
  system: System;
  output: Output;
  credentials: Credentials;
  settings: SettingsInUse;
}

interface SnapshotDependencies {
  system: System;
  output: Output;
  credentials: Credentials;
}

const actions = ['save', 'restore', 'list', 'delete'] as const;

interface SnapshotOptions extends SandboxSelection {
  force?: boolean;
  yes?: boolean;
}

const savedSnapshot = z.object({
  name: z.string(),
  size: z.int(),
  saved_at: z.string(),
});

const snapshotList = z.object({ snapshots: z.array(savedSnapshot) });

const restoredSnapshot = z.object({ now: z.string() });

const deletedSnapshot = z.object({ deleted: z.int() });

export async function sandboxSnapshot(
  { system, output, credentials, settings }: SnapshotChangeDependencies,
  options: SnapshotOptions,
  given: string,
  name: string | undefined,
): Promise<number> {
  const action = actions.find((one) => one === given);
  if (action === undefined) {
    throw invalidInput(
      `\`sandbox snapshot\` has no action ${JSON.stringify(given)}.`,
      `Use one of ${actions.join(', ')}. For example: \`waypost sandbox snapshot list\`.`,
    );
  }
  if (options.force && action !== 'save') {
    throw invalidInput('--force requires `sandbox snapshot save`.', 'Remove --force.');
  }
  if (action === 'list') {
    refuseName(name);
    await listSnapshots({ system, output, credentials }, options);
    return 0;
  }
  const required = requireName(action, name);
  switch (action) {
    case 'save':
      await saveSnapshot({ system, output, credentials }, options, required);
      return 0;
    case 'restore':
      return restoreSnapshot({ system, output, credentials, settings }, options, required);
    case 'delete':
      return deleteSnapshot({ system, output, credentials, settings }, options, required);
  }
}

function refuseName(name: string | undefined): void {
  if (name === undefined) return;
  throw invalidInput(
    '`sandbox snapshot list` does not accept a name.',
    'Use `waypost sandbox snapshot list` without a name.',
  );
}

function requireName(action: string, name: string | undefined): string {
  if (name === undefined) {
    throw invalidInput(
      `\`sandbox snapshot ${action}\` requires the name of a snapshot.`,
      `For example: \`waypost sandbox snapshot ${action} empty-cart\`.`,
    );
  }
  // waypost rejects an empty name, `.` and `..`, which cannot be URL path segments. The sandbox checks all other rules
  // for names.
  if (/^\.{0,2}$/.test(name)) {
    throw invalidInput(
      `A snapshot cannot be named ${JSON.stringify(name)}.`,
      'Use a name that begins with a letter or digit, such as empty-cart.',
    );
  }
  return name;
}

function snapshotEndpoint(name: string) {
  return `/snapshots/${encodeURIComponent(name)}` as const;
}

const snapshotColumns: readonly Column[] = [
  { title: 'NAME' },
  { title: 'SAVED', minWidth: 10 },
  { title: 'SIZE', align: 'right' },
];

async function listSnapshots(
  { system, output, credentials }: SnapshotDependencies,
  options: SnapshotOptions,
): Promise<void> {
  const sandbox = await selectedSandbox({ system, credentials }, options);
  const { snapshots } = await callSandbox(sandbox, 'GET /snapshots', snapshotList);
  await output.result(snapshots, (color) => {
    if (snapshots.length === 0) {
      return 'No snapshots. Save a snapshot with `waypost sandbox snapshot save empty-cart`.';
    }
    const rows = snapshots.map((one) => [
      one.name,
      timestampText(one.saved_at),
      sizeText(one.size),
    ]);
    return table(snapshotColumns, rows, color, output.width).join('\n');
  });
}

async function saveSnapshot(
  { system, output, credentials }: SnapshotDependencies,
  options: SnapshotOptions,
  name: string,
): Promise<void> {
  const sandbox = await selectedSandbox({ system, credentials }, options);
  const body = { replace: options.force === true };
  const saved = await callSandbox(sandbox, `POST ${snapshotEndpoint(name)}`, savedSnapshot, {
    body,
  }).catch((error: unknown) => {
    if (!(error instanceof ControlRefusal) || error.answeredStatus !== 409) throw error;
    throw error.with({ hint: 'Choose another name, or use --force to replace the snapshot.' });
  });
  await output.result({ success: true, ...saved, url: sandbox.url }, (color) =>
    [
      color.green(`Saved ${name}.`),
      `Restore the snapshot with \`waypost sandbox snapshot restore ${name}${sameSandbox(options)}\`.`,
    ].join('\n'),
  );
}

async function restoreSnapshot(
  { system, output, credentials, settings }: SnapshotChangeDependencies,
  options: SnapshotOptions,
  name: string,
): Promise<number> {
  const sandbox = await selectedSandbox({ system, credentials }, options);
  const consequence = `Restoring ${name} replaces every account, key and log entry of the sandbox at ${sandbox.url}.`;
  if (!(await isWanted({ output, settings }, options, consequence))) return declined(output);
  const endpoint = `POST ${snapshotEndpoint(name)}/restore` as const;
  const { now } = await callSandbox(sandbox, endpoint, restoredSnapshot);
  await output.result(
    { success: true, name, now, url: sandbox.url },
    (color) => `${color.green(`Restored ${name}.`)} The sandbox's clock shows ${now}.`,
  );
  return 0;
}

async function deleteSnapshot(
  { system, output, credentials, settings }: SnapshotChangeDependencies,
  options: SnapshotOptions,
  name: string,
): Promise<number> {
  const sandbox = await selectedSandbox({ system, credentials }, options);
  const consequence = `Deleting the snapshot ${name} of the sandbox at ${sandbox.url} cannot be undone.`;
  if (!(await isWanted({ output, settings }, options, consequence))) return declined(output);
  await callSandbox(sandbox, `DELETE ${snapshotEndpoint(name)}`, deletedSnapshot);
  await output.result({ success: true, name, url: sandbox.url }, (color) =>
    color.green(`Deleted ${name}.`),
  );
  return 0;
}

/** True if --yes is set or the user confirms the change. In a script, throws `invalid_input` if --yes is not set. */
async function isWanted(
  { output, settings }: { output: Output; settings: SettingsInUse },
  { yes }: SnapshotOptions,
  consequence: string,
): Promise<boolean> {
  return yes || confirmYes({ output, settings }, consequence, `${consequence} Continue?`);
}
