// The program of `npm run conformance`. Runs the rows against a service, and prints the differences.
import { parseArgs } from 'node:util';
import { SecretMask } from '../../src/lib/masking';
import { type Resource, resources } from './rows';
import { type Permissions, reasonToSkip, runRow } from './run-row';
import { openService, type Service, type ServiceOptions } from './service';

/** The parts of the system that the runner uses. */
export interface RunnerSystem {
  environment: Record<string, string | undefined>;
  write(text: string): void;
  /** Starts a sandbox in memory and returns its base URL. */
  startSandbox(): Promise<{ url: string; close(): Promise<unknown> }>;
}

const help = `Run the conformance rows against a service.

Usage: npm run conformance -- [options]

  --base-url <url>         the base URL of the service to test, such as http://127.0.0.1:8787/v1
                           (default: start the built sandbox in memory, and run every row)
  --key <key>              the API key; WAYPOST_API_KEY is safer
  --management-key <key>   the management key; WAYPOST_USER_TOKEN is safer
  --allow-billing          also run rows that cost lookups
  --allow-changes          also run rows that change settings, configs or licensees
  --resource <name>        run only the rows of this resource
  --help                   show this text

The runner sends at most 25 requests per second to --base-url. If a request exceeds the rate limit (503 without a body),
the runner repeats the request after a second. If the service has the sandbox's control API, each row gets a separate
account. The exit code is 1 if a row failed, and 2 if an option is wrong.
`;

const optionTypes = {
  'base-url': { type: 'string' },
  key: { type: 'string' },
  'management-key': { type: 'string' },
  'allow-billing': { type: 'boolean', default: false },
  'allow-changes': { type: 'boolean', default: false },
  resource: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

class WrongOption extends Error {}

function readOptions(words: string[]) {
  try {
    const { values } = parseArgs({ args: words, options: optionTypes });
    const url = values['base-url'];
    if (url !== undefined && !(URL.canParse(url) && /^https?:/i.test(url))) {
      throw new WrongOption('--base-url must be an http or https URL.');
    }
    const names = resources.map(({ resource }) => resource);
    if (values.resource !== undefined && !names.includes(values.resource)) {
      throw new WrongOption(`--resource must be one of: ${names.join(', ')}.`);
    }
    return values;
  } catch (error) {
    throw error instanceof WrongOption ? error : new WrongOption(Object(error).message);
  }
}

type Options = ReturnType<typeof readOptions>;

/** The number of milliseconds between requests. 25 requests per second are below the service's rate limit of 30. */
const pauseOfForeignService = 40;

/** Returns the keys in the options and the environment variables. An option overrides the variable. */
function givenKeys(options: Options, environment: RunnerSystem['environment']) {
  const key = options.key ?? environment.WAYPOST_API_KEY;
  const managementKey = options['management-key'] ?? environment.WAYPOST_USER_TOKEN;
  return {
    ...(key ? { key } : {}),
    ...(managementKey ? { management_key: managementKey } : {}),
  };
}

interface Counts {
  rows: number;
  passed: number;
  failed: number;
  skipped: number;
}

interface Report {
  counts: Counts;
  /** The number of skipped rows, by requirement. */
  needs: Map<string, number>;
}

async function runResource(
  { resource, rows }: Resource,
  service: Service,
  permissions: Permissions,
  write: RunnerSystem['write'],
): Promise<Report> {
  const needs = new Map<string, number>();
  const counts: Counts = {
    rows: rows.length,
    passed: 0,
    failed: 0,
    skipped: 0,
  };
  for (const row of rows) {
    const reason = reasonToSkip(row, service, permissions);
    if (reason !== undefined) {
      needs.set(reason, (needs.get(reason) ?? 0) + 1);
      counts.skipped += 1;
      continue;
    }
    const problems = await runRow(row, service);
    if (problems.length === 0) {
      counts.passed += 1;
      continue;
    }
    counts.failed += 1;
    const lines = problems.map((problem) => `    ${problem}\n`).join('');
    write(`FAILED ${resource}: ${row.statement}\n${lines}`);
  }
  write(`${resource}: ${countsText(counts)}\n`);
  return {
    counts,
    needs,
  };
}

function countsText({ rows, passed, failed, skipped }: Counts): string {
  return `${rows} rows: ${passed} passed, ${failed} failed, ${skipped} skipped`;
}

function sumOf(reports: Report[]): Report {
  const needs = new Map<string, number>();
  const counts: Counts = {
    rows: 0,
    passed: 0,
    failed: 0,
    skipped: 0,
  };
  for (const report of reports) {
    counts.rows += report.counts.rows;
    counts.passed += report.counts.passed;
    counts.failed += report.counts.failed;
    counts.skipped += report.counts.skipped;
    for (const [reason, count] of report.needs) needs.set(reason, (needs.get(reason) ?? 0) + count);
  }
  return {
    counts,
    needs,
  };
}

/** A service, and the kinds of rows that can run against it. */
interface Target {
  options: ServiceOptions;
  permissions: Permissions;
  close(): Promise<unknown>;
}

/** Returns the service with the base URL in --base-url. */
function namedTarget(baseUrl: string, options: Options, keys: ServiceOptions['keys']): Target {
  return {
    options: {
      baseUrl,
      keys,
      pause: pauseOfForeignService,
    },
    permissions: {
      billing: options['allow-billing'],
      changes: options['allow-changes'],
    },
    close: async () => {},
  };
}

/** Starts a sandbox, against which all rows can run. */
async function sandboxTarget(startSandbox: RunnerSystem['startSandbox']): Promise<Target> {
  const { url, close } = await startSandbox();
  return {
    options: {
      baseUrl: url,
      keys: {},
      pause: 0,
    },
    permissions: {
      billing: true,
      changes: true,
    },
    close,
  };
}

/** Runs the rows. Prints the failed rows and the numbers of passed, failed and skipped rows. Returns the exit code. */
async function runAll(
  chosen: Resource[],
  { options, permissions }: Target,
  write: RunnerSystem['write'],
): Promise<number> {
  const service = await openService(options);
  try {
    const reports: Report[] = [];
    for (const resource of chosen) {
      reports.push(await runResource(resource, service, permissions, write));
    }
    const { counts, needs } = sumOf(reports);
    write(`\nAll: ${countsText(counts)}\n`);
    for (const [reason, count] of needs) write(`Skipped: ${count} rows require ${reason}.\n`);
    return counts.failed === 0 ? 0 : 1;
  } finally {
    await service.close();
  }
}

/** Runs the rows that the command line selects. Returns the exit code. */
export async function runConformance(words: string[], system: RunnerSystem): Promise<number> {
  const mask = new SecretMask();
  const write = (text: string): void => system.write(mask.apply(text));
  try {
    const options = readOptions(words);
    if (options.help) {
      write(help);
      return 0;
    }
    const keys = givenKeys(options, system.environment);
    mask.add(keys.key, keys.management_key);
    const baseUrl = options['base-url'];
    const target =
      baseUrl === undefined
        ? await sandboxTarget(system.startSandbox)
        : namedTarget(baseUrl, options, keys);
    const chosen = resources.filter(
      ({ resource }) => options.resource === undefined || resource === options.resource,
    );
    try {
      return await runAll(chosen, target, write);
    } finally {
      await target.close();
    }
  } catch (error) {
    write(`${Object(error).message}\n`);
    return error instanceof WrongOption ? 2 : 1;
  }
}
