/** The modules that the bundler replaces, each with its replacement. */
export const leftOut: readonly { source: string; of: string; code: string; why: string }[];
