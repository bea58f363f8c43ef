// Converts names between the case of JavaScript (`maxLookups`) and the case of options (`max-lookups`).

/** Returns `maxLookups` for `max-lookups` and for `max_lookups`. */
export function camelCase(name: string): string {
  return name.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns `max-lookups` for `maxLookups` and for `max_lookups`. */
export function kebabCase(name: string): string {
  return name.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
