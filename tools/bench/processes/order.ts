import Module from 'node:module';

// n8n wants `X.node.json` beside `X.node.ts`, and Node looks for JSON first: without this, importing `X.node` loads the
// JSON.
const { _extensions: extensions } = Module as unknown as { _extensions: Record<string, unknown> };
const json = extensions['.json'];
delete extensions['.json'];
extensions['.json'] = json;
