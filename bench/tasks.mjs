// Counts the commands that a program runs for a task, and the bytes of the commands and of their output. Compares waypost
// with curl. For a coding agent, each byte has a cost, because a token is about four bytes of text.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnvironment, nodeCommand, part, startSandbox } from './measure.mjs';

const bytesPerToken = 4;

/** The start of a `curl` command that sends the management key. */
const authorized = `curl -s -H "Authorization: Bearer $WAYPOST_USER_TOKEN"`;
const json = `-H 'Content-Type: application/json'`;
const keyUrl = '"$WAYPOST_BASE_URL/keys/$WAYPOST_API_KEY';
const lookupUrl = '"$WAYPOST_BASE_URL';
const withKey = 'api_key=$WAYPOST_API_KEY"';
const weekAgo = '$(date -u -d "7 days ago" +%Y-%m-%dT%H:%M:%SZ)';

/** The tasks with the shell commands for waypost and for curl. The program reads the output of each command. */
const tasks = [
  {
    what: 'check whether the key works',
    waypost: ['waypost auth whoami --json'],
    curl: [`curl -s ${keyUrl}"`],
  },
  {
    what: 'read the lookups remaining',
    waypost: ['waypost keys details --json --fields lookups_remaining'],
    curl: [`${authorized} ${keyUrl}/details"`],
  },
  {
    what: 'find the ID of a place',
    waypost: [
      'waypost places search berlin --country-iso DEU --format csv --fields id,descriptive_name',
    ],
    curl: [`curl -s ${lookupUrl}/places?query=berlin&country_iso=DEU&${withKey}`],
  },
  {
    what: 'read the coordinates of a place',
    waypost: ['waypost places resolve geonames_2950159 --json --fields latitude,longitude'],
    curl: [`curl -s ${lookupUrl}/places/geonames_2950159?${withKey}`],
  },
  {
    what: 'verify an address',
    waypost: ['waypost addresses verify "1226 West Main Street, Springfield, IL" --json'],
    curl: [
      `curl -s ${json} -d '{"query": "1226 West Main Street, Springfield, IL"}' ${lookupUrl}/verify/addresses?${withKey}`,
    ],
  },
  {
    what: 'validate an email address',
    waypost: ['waypost emails validate ada@free.test --json'],
    curl: [`curl -s ${lookupUrl}/emails?query=ada%40free.test&${withKey}`],
  },
  {
    what: 'validate a phone number',
    waypost: ['waypost phones validate +14155552671 --json'],
    curl: [`curl -s ${lookupUrl}/phone_numbers?query=%2B14155552671&${withKey}`],
  },
  {
    what: 'validate a file of 20 email addresses',
    waypost: ['waypost emails validate --file list.csv -o checked.csv --json'],
    curl: Array.from(
      { length: 20 },
      (_, at) => `curl -s ${lookupUrl}/emails?query=user${at}%40free.test&${withKey}`,
    ),
  },
  {
    what: 'count the lookups of seven days',
    waypost: ['waypost keys usage --last 7d --json --fields total'],
    curl: [`${authorized} ${keyUrl}/usage?start=${weekAgo}"`],
  },
  {
    what: 'count the lookups by tag',
    waypost: ['waypost keys usage --last 7d --by tag --format csv'],
    curl: [`${authorized} ${keyUrl}/lookups?start=${weekAgo}"`],
  },
  {
    what: 'list the last five lookups',
    waypost: ['waypost lookups list --limit 5 --format csv'],
    curl: [`${authorized} ${keyUrl}/lookups?start=${weekAgo}"`],
  },
  {
    what: 'export the log of seven days to a file',
    waypost: ['waypost lookups export --last 7d -o log.csv --json'],
    curl: [`${authorized} ${keyUrl}/lookups?start=${weekAgo}" -o curl.csv`],
  },
  {
    what: 'set a daily limit',
    waypost: ['waypost keys update --daily-limit 1000000 --yes --json --fields daily_limit'],
    curl: [
      `${authorized} -X PUT ${json} -d '{"daily_limit": {"limit": 1000000}}' ${keyUrl}/details"`,
    ],
  },
  {
    what: 'create a config',
    waypost: [`waypost configs create checkout --payload '{"limit": 5}' --json`],
    curl: [
      `${authorized} ${json} -d '{"name": "basket", "payload": "{\\"limit\\": 5}"}' ${keyUrl}/configs"`,
    ],
  },
  {
    what: 'read a config',
    waypost: ['waypost configs get checkout'],
    curl: [`curl -s ${keyUrl}/configs/basket"`],
  },
];

/** Runs each task once with waypost and once with curl, against a sandbox with an account and 300 log entries. */
export async function measureTasks({ directory }) {
  const { title, rows, add } = part(
    'Tasks: number of commands, and bytes of the commands and their output',
  );
  const home = mkdtempSync(join(directory, 'tasks-'));
  const env = cleanEnvironment(home);
  const sandbox = await startSandbox(nodeCommand, env, ['--memory', '--quiet']);
  try {
    const { key, user_token: userToken } = await sandbox.key();
    const end = Date.now();
    await sandbox.control('POST', `/keys/${key}/lookups`, {
      count: 300,
      start: new Date(end - 6 * 86_400_000).toISOString(),
      end: new Date(end).toISOString(),
      tags: ['web'],
    });
    const emails = Array.from({ length: 20 }, (_, at) => `user${at}@free.test`);
    writeFileSync(join(home, 'list.csv'), `email\n${emails.join('\n')}\n`);
    const setting = {
      cwd: home,
      env: {
        ...env,
        WAYPOST_BASE_URL: sandbox.url,
        WAYPOST_API_KEY: key,
        WAYPOST_USER_TOKEN: userToken,
      },
    };
    const all = { ours: 0, theirs: 0 };
    for (const { what, waypost, curl } of tasks) {
      const ours = bytesOf(waypost, setting);
      const theirs = bytesOf(curl, setting);
      all.ours += ours;
      all.theirs += theirs;
      add({
        what,
        value: countText(waypost, ours),
        beside: `curl: ${countText(curl, theirs)}`,
        ratio: ours / theirs,
      });
    }
    add({
      what: `all ${tasks.length} tasks, about ${Math.round(all.ours / bytesPerToken)} tokens`,
      value: `${all.ours} bytes`,
      beside: `curl: ${all.theirs} bytes, about ${Math.round(all.theirs / bytesPerToken)} tokens`,
      ratio: all.ours / all.theirs,
    });
    return { title, rows };
  } finally {
    await sandbox.end();
  }
}

function countText(lines, bytes) {
  return `${lines.length} command${lines.length === 1 ? '' : 's'}, ${bytes} bytes`;
}

/**
 * Returns the total size in bytes of the commands and of their output. Throws if a command fails, or if it prints an error
 * from the service.
 */
function bytesOf(lines, { cwd, env }) {
  const own = nodeCommand.map((word) => `'${word}'`).join(' ');
  return lines.reduce((bytes, line) => {
    const script = `waypost() { ${own} "$@"; }\n${line} 2>&1`;
    const printed = execFileSync('sh', ['-c', script], { cwd, env });
    if (/"code":4\d+/.test(printed)) throw new Error(`${line}: ${printed}`);
    return bytes + Buffer.byteLength(line) + printed.length;
  }, 0);
}
