// A rename that reports success without renaming the file, so that the command reports to have stored what it has not.
'use strict';
require('node:fs').renameSync = () => {};
