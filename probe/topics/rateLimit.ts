import { readRateLimit } from '../../nodes/transport/rateLimit/headers';
import type { Question } from '../question/question';

/** A window is a minute (reference, section 8), so a later end is not plausible. */
const LONGEST_WINDOW_MS = 3_600_000;

/** Reads the rate headers of all responses so far. They are asked last, and without a request. */
export const rateLimitQuestions: Question[] = [
	{
		ids: ['8-reset', '8-missing-headers'],
		title: 'Rate headers, and the unit of X-RateLimit-Reset',
		ask({ answers, facts }) {
			const ok = answers.map(({ answer }) => answer).filter((each) => each.ok);
			const readings = ok.map((answer) => ({
				...readRateLimit(answer.headers, answer.sentAt, answer.receivedAt),
				sentAt: answer.receivedAt,
			}));
			const complete = readings.filter(
				({ limit, remaining, reset }) => limit !== undefined && remaining !== undefined && reset,
			);
			facts.rateLimitHeaders = complete.length > 0;
			if (ok.length === 0) return 'No response could be read.';
			const counts = `${complete.length} of ${ok.length} responses have all three headers`;
			if (complete.length === 0) return { answer: `${counts}: the node does not pace its requests.` };
			const { reset, limit } = complete.at(-1)!;
			const unit =
				reset!.onServer === undefined
					? 'seconds from now'
					: `${reset!.onServer % 1000 > 0 ? 'milliseconds' : 'seconds'} since 1970`;
			const isPlausible = complete.every(
				({ reset: each, sentAt }) => each!.at - sentAt > -5_000 && each!.at - sentAt < LONGEST_WINDOW_MS,
			);
			facts.resetUnit = isPlausible ? unit : undefined;
			const falls = complete.some(({ remaining }, n) => n > 0 && remaining! < complete[n - 1]!.remaining!);
			return {
				answer:
					`${counts}, with a limit of ${limit! < 1e6 ? limit : 'no plausible number'}. X-RateLimit-Reset is in ${unit}, and its values are ` +
					`${isPlausible ? 'plausible' : '**not plausible**: before now, or more than an hour ahead'}. ` +
					`X-RateLimit-Remaining ${falls ? 'counts down' : 'was not seen to count down'}.`,
			};
		},
	},
	{
		ids: ['4-success-status'],
		title: 'Status codes of success',
		ask({ answers, facts }) {
			const ok = answers.filter(({ answer }) => answer.ok);
			if (ok.length === 0) return 'No request succeeded.';
			const seen = [...new Set(ok.map(({ request, answer }) => `${request}: ${answer.status}`))];
			facts.successStatuses = seen;
			return { answer: `${seen.map((each) => `\`${each}\``).join(', ')}.` };
		},
	},
];
