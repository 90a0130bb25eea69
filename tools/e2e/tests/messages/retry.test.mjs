import { setUpQuietDemo } from '../support/demo.mjs';
import { testRetries } from './retries.mjs';

/** The Retry button of a failed execution. */

let demo;
setUpQuietDemo('retry', (started) => (demo = started));

testRetries(() => demo);
