// The topics of `waypost help` that are not commands.

export const topicNames = ['exit-codes', 'environment', 'options', 'batch', 'agents'] as const;
