export function copyForOthers(directory: string, more?: readonly string[]): void;
