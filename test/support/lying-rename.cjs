// A rename that reports success without renaming the file, so that the command reports a file as stored that it did not
// store.
'use strict';
require('node:fs').renameSync = () => {};
