// The command that scripts start: the Node build, or the executable that WAYPOST_TEST_COMMAND names.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const entry = join(dirname(fileURLToPath(import.meta.url)), '../bin/waypost.js');

/**
 * The program and its first arguments, and variables; with a file whose code is loaded before the command's. Node
 * has the options that the script itself was started with.
 */
export function testedCommand(preload) {
  const executable = process.env.WAYPOST_TEST_COMMAND;
  if (executable === undefined) {
    const options = preload === undefined ? [] : ['--require', preload];
    return { command: [process.execPath, ...process.execArgv, ...options, entry], env: {} };
  }
  // The executable has Bun in it.
  const env = preload === undefined ? {} : { BUN_OPTIONS: `--preload ${preload}` };
  return { command: [executable], env };
}
