// The names of the `waypost help` topics that are not commands.

export const topicNames = ['exit-codes', 'environment', 'options', 'batch', 'agents'] as const;
