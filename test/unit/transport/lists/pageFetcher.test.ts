import { ServiceError } from '../../../../nodes/transport/errors/failure';
import { pageFetcher } from '../../../../nodes/transport/lists/pageFetcher';
import type { ServiceResponse } from '../../../../nodes/transport/response/response';

const response = (body: unknown, status = 200): ServiceResponse => ({ status, headers: {}, body });
const refusal = (status?: number) =>
	new ServiceError({ status, attempts: 1, outcomeUnknown: false });

/** Fetches pages from a service that gives these answers, one after the other. */
function fetcher(...answers: Array<ServiceResponse | Error>) {
	const queries: unknown[] = [];
	const fetchPage = pageFetcher(async (query) => {
		queries.push(query);
		const answer = answers.shift();
		if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no answer');
		return answer;
	});
	return { fetchPage, queries };
}

test('a page is fetched with its query and read as a list', async () => {
	const { fetchPage, queries } = fetcher(response({ data: [1, 2], pagination: { total: 9 } }));
	expect(await fetchPage({ page: 1, limit: 2 })).toMatchObject({ records: [1, 2], total: 9 });
	expect(queries).toEqual([{ page: 1, limit: 2 }]);
});

test.each([
	['afterFull', 404],
	['afterShort', 400],
	['afterShort', 404],
	['afterShort', 416],
	['afterShort', 422],
] as const)(
	'a guessed page (%s) that the service refuses with %i is empty',
	async (guess, status) => {
		const { fetchPage } = fetcher(refusal(status));
		expect(await fetchPage({ page: 2 }, guess)).toEqual({ records: [] });
	},
);

test.each([
	['an expected page', undefined, refusal(404)],
	['a page after a full one', 'afterFull', refusal(400)],
	['a page after a full one', 'afterFull', refusal(422)],
	['a page after a short one', 'afterShort', refusal(403)],
	['a page after a short one', 'afterShort', refusal(500)],
	['a page after a short one without a response', 'afterShort', refusal()],
	['a page that fails for another reason', 'afterShort', new TypeError('a programming error')],
] as const)('the error of %s (%s) is thrown: %s', async (_what, guess, error) => {
	const { fetchPage } = fetcher(error);
	await expect(fetchPage({ page: 2 }, guess)).rejects.toBe(error);
});

describe('an empty response', () => {
	test('is an empty list on the first page', async () => {
		const { fetchPage } = fetcher(response('', 204));
		expect(await fetchPage({ page: 1 })).toEqual({ records: [] });
	});

	test('ends the list after a page that is not full', async () => {
		const { fetchPage } = fetcher(response([1]), response(''));
		await fetchPage({ page: 1 });
		expect(await fetchPage({ page: 2 }, 'afterShort')).toEqual({ records: [] });
	});

	test.each([undefined, 'afterFull'] as const)(
		'on any other later page (guess: %s) is an error, because records would be lost',
		async (guess) => {
			const { fetchPage } = fetcher(response([1]), response([2]), response('', 204));
			await fetchPage({ page: 1 });
			await fetchPage({ page: 2 });
			const error = await fetchPage({ page: 3 }, guess).catch((thrown: unknown) => thrown);
			expect(error).toBeInstanceOf(ServiceError);
			expect(error).toMatchObject({
				message: 'The response is incomplete or is not valid JSON (204)',
				failure: { status: 204, unusableReason: 'brokenJson', attempts: 1, outcomeUnknown: false },
			});
		},
	);
});
