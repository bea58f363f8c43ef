/** The port a sandbox listens on where none is named. */
export const usualPort = 8787;
