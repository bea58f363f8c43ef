// Node loads this file before the command. This code throws an error that waypost does not handle. The message contains a key.
const fs = require('node:fs');
fs.lstatSync = () => {
  throw new RangeError('out of luck with ak_live_9f8e7d6c5b4a39281706');
};
