import { createHash } from 'crypto';

/** Returns the SHA-256 hash in base64. */
export const sha256 = (value: string | Buffer): string => createHash('sha256').update(value).digest('base64');
