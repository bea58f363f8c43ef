// Loaded before the command: writes the modules that the command loaded to a file at the end.
const Module = require('node:module');
const { writeFileSync } = require('node:fs');
// Makes Node load each file of the build by itself (bin/compiled-code.js).
process.env.NODE_DISABLE_COMPILE_CACHE = '1';
const loaded = [];
const load = Module._load;
Module._load = function (request, ...rest) {
  if (request !== './compiled-code.js') loaded.push(request);
  return load.call(this, request, ...rest);
};
process.once('exit', () => writeFileSync(process.env.MODULES_FILE, JSON.stringify(loaded)));
