import { isPublicHost, forbiddenPartOf } from '../../../../nodes/transport/credentials/fileUrl';

const host = (url: string) => new URL(url).hostname;

test.each([
	'https://media.example',
	'https://8.8.8.8',
	'https://172.15.0.1',
	'https://172.32.0.1',
	'https://192.167.1.1',
	'https://100.63.0.1',
	'https://100.128.0.1',
	'https://169.253.0.1',
	'https://192.0.66.1',
	'https://198.17.0.1',
	'https://198.20.0.1',
	'https://223.255.255.1',
	'https://[2606:4700::1111]',
	'https://[::ffff:8.8.8.8]',
	'https://[64:ff9b::8.8.8.8]',
	'https://[2002:808:808::1]',
	'https://8.18.0.1',
	'https://192.5.0.1',
	'https://[::8.8.8.8]',
	'https://[::ffff:0:8.8.8.8]',
	'https://[2001:4860:4860::8888]',
	'https://[2606:0:1::1]',
	'https://[2606:4700:1:2:3:4:5:6]',
	'https://10.media.example',
	'https://0.0.0.0.example',
	'https://127.0.0.1.example',
])('%s is public', (url) => {
	expect(isPublicHost(host(url))).toBe(true);
});

test.each([
	'https://localhost',
	'https://localhost.',
	'https://LOCALHOST',
	'https://a.localhost',
	'https://db',
	'https://printer.local',
	'https://a.internal.',
	'https://a.localdomain',
	'https://127.0.0.1',
	'https://127.1',
	'https://2130706433',
	'https://0x7f.1',
	'https://0177.0.0.1',
	'https://127.9.9.9',
	'https://0.0.0.0',
	'https://10.1.2.3',
	'https://172.16.0.1',
	'https://172.31.255.1',
	'https://192.168.1.1',
	'https://169.254.169.254',
	'https://100.64.0.1',
	'https://100.127.0.1',
	'https://192.0.0.8',
	'https://198.18.0.1',
	'https://198.19.0.1',
	'https://224.0.0.1',
	'https://255.255.255.255',
	'https://[::1]',
	'https://[::]',
	'https://[::ffff:127.0.0.1]',
	'https://[::ffff:a00:1]',
	'https://[::127.0.0.1]',
	'https://[::ffff:0:10.0.0.1]',
	'https://[64:ff9b::10.0.0.1]',
	'https://[2002:a00:1::1]',
	'https://[2001::1]',
	'https://[64:ff9b:1::1]',
	'https://[fe80::1]',
	'https://[fec0::1]',
	'https://[fc00::1]',
	'https://[fd12:3456::1]',
	'https://[ff02::1]',
])('%s is not public', (url) => {
	expect(isPublicHost(host(url))).toBe(false);
});

describe('allowed file URLs', () => {
	const PUBLIC = 'https://service.example/api/v2';
	const LOCAL = 'http://192.168.0.5/api/v2';
	const SECURE_LOCAL = 'https://service.internal/api/v2';
	test.each([
		['https://media.example/a', PUBLIC, undefined],
		['http://media.example/a', PUBLIC, 'http:'],
		['ftp://media.example/a', PUBLIC, 'ftp:'],
		['https://10.0.0.1:8443/a', PUBLIC, '10.0.0.1:8443'],
		['https://[::ffff:169.254.169.254]/a', PUBLIC, '[::ffff:a9fe:a9fe]'],
		['https://service.example:444/a', PUBLIC, undefined],
		['http://192.168.0.9/a', LOCAL, undefined],
		['http://media.example/a', LOCAL, undefined],
		['https://127.0.0.1/a', LOCAL, undefined],
		['file:///etc/passwd', LOCAL, 'file:'],
		['https://10.0.0.1/a', SECURE_LOCAL, undefined],
		['http://10.0.0.1/a', SECURE_LOCAL, 'http:'],
	])('the forbidden part of %s with the base URL %s is %s', (url, base, refused) => {
		expect(forbiddenPartOf(new URL(url), new URL(base))).toBe(refused);
	});
});
