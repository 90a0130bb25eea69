const { createHash } = require('node:crypto');
const Sequencer = require('@jest/test-sequencer').default;

/**
 * Runs the test files in jest's order, but in a random one with FULL=1, because those of a process share the project's
 * files and must not depend on each other. `ORDER=<number>` repeats an order.
 */
module.exports = class extends Sequencer {
	sort(tests) {
		const order = process.env.ORDER ?? (process.env.FULL && String(Date.now()));
		if (!order) return super.sort(tests);
		console.error(`The order of the test files is ORDER=${order}`);
		const rank = ({ path }) => createHash('sha256').update(`${order} ${path}`).digest('hex');
		return [...tests].sort((one, other) => (rank(one) < rank(other) ? -1 : 1));
	}
};
