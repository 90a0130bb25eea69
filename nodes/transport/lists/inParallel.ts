/** Runs `work` for all inputs, `concurrency` at a time. After a failure it starts no further work and throws the first error. */
export async function inParallel<In, Out>(
	inputs: In[],
	concurrency: number,
	work: (input: In) => Promise<Out>,
): Promise<Out[]> {
	const outputs: Out[] = [];
	let next = 0;
	let failed = false;
	const worker = async () => {
		while (next < inputs.length && !failed) {
			const index = next++;
			let ended = false;
			try {
				outputs[index] = await work(inputs[index] as In);
				ended = true;
			} finally {
				failed ||= !ended;
			}
		}
	};
	const workers = Array.from({ length: Math.min(concurrency, inputs.length) }, worker);
	await Promise.all(workers);
	return outputs;
}
