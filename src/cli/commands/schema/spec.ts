// The commands as data, for programs.
import { argument, type CommandSpec } from '../../line/command';

export const schemaSpec: CommandSpec = {
  name: 'schema',
  summary: 'Describe commands as JSON, for programs',
  description: 'Describe a command, a group of commands, or all of them, as JSON.',
  arguments: [
    argument('[command...]', 'words of a command; all by default', { completion: 'command' }),
  ],
  examples: [
    'waypost schema keys usage',
    "waypost schema | jq -r '.. | .name? // empty'",
    'waypost schema auth whoami --json | jq .output',
  ],
  details: [
    'Everything help says, from the same list. The output is a JSON Schema; members it does not name may come with later versions. Options that every command takes are marked as global, and stand in the document that was asked for only. On a terminal or not, the text is JSON: --json puts it on one line.',
  ],
  output: [
    {
      title: 'Output',
      text: '{"name": "…", "description": "…", "arguments": […], "options": […], "output": {…} or null, "effects": {"reads": true, "changes": false, "deletes": false, "bills": false, "writes_files": false, "runs_programs": false} or null, "errors": […], "exit_statuses": […], "commands": […]}',
    },
  ],
  errors: [{ code: 'invalid_input', when: 'for a command that does not exist' }],
  load: () => import('./schema').then(({ showSchema }) => showSchema),
};
