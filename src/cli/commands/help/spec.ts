// Help.
import type { CommandSpec } from '../../command';

export const help: CommandSpec = {
  name: 'help',
  summary: 'Explain a command or a topic: exit-codes, environment, batch',
  description: 'Explain a command, or a topic: exit-codes, environment, batch.',
  arguments: [{ name: 'topic', description: 'a command, or a topic', variadic: true }],
  load: () => import('../help'),
};
