// A tool that says it has stored what it has not: nothing is renamed into its place.
'use strict';
require('node:fs').renameSync = () => {};
