// Help.
import { argument, type CommandSpec } from '../../line/command';

export const topicNames = ['exit-codes', 'environment', 'options', 'batch', 'agents'] as const;

export const helpSpec: CommandSpec = {
  name: 'help',
  summary: `Explain a command or a topic: ${topicNames.join(', ')}`,
  description: `Explain a command, or a topic: ${topicNames.join(', ')}. agents prints SKILL.md, for coding agents.`,
  arguments: [argument('[topic...]', 'a command, or a topic', { completion: 'topic' })],
  examples: ['waypost help keys usage', 'waypost help exit-codes'],
  textIsData: true,
  load: () => import('./help').then(({ showHelp }) => showHelp),
};
