/** A module that is not bundled, and what stands in its place. */
export const leftOut: readonly { source: string; of: string; code: string; why: string }[];
