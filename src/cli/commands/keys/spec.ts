// Describes the `waypost keys` commands.
import { argument, asking, type CommandGroup, option } from '../../line/command';
import { keyArgument, rangeDetails, rangeOptions, yes } from '../../line/common-options';

export const keysSpec: CommandGroup = {
  name: 'keys',
  summary: 'Show and change API keys, and show their usage',
  commands: asking([
    {
      name: 'list',
      asks: false,
      summary: 'List the keys in profiles, environment variables and options',
      description:
        'List the keys in every profile, in environment variables and in options. waypost does not send a request.',
      rows: '',
      examples: [
        'waypost keys list',
        "waypost keys list --json | jq -r '.[] | select(.in_use).profile'",
      ],
      json: '[{"preview": "ak_abc…", "type": "api_key|user_token", "profile": "…" or null, "base_url": "…", "source": "flag|env|config", "path": "…" or null, "in_use": true}, …]; profile is null for the default profile and for keys that do not belong to a profile; path is null for a key that is not in a file; if the key comes from a key command, the command field contains the program that prints the key',
      errors: [
        { code: 'invalid_credentials_file', when: 'if the credentials file in use is invalid' },
      ],
      load: () => import('./keys').then(({ keysList }) => keysList),
    },
    {
      name: 'show',
      summary: 'Show whether a key is available for lookups',
      description:
        'Show whether a key is available for lookups, and which countries (contexts) the key can search.',
      arguments: [argument('[key]', 'API key or licensee key (default: the key in use)')],
      examples: [
        'waypost keys show',
        { command: 'waypost keys show sl_… --json', note: 'checks a licensee key' },
      ],
      json: 'the service\'s result, {"available": true, "contexts": […], "context": "…"}',
      errors: [
        { code: 'auth_failed', when: 'if the service does not recognize the key' },
        { code: 'missing_api_key' },
      ],
      load: () => import('./keys').then(({ keysShow }) => keysShow),
    },
    {
      name: 'details',
      summary: "Show a key's remaining lookups, limits and settings",
      description: "Show a key's remaining lookups, limits, datasets and settings.",
      arguments: [keyArgument],
      examples: ['waypost keys details', 'waypost keys details --json | jq .lookups_remaining'],
      json: "the key's details, as the service sends them",
      errors: [
        { code: 'missing_user_token', when: 'if no management key is stored or set' },
        {
          code: 'auth_failed',
          when: "if the management key does not belong to the API key's owner",
        },
      ],
      load: () => import('./keys').then(({ keysDetails }) => keysDetails),
    },
    {
      name: 'update',
      summary: "Change a key's settings",
      description:
        "Change a key's settings. waypost does not change settings whose options you omit.",
      arguments: [keyArgument],
      options: [
        option('--name <name>', 'new name for the key'),
        option(
          '--daily-limit <n|none>',
          'maximum number of lookups per day, or none to remove the limit',
        ),
        option(
          '--monthly-limit <n|none>',
          'maximum number of lookups per calendar month, or none to remove the limit',
        ),
        option(
          '--enable-dataset <name>',
          'dataset to enable; repeat the option for several datasets',
          {
            completion: 'dataset',
            repeatable: true,
          },
        ),
        option(
          '--disable-dataset <name>',
          'dataset to disable; repeat the option for several datasets',
          {
            completion: 'dataset',
            repeatable: true,
          },
        ),
        option('--notifications <on|off>', "enable or disable the key's notifications", {
          choices: ['on', 'off'],
        }),
        option('--rate-limit <json>', 'rate limit, as a JSON object such as {"limit": 10}'),
        option(
          '--body <file|->',
          'file with a JSON object of settings to change; - reads standard input',
        ),
        yes,
      ],
      examples: [
        'waypost keys update --name "Web shop" --daily-limit 1000',
        'waypost keys update --monthly-limit none --disable-dataset here --notifications on',
        "jq '{notifications}' settings.json | waypost keys update --body - --yes --json",
      ],
      json: "the key's details after the update, as the service sends them",
      errors: [
        {
          code: 'invalid_input',
          when: 'if a value is invalid, or if a limit would be lower than the current usage and --yes is missing in a script (waypost does not change the key)',
        },
        {
          code: 'api_error',
          when: 'with API code 4001, if the service rejects a value (details names the value)',
        },
      ],
      alsoCalls: ['keyDetails'],
      load: () => import('./update').then(({ keysUpdate }) => keysUpdate),
    },
    {
      name: 'usage',
      summary: "Show a key's usage by day, tag, type or licensee",
      description:
        'Show how many lookups a key used: in total, per day, and compared with the previous range.',
      arguments: [keyArgument],
      options: [
        ...rangeOptions,
        option(
          '--tag <tag>',
          'count only lookups with this tag; use the option up to 3 times to count only lookups that have all of the tags',
          {
            completion: 'tag',
            repeatable: true,
          },
        ),
        option(
          '--licensee <licensee>',
          'count only lookups billed to this licensee (ID, key or name)',
          {
            completion: 'licensee',
          },
        ),
        option(
          '--by <tag|type|licensee>',
          'count by tag, lookup type or licensee instead of by day',
          {
            choices: ['tag', 'type', 'licensee'],
          },
        ),
      ],
      examples: [
        'waypost keys usage --last week',
        {
          command: 'waypost keys usage --last month --by tag',
          note: 'shows the number of lookups with each tag',
        },
        'waypost keys usage --start 2026-01-01 --end 2026-03-31 --tag checkout --tag de',
        'waypost keys usage --last 3mo --format csv > usage.csv',
        'waypost keys usage --start yesterday --json',
      ],
      details: [
        rangeDetails,
        "Without a range, the service counts the lookups in the last 21 days. In the chart, the dimmed last bar shows today's lookups so far.",
        'With --by, waypost counts the entries in the lookup log. The total is the same as without --by.',
      ],
      output: [
        {
          title: 'Output (--json)',
          text: 'the usage record as the service sends it: {"start": "…", "end": "…", "total": 12, "dailyCount": [{"date": "…", "count": 1}, …]}\nFor ranges over 90 days, waypost combines the total and dailyCount fields of several records',
        },
        {
          title: 'Output (--by --json), most lookups first',
          text: '{"by": "tag", "start": "…", "end": "…", "total": 12, "counts": [{"name": "checkout", "count": 8}, …], "several_tags": 3}; name is null for lookups without a tag or licensee; start and end are null without a range. A lookup with several tags counts once for each tag, but only once in the total; several_tags is the number of lookups with several tags',
        },
      ],
      errors: [
        {
          code: 'invalid_input',
          when: 'if a date is invalid, the start is after the end, or there are more than 3 tags',
        },
      ],
      rows: 'dailyCount',
      rowsWith: { by: 'counts' },
      alsoCalls: ['licenseeList', 'lookupLog'],
      load: () => import('./usage').then(({ keysUsage }) => keysUsage),
    },
  ]),
};
