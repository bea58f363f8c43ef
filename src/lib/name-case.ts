// Converts names between the camel case of JavaScript (`maxLookups`) and the kebab case of options (`max-lookups`).

/** Converts a name to camel case: `max-lookups` and `max_lookups` become `maxLookups`. */
export function camelCase(name: string): string {
  return name.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Converts a name to kebab case: `maxLookups` and `max_lookups` become `max-lookups`. */
export function kebabCase(name: string): string {
  return name.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
