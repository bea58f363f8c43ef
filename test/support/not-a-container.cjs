// Node loads this file before the command (node --require). In a container, waypost does not open a browser. This code makes
// waypost open a browser by hiding the files that identify a container.
'use strict';
const fs = require('node:fs');

const marks = ['/.dockerenv', '/run/.containerenv'];
const real = fs.existsSync;
fs.existsSync = (path) => !marks.includes(path) && real(path);
