/** The port that `sandbox start` listens on unless told otherwise. */
export const usualPort = 8787;
