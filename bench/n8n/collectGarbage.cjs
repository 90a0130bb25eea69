// Loaded into n8n before its own code: signals collect all garbage, so that each measurement starts with the same heap.
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGUSR2', () => collect());
// Also returns the memory to the system; otherwise a run would use what an earlier one has left. n8n then compiles code again.
process.on('SIGWINCH', () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }));
