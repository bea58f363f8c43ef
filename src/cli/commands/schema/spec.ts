// The commands as data, for programs.
import { argument, type CommandSpec, option } from '../../line/command';

export const schemaSpec: CommandSpec = {
  name: 'schema',
  summary: 'Describe commands as JSON, for programs',
  description:
    'Describe a command as JSON. A group of commands, or no command, prints an index: the commands with their summaries, effects and exit codes.',
  arguments: [
    argument('[command...]', 'words of a command or group; all commands by default', {
      completion: 'command',
    }),
  ],
  options: [option('--all', 'describe each command of the index in full')],
  examples: [
    { command: 'waypost schema', note: 'the index' },
    'waypost schema keys usage',
    'waypost schema auth whoami --json | jq .output',
    'waypost schema | jq -r \'.commands[] | select(.effects | index("bills")) | .command\'',
    "waypost schema --all | jq -r '.. | .name? // empty'",
  ],
  details: [
    'A description has everything that help says, from the same list. Its output is a JSON Schema; members it does not name may come with later versions. Options that every command takes are marked as global, and stand in the document that was asked for only. On a terminal or not, the text is JSON: --json puts it on one line.',
  ],
  output: [
    {
      title: 'Output of an index',
      text: '{"name": "…", "description": "…", "commands": [{"command": "keys usage", "summary": "…", "effects": ["reads", …], "exit_codes": [0, …]}, …]}; effects are those of the description that are true',
    },
    {
      title: 'Output of a command, and with --all',
      text: '{"name": "…", "description": "…", "arguments": […], "options": […], "output": {…} or null, "effects": {"reads": true, "changes": false, "deletes": false, "bills": false, "writes_files": false, "runs_programs": false} or null, "errors": […], "exit_statuses": […], "commands": […]}',
    },
  ],
  errors: [{ code: 'invalid_input', when: 'for a command that does not exist' }],
  load: () => import('./schema').then(({ showSchema }) => showSchema),
};
