import type { INodeProperties } from 'n8n-workflow';
import { MessagingIntegrationApi } from '../../credentials/MessagingIntegrationApi.credentials';
import { MessagingIntegration } from '../../nodes/MessagingIntegration/MessagingIntegration.node';
import { MessagingIntegrationTrigger } from '../../nodes/MessagingIntegrationTrigger/MessagingIntegrationTrigger.node';
import provedBy from './provedBy.json';
import { read } from '../support/project';

const rows = read('docs/open-questions.md')
	.split('\n')
	.filter((line) => /^\| \d/.test(line))
	.map((line) => line.replace(/^\| | \|$/g, '').split(' | '));
const ids = rows.map(([id]) => id);

function namesOf(properties: INodeProperties[]): string[] {
	return properties.flatMap(({ name, options = [] }) => [
		name,
		...options.flatMap((option) => {
			if ('values' in option) return namesOf(option.values);
			return 'type' in option ? namesOf([option]) : [];
		}),
	]);
}

const settings = [
	new MessagingIntegration().description,
	new MessagingIntegrationTrigger().description,
	new MessagingIntegrationApi(),
].flatMap(({ properties }) => namesOf(properties));

test('each row has four cells, and a unique ID that starts with a section', () => {
	expect(rows.length).toBeGreaterThan(30);
	expect(rows.filter((cells) => cells.length !== 4 || cells.includes(''))).toEqual([]);
	expect(new Set(ids).size).toBe(ids.length);
	expect(ids.filter((id = '') => !/^[1-8](\.\d+)?(-[a-z\d]+)+$/.test(id))).toEqual([]);
});

test('each setting exists', () => {
	const named = rows
		.map(([, , , setting = '']) => setting)
		.filter((setting) => setting !== 'none')
		.flatMap((setting) => setting.split(', '));
	expect(named.filter((name) => !settings.includes(name.replace(/^`(\w+)`$/, '$1')))).toEqual([]);
});

/** `provedBy.json` has, by file, parts of the titles of tests, and the rows that they prove. */
test.each(Object.entries(provedBy))('the tests of %s exist', (file, titles) => {
	const text = read(`test/${file}`);
	expect(Object.keys(titles).filter((title) => !text.includes(title))).toEqual([]);
});

test('each row is proved by a test', () => {
	const proved = Object.values(provedBy).flatMap((titles) => Object.values(titles).flat());
	expect(ids.filter((id = '') => !proved.includes(id))).toEqual([]);
});
