// The rule sets that n8n's own scanner applies to a community package (see `npm run scan`), from the
// newest plugins. test/package compares the two, so that this file cannot become the laxer one.
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesPlugin from 'eslint-plugin-n8n-nodes-base';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const { parser } = tseslint;

export default defineConfig(
	{ linterOptions: { noInlineConfig: true } },
	n8nCommunityNodesPlugin.configs.recommended,
	{ rules: { 'no-console': 'error' } },
	{ plugins: { 'n8n-nodes-base': n8nNodesPlugin } },
	{ files: ['package.json'], rules: { ...n8nNodesPlugin.configs.community.rules } },
	{
		files: ['**/credentials/**/*.ts'],
		rules: {
			...n8nNodesPlugin.configs.credentials.rules,
			// As in the scanner: wants a path below docs.n8n.io, which community packages do not have.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			// As in the scanner: the community plugin's own rule for passwords is more accurate.
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['**/nodes/**/*.ts'],
		rules: {
			...n8nNodesPlugin.configs.nodes.rules,
			// As in the scanner: inputs and outputs may be enum members.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			// As in the scanner: some services do have a greatest page size.
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
	{ files: ['**/*.json', '**/*.ts'], languageOptions: { parser } },
);
