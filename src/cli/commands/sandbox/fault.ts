// `waypost sandbox fault`: adds, lists or clears the faults of a running sandbox.
import * as z from 'zod/mini';
import { invalidInput } from '../../../lib/errors';
import { readFault } from '../../../sandbox/faults/fault';
import { faultRule } from '../../../sandbox/schemas/fault-rule';
import { wholeNumber } from '../../line/option-values';
import { table } from '../../output/table';
import { counted } from '../../output/words';
import type { Context } from '../../run/context';
import { callSandbox } from './shared/control';
import { chosenSandbox } from './shared/registry';
import type { WhichOptions } from './shared/which';
import { faultNames } from './spec';

interface Options extends WhichOptions {
  path: string;
  method?: string;
  times?: string;
  seed?: string;
  latency?: string;
}

const ruleList = z.object({ faults: z.array(faultRule) });
type Rules = z.infer<typeof ruleList>['faults'];

/** Runs the command. */
export async function run(
  context: Context,
  options: Options,
  action: string,
  fault: string | undefined,
): Promise<void> {
  const call = callOf(options, action, fault);
  const sandbox = await chosenSandbox(context, options);
  const { faults } = await callSandbox(sandbox, { path: '/_sandbox/faults', ...call }, ruleList);
  const document = action === 'list' ? faults : { success: true, faults, url: sandbox.url };
  await context.output.result(document, (colour) => {
    const rules =
      faults.length === 0
        ? ['No active faults: every request is answered normally.']
        : table(
            columns,
            faults.map((rule) => cells(rule)),
            colour,
            context.output.width,
          );
    if (action === 'list') return rules.join('\n');
    const said = action === 'add' ? 'The fault is active.' : 'No faults are left.';
    return [colour.green(said), ...(action === 'add' ? ['', ...rules] : [])].join('\n');
  });
}

function callOf(
  options: Options,
  action: string,
  fault: string | undefined,
): { method: 'GET' | 'POST' | 'DELETE'; body?: object } {
  if (action !== 'add') {
    if (action !== 'list' && action !== 'clear') {
      throw invalidInput(
        `There is no \`sandbox fault ${action}\`: it takes add, list, clear.`,
        'Type it such as `waypost sandbox fault add 503 --times 1`.',
      );
    }
    if (fault !== undefined) {
      throw invalidInput(`\`sandbox fault ${action}\` takes no fault.`, 'Omit it.');
    }
    return { method: action === 'list' ? 'GET' : 'DELETE' };
  }
  if (fault === undefined || readFault(fault) === undefined) {
    throw invalidInput(
      fault === undefined
        ? '`sandbox fault add` takes a fault.'
        : `${JSON.stringify(fault)} is no fault.`,
      `One of ${faultNames.join(', ')}, with an optional rate such as reset:0.2.`,
    );
  }
  const { path, method, times, seed, latency } = options;
  return {
    method: 'POST',
    body: {
      ...{ path, fault },
      ...(method === undefined ? {} : { method: method.toUpperCase() }),
      ...(times === undefined ? {} : { times: wholeNumber('--times', times, 1, 1e9) }),
      ...(seed === undefined ? {} : { seed: wholeNumber('--seed', seed, 0, 1e15) }),
      ...(latency === undefined ? {} : { latency }),
    },
  };
}

const columns = [
  { title: 'PATH', minWidth: 12 },
  { title: 'METHOD' },
  { title: 'FAULT' },
  { title: 'LEFT' },
];

const cells = ({ path, method, fault, times, latency }: Rules[number]): string[] => [
  path,
  method ?? 'every',
  latency === undefined ? fault : `${fault} ${latency}`,
  times === undefined ? 'no end' : counted(times, 'request'),
];
