// Node loads this file before the command. renameSync returns without an error, but does not rename the file. The command
// therefore reports that it stored a file, although the file does not exist.
'use strict';
require('node:fs').renameSync = () => {};
