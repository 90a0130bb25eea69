import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';

/** Records what is logged on these levels until the next call, in addition to n8n's own logger. */
export function recordLogs(levels = ['error', 'warn', 'info', 'debug']): unknown[] {
	const logger = Container.get(Logger);
	const lines: unknown[] = [];
	for (const level of ['error', 'warn', 'info', 'debug'] as const) {
		// The recorder of the last call, which hides the logger's own method.
		Reflect.deleteProperty(logger, level);
		const log = logger[level].bind(logger) as (...line: unknown[]) => void;
		logger[level] = (...line: unknown[]) => {
			if (levels.includes(level)) lines.push(line);
			log(...line);
		};
	}
	return lines;
}

/** All strings that can be reached from a value, including non-enumerable properties, as one text. */
export function serialize(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value === 'string') return `${value}\n`;
	if (typeof value !== 'object' || value === null || seen.has(value)) return '';
	seen.add(value);
	return Reflect.ownKeys(value)
		.map((key) => `${String(key)}\n${serialize(Reflect.get(value, key), seen)}`)
		.join('');
}
