// The commands about API keys.
import { argument, asking, type CommandGroup, option } from '../../line/command';
import { keyArgument, rangeDetails, rangeOptions, yes } from '../../line/common-options';

export const keysSpec: CommandGroup = {
  name: 'keys',
  summary: 'Show and change API keys, and the lookups they consumed',
  commands: asking([
    {
      name: 'list',
      asks: false,
      summary: 'List the keys that this machine knows',
      description:
        'List the keys that this machine knows: those of every profile, of the environment and of options. The service is not asked.',
      rows: '',
      examples: [
        'waypost keys list',
        "waypost keys list --json | jq -r '.[] | select(.in_use).profile'",
      ],
      json: '[{"preview": "ak_abc…", "type": "api_key|user_token", "profile": "…" or null, "base_url": "…", "source": "flag|env|config", "path": "…" or null, "in_use": true}, …]; profile is null for keys of no profile, path for keys of no file; "command" names the program that prints the key, where one does',
      errors: [{ code: 'invalid_credentials_file', when: 'for the file in use' }],
      load: () => import('./keys').then(({ keysList }) => keysList),
    },
    {
      name: 'show',
      summary: 'Show whether a key can be used now',
      description: 'Show whether a key can be used now, and the contexts it can search.',
      arguments: [argument('[key]', 'API key or licensee key; the one in use by default')],
      examples: [
        'waypost keys show',
        { command: 'waypost keys show sl_… --json', note: 'a licensee key does too' },
      ],
      json: 'the service\'s record, {"available": true, "contexts": […], "context": "…"}',
      errors: [
        { code: 'auth_failed', when: 'for a key the service does not know' },
        { code: 'missing_api_key' },
      ],
      load: () => import('./keys').then(({ keysShow }) => keysShow),
    },
    {
      name: 'details',
      summary: 'Show what is left on a key, its limits and settings',
      description: 'Show what is left on a key, its limits, datasets and settings.',
      arguments: [keyArgument],
      examples: ['waypost keys details', 'waypost keys details --json | jq .lookups_remaining'],
      json: "the service's private details of the key, unchanged",
      errors: [
        { code: 'missing_user_token', when: 'without a management key' },
        { code: 'auth_failed', when: "where it is not the owner's" },
      ],
      load: () => import('./keys').then(({ keysDetails }) => keysDetails),
    },
    {
      name: 'update',
      summary: 'Change settings of a key',
      description: 'Change settings of a key. Only what is given changes.',
      arguments: [keyArgument],
      options: [
        option('--name <name>', 'name of the key'),
        option('--daily-limit <n|none>', 'lookups a day'),
        option('--monthly-limit <n|none>', 'lookups a calendar month'),
        option('--enable-dataset <name>', 'dataset to enable; may be repeated', {
          completion: 'dataset',
          repeatable: true,
        }),
        option('--disable-dataset <name>', 'dataset to disable; may be repeated', {
          completion: 'dataset',
          repeatable: true,
        }),
        option('--notifications <on|off>', 'whether notifications are sent', {
          choices: ['on', 'off'],
        }),
        option('--rate-limit <json>', 'rate limit, an object as the service takes it'),
        option('--body <file|->', 'JSON object with any of the editable members'),
        yes,
      ],
      examples: [
        'waypost keys update --name "Web shop" --daily-limit 1000',
        'waypost keys update --monthly-limit none --disable-dataset here --notifications on',
        "jq '{notifications}' settings.json | waypost keys update --body - --yes --json",
      ],
      json: "the service's private details of the key after the update, unchanged",
      errors: [
        {
          code: 'invalid_input',
          when: 'before anything is sent, and where a limit would be put below what is used without --yes',
        },
        {
          code: 'api_error',
          when: 'with code 4001 and details where the service refuses a value',
        },
      ],
      alsoCalls: ['keyDetails'],
      load: () => import('./update').then(({ keysUpdate }) => keysUpdate),
    },
    {
      name: 'usage',
      summary: 'Show the lookups a key consumed, by day, tag, type or licensee',
      description:
        'Show the lookups a key consumed: total, day by day, and beside the range before.',
      arguments: [keyArgument],
      options: [
        ...rangeOptions,
        option('--tag <tag>', 'only requests with this tag; up to 3, all of them must be there', {
          completion: 'tag',
          repeatable: true,
        }),
        option('--licensee <licensee>', 'only this licensee: its id, key or name', {
          completion: 'licensee',
        }),
        option('--by <tag|type|licensee>', 'count by tag, lookup type or licensee, not by day', {
          choices: ['tag', 'type', 'licensee'],
        }),
      ],
      examples: [
        'waypost keys usage --last week',
        {
          command: 'waypost keys usage --last month --by tag',
          note: 'which project drove the bill',
        },
        'waypost keys usage --start 2026-01-01 --end 2026-03-31 --tag checkout --tag de',
        'waypost keys usage --last 3mo --format csv > usage.csv',
        'waypost keys usage --start yesterday --json',
      ],
      details: [
        rangeDetails,
        "Without a range, the service's own default holds: the last 21 days. The day that has begun has the last bar, which is dimmed.",
        '--by reads the log of the range once. Its total is that of the range without --by.',
      ],
      output: [
        {
          title: 'Output (--json)',
          text: 'the service\'s usage record, unchanged: {"start": "…", "end": "…", "total": 12, "dailyCount": [{"date": "…", "count": 1}, …]}\nOver 90 days: the records of the windows as one, total and dailyCount summed',
        },
        {
          title: 'Output (--by --json), most lookups first',
          text: '{"by": "tag", "start": "…", "end": "…", "total": 12, "counts": [{"name": "checkout", "count": 8}, …], "several_tags": 3}; name is null for lookups without a tag or licensee, start and end are null without a range. A lookup with several tags counts for each of them and once in total; several_tags is how many these are',
        },
      ],
      errors: [
        {
          code: 'invalid_input',
          when: 'for an invalid date, a start after the end, more than 3 tags',
        },
      ],
      rows: 'dailyCount',
      rowsWith: { by: 'counts' },
      alsoCalls: ['licenseeList', 'lookupLog'],
      load: () => import('./usage').then(({ keysUsage }) => keysUsage),
    },
  ]),
};
