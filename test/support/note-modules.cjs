// Node loads this file before the command. When the command ends, this code writes the names of the loaded modules to a file.
const Module = require('node:module');
const { writeFileSync } = require('node:fs');
// With this variable, Node loads each file of the build separately (bin/compiled-code.js).
process.env.NODE_DISABLE_COMPILE_CACHE = '1';
const loaded = [];
const load = Module._load;
Module._load = function (request, ...rest) {
  if (request !== './compiled-code.js') loaded.push(request);
  return load.call(this, request, ...rest);
};
process.once('exit', () => writeFileSync(process.env.MODULES_FILE, JSON.stringify(loaded)));
