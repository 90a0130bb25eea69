import { runFiles } from '../suite';

/** The tests of one group in the order of groups.mjs, fast ones first. */
runFiles((process.env.MUTATION_TESTS ?? '').split(','));
