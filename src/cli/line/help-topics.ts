// The topics of `waypost help` that belong to no command.

export const topicNames = ['exit-codes', 'environment', 'options', 'batch', 'agents'] as const;
