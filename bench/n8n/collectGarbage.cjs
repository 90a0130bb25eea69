// Loaded into n8n before its own code: a signal collects all garbage and returns the memory to the system, so that each
// measurement starts with the same heap. Otherwise a run would use memory that an earlier one has left.
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGUSR2', () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }));
