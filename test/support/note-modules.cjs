// Loaded before the command: writes down every module it loads, at the end, into the file it is told.
const Module = require('node:module');
const { writeFileSync } = require('node:fs');
// Node itself loads each file of the build then (bin/compiled-code.js).
process.env.NODE_DISABLE_COMPILE_CACHE = '1';
const loaded = [];
const load = Module._load;
Module._load = function (request, ...rest) {
  if (request !== './compiled-code.js') loaded.push(request);
  return load.call(this, request, ...rest);
};
process.once('exit', () => writeFileSync(process.env.MODULES_FILE, JSON.stringify(loaded)));
