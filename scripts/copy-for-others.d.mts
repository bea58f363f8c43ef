export function copyForOthers(folder: string, more?: readonly string[]): void;
