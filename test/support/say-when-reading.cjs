// Node loads this file before the command. This code writes to standard error when the command reads standard input.
const { Readable } = require('node:stream');
const original = Readable.prototype[Symbol.asyncIterator];
Readable.prototype[Symbol.asyncIterator] = function (...args) {
  if (this === process.stdin) process.stderr.write('reading\n');
  return original.apply(this, args);
};
