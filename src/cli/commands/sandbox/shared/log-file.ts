// The file in a data folder that a detached sandbox writes its own lines to.

/** Its name. */
export const logFile = 'sandbox.log';
