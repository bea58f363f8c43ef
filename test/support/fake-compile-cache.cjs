// Node 20 has no cache of compiled code: says which directory the entry would use.
require('node:module').enableCompileCache = (directory) => {
  process.stderr.write(`cache: ${directory}\n`);
};
