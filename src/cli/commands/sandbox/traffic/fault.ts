// `waypost sandbox fault`: adds, lists and clears faults, which make requests to a sandbox fail or take longer.
import * as z from 'zod/mini';
import { invalidInput } from '../../../../lib/errors';
import { shellWord } from '../../../../lib/shell-word';
import { faultKinds, readFault } from '../../../../sandbox/faults/fault';
import { faultRule } from '../../../../sandbox/faults/faults';
import { wholeNumber } from '../../../line/option-values';
import type { Colors } from '../../../output/color';
import type { Output } from '../../../output/output';
import { type Column, table } from '../../../output/table';
import { counted } from '../../../output/words';
import type { Credentials } from '../../../run/credentials';
import type { System } from '../../../run/system';
import { callSandbox } from '../control/call';
import { selectedSandbox } from '../target/selected';
import type { SandboxSelection } from '../target/selection';

interface FaultOptions extends SandboxSelection {
  path: string;
  method?: string;
  times?: string;
  seed?: string;
  latency?: string;
}

const ruleList = z.object({ faults: z.array(faultRule) });

type FaultRule = z.infer<typeof faultRule>;

export async function sandboxFault(
  { system, output, credentials }: { system: System; output: Output; credentials: Credentials },
  options: FaultOptions,
  action: string,
  fault: string | undefined,
): Promise<void> {
  const { method, body } = faultCall(options, action, fault);
  const sandbox = await selectedSandbox({ system, credentials }, options);
  const { faults } = await callSandbox(sandbox, `${method} /faults`, ruleList, { body });
  const document = action === 'list' ? faults : { success: true, faults, url: sandbox.url };
  await output.result(document, (color) => {
    if (action === 'clear') return color.green('Removed all added faults.');
    const rules = ruleLines(faults, color, output.width);
    if (action === 'list') return rules.join('\n');
    return [color.green('The fault is active.'), '', ...rules].join('\n');
  });
}

interface FaultCall {
  method: 'GET' | 'POST' | 'DELETE';
  body?: object;
}

/**
 * Returns the control API request for an action. Throws `invalid_input` if the action is unknown, or if an argument or
 * option is invalid.
 */
function faultCall(options: FaultOptions, action: string, fault: string | undefined): FaultCall {
  if (action === 'add') return { method: 'POST', body: newRule(options, fault) };
  if (action !== 'list' && action !== 'clear') {
    throw invalidInput(
      `\`sandbox fault\` has no action ${JSON.stringify(action)}.`,
      'Use add, list or clear. For example: `waypost sandbox fault add 503 --times 1`.',
    );
  }
  if (fault !== undefined) {
    throw invalidInput(
      `\`sandbox fault ${action}\` does not accept a fault argument.`,
      'Remove the argument.',
    );
  }
  return { method: action === 'list' ? 'GET' : 'DELETE' };
}

/** Returns the fault rule in the form that the control API expects. */
function newRule(
  { path, method, times, seed, latency }: FaultOptions,
  fault: string | undefined,
): object {
  if (fault === undefined || readFault(fault) === undefined) {
    throw invalidInput(
      fault === undefined
        ? '`sandbox fault add` requires a fault.'
        : `${JSON.stringify(fault)} is not a fault.`,
      `Use one of ${Object.keys(faultKinds).join(', ')}, with an optional rate. For example: reset:0.2.`,
    );
  }
  if (!/^[/*]/.test(path)) {
    const meant = path.startsWith('v1/') ? `/${path}` : `/v1/${path}`;
    throw invalidInput(
      `--path must begin with / or *, not ${JSON.stringify(path)}.`,
      `Did you mean --path ${shellWord(meant)}? In a path, * matches any text.`,
    );
  }
  return {
    path,
    fault,
    method: method?.toUpperCase(),
    times: times === undefined ? undefined : wholeNumber('--times', times, 1, 1e9),
    seed: seed === undefined ? undefined : wholeNumber('--seed', seed, 0, 1e15),
    latency,
  };
}

const ruleColumns: readonly Column[] = [
  { title: 'PATH', minWidth: 12 },
  { title: 'METHOD' },
  { title: 'FAULT' },
  { title: 'LEFT' },
];

function ruleLines(rules: readonly FaultRule[], color: Colors, width?: number): string[] {
  if (rules.length === 0)
    return [
      'No faults added. The list does not include a default fault, which --fault sets when the sandbox starts.',
    ];
  return table(ruleColumns, rules.map(ruleCells), color, width);
}

function ruleCells({ path, method, fault, times, latency }: FaultRule): string[] {
  return [
    path,
    method ?? 'every',
    latency === undefined ? fault : `${fault} ${latency}`,
    times === undefined ? 'no limit' : counted(times, 'request'),
  ];
}
