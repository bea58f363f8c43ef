// The command that prints help.
import { argument, type CommandSpec } from '../../line/command';
import { topicNames } from '../../line/help-topics';

export const helpSpec: CommandSpec = {
  name: 'help',
  summary: `Explain a command, an error code or a topic: ${topicNames.join(', ')}`,
  description: `Explain a command, an error code, or a topic: ${topicNames.join(', ')}. agents prints SKILL.md, for coding agents.`,
  arguments: [argument('[topic...]', 'command, error code or topic', { completion: 'topic' })],
  examples: [
    'waypost help keys usage',
    'waypost help exit-codes',
    { command: 'waypost help 4013', note: 'explains an API code (api_code)' },
    {
      command: 'waypost help balance_empty',
      note: 'explains an error code (error.code)',
    },
  ],
  details: [
    'For an error code or API code, waypost prints the meaning, what to do next, whether the service bills the lookup, and the commands that return the code.',
  ],
  json: '{"help": "…"}; for an error code {"code": "auth_failed", "exit_status": 4, "meaning": "…", "hint": "…", "cost": "…", "commands": ["keys usage", …]}, and with it api_codes; for an API code also api_code, http_status and message instead of api_codes',
  errors: [{ code: 'invalid_input', when: 'if the command, code or topic does not exist' }],
  textIsData: true,
  load: () => import('./help').then(({ showHelp }) => showHelp),
};
