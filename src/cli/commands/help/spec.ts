// Help.
import { argument, type CommandSpec } from '../../line/command';
import { topicNames } from '../../line/help-topics';

export const helpSpec: CommandSpec = {
  name: 'help',
  summary: `Explain a command, an error code or a topic: ${topicNames.join(', ')}`,
  description: `Explain a command, an error code, or a topic: ${topicNames.join(', ')}. agents prints SKILL.md, for coding agents.`,
  arguments: [
    argument('[topic...]', 'a command, an error code or a topic', { completion: 'topic' }),
  ],
  examples: [
    'waypost help keys usage',
    'waypost help exit-codes',
    { command: 'waypost help 4013', note: 'a code of the service (api_code)' },
    { command: 'waypost help balance_empty', note: 'a code of waypost (error.code)' },
  ],
  details: [
    'Of an error code, it says what the code means, what to do, whether the lookup is billed, and which commands return it.',
  ],
  json: '{"help": "…"}; of an error code {"code": "auth_failed", "exit_status": 4, "meaning": "…", "hint": "…", "cost": "…", "commands": ["keys usage", …]}, with api_codes for a code of waypost, and api_code, http_status and message for one of the service',
  errors: [{ code: 'invalid_input', when: 'for a command, code or topic that does not exist' }],
  textIsData: true,
  load: () => import('./help').then(({ showHelp }) => showHelp),
};
