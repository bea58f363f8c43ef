// Help.
import type { CommandSpec } from '../../line/command';

/** The topics of help beside commands. */
export const topicNames = ['exit-codes', 'environment', 'options', 'batch', 'agents'] as const;

export const help: CommandSpec = {
  name: 'help',
  summary: `Explain a command or a topic: ${topicNames.join(', ')}`,
  description: `Explain a command, or a topic: ${topicNames.join(', ')}. agents prints SKILL.md, for coding agents.`,
  arguments: [
    { name: 'topic', description: 'a command, or a topic', variadic: true, completion: 'topic' },
  ],
  examples: [{ command: 'waypost help keys usage' }, { command: 'waypost help exit-codes' }],
  textIsData: true,
  load: () => import('./help').then(({ help }) => help),
};
