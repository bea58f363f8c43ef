// Loaded before the command: throws an error that waypost does not expect, with a secret in its message.
const fs = require('node:fs');
fs.lstatSync = () => {
  throw new RangeError('out of luck with ak_live_9f8e7d6c5b4a39281706');
};
