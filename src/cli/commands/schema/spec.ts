// Describes `waypost schema`, which prints a JSON description of waypost's commands.
import { argument, type CommandSpec, option } from '../../line/command';

export const schemaSpec: CommandSpec = {
  name: 'schema',
  summary: 'Describe commands as JSON, for programs',
  description:
    'Describe a command as JSON. For a command group, or without a command, print an index: the commands with their summaries, effects and exit codes.',
  arguments: [
    argument('[command...]', 'command or command group to describe (default: all commands)', {
      completion: 'command',
    }),
  ],
  options: [option('--all', 'describe every command completely, instead of printing the index')],
  examples: [
    { command: 'waypost schema', note: 'prints the index' },
    'waypost schema keys usage',
    'waypost schema auth whoami --json | jq .output',
    'waypost schema | jq -r \'.commands[] | select(.effects | index("bills")) | .command\'',
    "waypost schema --all | jq -r '.. | .name? // empty'",
  ],
  details: [
    'The description of a command contains everything that its help shows. The output field is a JSON Schema. Later versions of waypost might add output fields that the schema does not contain. Options that every command accepts have "global": true. Only the top level of the document lists these options. `waypost schema` always prints JSON. With --json, the JSON is on one line.',
  ],
  output: [
    {
      title: 'Output for an index',
      text: '{"name": "…", "description": "…", "commands": [{"command": "keys usage", "summary": "…", "effects": ["reads", …], "exit_codes": [0, …]}, …]}; effects contains the names of the effects that the command has',
    },
    {
      title: 'Output for a command, or with --all',
      text: '{"name": "…", "description": "…", "arguments": […], "options": […], "output": {…} or null, "effects": {"reads": true, "changes": false, "deletes": false, "bills": false, "writes_files": false, "runs_programs": false} or null, "errors": […], "exit_statuses": […], "commands": […]}',
    },
  ],
  errors: [{ code: 'invalid_input', when: 'if the command does not exist' }],
  load: () => import('./schema').then(({ showSchema }) => showSchema),
};
