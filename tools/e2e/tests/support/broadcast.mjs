// The data table of the template examples/broadcast.json.

/**
 * Creates the table with a row per phone number, runs `work(statuses, rows)`, and deletes the table. `statuses` reads
 * those of all rows, `rows` removes a row or sets its status.
 */
export async function withRecipients({ api }, phones, work) {
	const tables = `/projects/${(await api.request('GET', '/projects/personal')).id}/data-tables`;
	const columns = ['phone', 'text', 'status'].map((name) => ({ name, type: 'string' }));
	const { id } = await api.request('POST', tables, { name: 'Broadcast recipients', columns });
	const data = phones.map((phone) => ({ phone, text: 'Hello', status: null }));
	await api.request('POST', `${tables}/${id}/insert`, { data, returnType: 'count' });
	const statuses = async () =>
		(await api.request('GET', `${tables}/${id}/rows?take=250&sortBy=id:asc`)).data.map(({ status }) => status ?? '');
	const filterOf = (phone) => ({
		type: 'and',
		filters: [{ columnName: 'phone', condition: 'eq', value: phone }],
	});
	const rows = {
		remove: async (phone) => {
			const filter = encodeURIComponent(JSON.stringify(filterOf(phone)));
			await api.request('DELETE', `${tables}/${id}/rows?filter=${filter}`);
		},
		setStatus: async (phone, status) => {
			const body = { filter: filterOf(phone), data: { status } };
			await api.request('PATCH', `${tables}/${id}/rows`, body);
		},
	};
	try {
		await work(statuses, rows);
	} finally {
		await api.request('DELETE', `${tables}/${id}`);
	}
}
