// Loaded into n8n: a signal starts a CPU profile; the next one stops it and writes it to PROFILE_FILE.
const { writeFileSync } = require('node:fs');
const { Session } = require('node:inspector');

let session;

process.on('SIGPWR', () => {
	if (session === undefined) {
		session = new Session();
		session.connect();
		session.post('Profiler.enable');
		session.post('Profiler.start');
		return;
	}
	session.post('Profiler.stop', (error, { profile }) => {
		writeFileSync(process.env.PROFILE_FILE, JSON.stringify(profile));
		session.disconnect();
		session = undefined;
	});
});
