// Describes `waypost help`.
import { argument, type CommandSpec } from '../../line/command';
import { topicNames } from '../../line/help-topics';

export const helpSpec: CommandSpec = {
  name: 'help',
  summary: `Explain a command, an error code or one of these topics: ${topicNames.join(', ')}`,
  description: `Explain a command, an error code or one of these topics: ${topicNames.join(', ')}. \`waypost help agents\` prints SKILL.md, the instructions for coding agents.`,
  arguments: [
    argument('[topic...]', 'command, error code, API code or topic', { completion: 'topic' }),
  ],
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
    "For an error code or an API code, waypost prints the code's meaning, a hint, the cost of the failed request, and the commands that return the code.",
  ],
  json: '{"help": "…"}; for an error code, {"code": "auth_failed", "exit_status": 4, "api_codes": […], "meaning": "…", "hint": "…", "cost": "…", "commands": ["keys usage", …]}; for an API code, the fields api_code, http_status and message replace api_codes',
  errors: [
    { code: 'invalid_input', when: 'if the command, error code, API code or topic does not exist' },
  ],
  textIsData: true,
  load: () => import('./help').then(({ showHelp }) => showHelp),
};
