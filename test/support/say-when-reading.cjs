// Loaded before the command: says on standard error that standard input is being read.
const { Readable } = require('node:stream');
const original = Readable.prototype[Symbol.asyncIterator];
Readable.prototype[Symbol.asyncIterator] = function (...args) {
  if (this === process.stdin) process.stderr.write('reading\n');
  return original.apply(this, args);
};
