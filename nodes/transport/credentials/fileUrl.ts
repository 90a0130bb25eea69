import { isLocalHost } from './credentials';

/**
 * Checks the URL of a file in a response or a redirect. The service must not make n8n send requests into n8n's own network
 * (SSRF): only https is allowed, or http if the base URL uses http; and no local or private host, unless the base URL's host is
 * one too. A public name that resolves to a private IP address is not detected, because nodes have no access to DNS.
 *
 * @returns the scheme or host that is not allowed; undefined if the URL is allowed
 */
export function forbiddenPartOf(url: URL, baseUrl: URL): string | undefined {
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && baseUrl.protocol === 'http:'))
		return url.protocol;
	return isPublicHost(url.hostname) || !isPublicHost(baseUrl.hostname) ? undefined : url.host;
}

/**
 * Whether a host is on the public internet, judging by its name or IP address.
 *
 * @param hostname as in `URL.hostname`, which normalizes every form of an IPv4 address (decimal, octal, short) to four
 *   numbers; IPv6 in brackets
 */
export function isPublicHost(hostname: string): boolean {
	const host = hostname.toLowerCase().replace(/[[\]]|\.$/g, '');
	if (host.includes(':')) return isPublicIpv6(groupsOf(host));
	const bytes = /^\d+\.\d+\.\d+\.\d+$/.test(host) ? host.split('.').map(Number) : undefined;
	return bytes ? isPublicIpv4(bytes) : !isLocalHost(host) && !host.endsWith('.localdomain');
}

/** The registry of special-purpose IPv4 addresses (RFC 6890), multicast and reserved ranges. */
function isPublicIpv4(bytes: number[]): boolean {
	const [first = 0, second = 0, third = 0] = bytes;
	if (isLocalHost(bytes.join('.')) || first === 0 || first >= 224) return false;
	if (first === 100) return second < 64 || second > 127;
	if (first === 192) return second !== 0 || third !== 0;
	return first !== 198 || (second !== 18 && second !== 19);
}

/** Global unicast is 2000::/3 (RFC 4291). An address that contains an IPv4 address is judged by that. */
function isPublicIpv6(groups: number[]): boolean {
	const [first = 0, second = 0, third = 0] = groups;
	const head = groups
		.slice(0, 6)
		.map((group) => group.toString(16))
		.join(':');
	const mapped = ['0:0:0:0:0:0', '0:0:0:0:0:ffff', '0:0:0:0:ffff:0', '64:ff9b:0:0:0:0'];
	if (mapped.includes(head)) return isPublicIpv4(bytesOf(groups.slice(6)));
	// 6to4 contains an IPv4 address; Teredo (2001::/32) contains several.
	if (first === 0x2002) return isPublicIpv4(bytesOf([second, third]));
	return first >> 13 === 1 && !(first === 0x2001 && second === 0);
}

function groupsOf(address: string): number[] {
	const [left = '', right] = address
		.split('::')
		.map((half) => half.split(':').filter((group) => group !== ''));
	const before = [...left].map((group) => parseInt(group, 16));
	const after = [...(right ?? [])].map((group) => parseInt(group, 16));
	return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function bytesOf(groups: number[]): number[] {
	return groups.flatMap((group) => [group >> 8, group & 0xff]);
}
