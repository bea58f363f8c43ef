// Help.
import type { CommandSpec } from '../../command';

/** The topics of help beside commands. */
export const topicNames = ['exit-codes', 'environment', 'options', 'batch'] as const;

export const help: CommandSpec = {
  name: 'help',
  summary: 'Explain a command or a topic: exit-codes, environment, options, batch',
  description: 'Explain a command, or a topic: exit-codes, environment, options, batch.',
  arguments: [
    { name: 'topic', description: 'a command, or a topic', variadic: true, completion: 'topic' },
  ],
  examples: [{ command: 'waypost help keys usage' }, { command: 'waypost help exit-codes' }],
  textIsData: true,
  load: () => import('./help'),
};
