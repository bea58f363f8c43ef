/** The default port of `sandbox start`. */
export const usualPort = 8787;
