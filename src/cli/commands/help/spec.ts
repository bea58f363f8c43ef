// Help.
import type { CommandSpec } from '../../command';

export const help: CommandSpec = {
  name: 'help',
  summary: 'Explain a command or a topic: exit-codes, environment, batch',
  description: 'Explain a command, or a topic: exit-codes, environment, batch.',
  arguments: [{ name: 'topic', description: 'a command, or a topic', variadic: true }],
  examples: [{ command: 'waypost help keys usage' }, { command: 'waypost help exit-codes' }],
  load: () => import('../help'),
  loadOutputs: () => import('./outputs'),
};
