// The data tables of n8n.

/** A data table of n8n. */
export class DataTable {
	/** Returns the table with this name, or undefined. */
	static async find(api, name) {
		const tables = `/projects/${(await api.request('GET', '/projects/personal')).id}/data-tables`;
		const { data } = await api.request('GET', tables);
		const found = data.find((each) => each.name === name);
		return found && new DataTable(api, `${tables}/${found.id}`);
	}

	/** Creates a table whose columns are texts. */
	static async create(api, name, columns) {
		const tables = `/projects/${(await api.request('GET', '/projects/personal')).id}/data-tables`;
		const types = columns.map((each) => ({ name: each, type: 'string' }));
		const { id } = await api.request('POST', tables, { name, columns: types });
		return new DataTable(api, `${tables}/${id}`);
	}

	constructor(api, path) {
		Object.assign(this, { api, path });
	}

	/** Returns the rows without n8n's own columns. */
	async rows() {
		const { data } = await this.api.request('GET', `${this.path}/rows?take=250&sortBy=id:asc`);
		return data.map(({ id: _id, createdAt: _created, updatedAt: _updated, ...row }) => row);
	}

	async insert(...data) {
		await this.api.request('POST', `${this.path}/insert`, { data, returnType: 'count' });
	}

	/** Changes the rows with a value in a column. */
	async update([column, value], data) {
		await this.api.request('PATCH', `${this.path}/rows`, { filter: filterFor(column, value), data });
	}

	async remove([column, value]) {
		const filter = encodeURIComponent(JSON.stringify(filterFor(column, value)));
		await this.api.request('DELETE', `${this.path}/rows?filter=${filter}`);
	}

	async delete() {
		await this.api.request('DELETE', this.path);
	}
}

const filterFor = (columnName, value) => ({ type: 'and', filters: [{ columnName, condition: 'eq', value }] });
