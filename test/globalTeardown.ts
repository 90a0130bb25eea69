import { rmSync } from 'node:fs';

export default function removeFolder(): void {
	rmSync(process.env.TEST_FOLDER ?? '', { recursive: true, force: true });
}
