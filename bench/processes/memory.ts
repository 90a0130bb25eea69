import { readFileSync, writeFileSync } from 'node:fs';

/** Starts a new measurement of a process's peak memory, and returns its present memory in MiB. Needs Linux. */
export function resetPeak(pid: number | 'self'): number {
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
	return readMiB(pid, 'VmRSS');
}

/** The peak resident memory of a process since `resetPeak`, in MiB. */
export function peakOf(pid: number | 'self'): number {
	return readMiB(pid, 'VmHWM');
}

function readMiB(pid: number | 'self', field: string): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(status)?.[1] ?? NaN) / 1024;
}
