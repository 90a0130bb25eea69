// The rule sets that n8n's own scanner applies to a community package (see `npm run scan`), from the
// newest plugins. test/package compares the two, so that this file cannot become the laxer one.
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import js from '@eslint/js';
import jestPlugin from 'eslint-plugin-jest';
import regexpPlugin from 'eslint-plugin-regexp';
import n8nNodesPlugin from 'eslint-plugin-n8n-nodes-base';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const { parser } = tseslint;

/** What is not published: n8n's rules for nodes do not apply to it. */
const TOOLS = ['*', ...['test', 'tools'].map((folder) => `${folder}/**/*`)].map((path) => `${path}.{ts,mjs,cjs,js}`);

export default defineConfig(
	globalIgnores(['dist/', 'reports/', '.cache/', 'tools/e2e/package.json', '**/node_modules/']),
	{ linterOptions: { noInlineConfig: true } },
	{ ignores: TOOLS, extends: [n8nCommunityNodesPlugin.configs.recommended] },
	{ ignores: TOOLS, rules: { 'no-console': 'error' } },
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
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		plugins: { regexp: regexpPlugin },
		rules: {
			// A long text from the service or a sender must not block n8n.
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: true }],
		},
	},
	{ files: ['**/*.json', '**/*.ts'], languageOptions: { parser } },
	{
		// Prettier wraps code, but neither comments nor texts.
		files: ['**/*.{ts,mjs,cjs,js}'],
		rules: {
			'max-len': [
				'error',
				{
					code: 120,
					tabWidth: 2,
					ignoreStrings: true,
					ignoreTemplateLiterals: true,
					ignoreRegExpLiterals: true,
					ignoreUrls: true,
				},
			],
		},
	},
	{
		files: ['**/*.{ts,mjs,cjs,js}'],
		extends: [js.configs.recommended, tseslint.configs.recommended],
		rules: {
			// TypeScript finds undefined names; plain scripts run in Node, partly in a browser.
			'no-undef': 'off',
			'no-restricted-syntax': [
				'error',
				{
					selector: ':matches(SpreadElement > ArrayExpression, SpreadElement > ObjectExpression)',
					message: 'Write the elements themselves: a spread of a literal only joins lines.',
				},
			],
		},
	},
	{
		files: TOOLS,
		rules: {
			'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
		},
	},
	{ files: ['**/*.{js,cjs}'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
	{
		files: ['test/**/*.test.ts'],
		plugins: { jest: jestPlugin },
		rules: {
			'jest/expect-expect': [
				'error',
				{ assertFunctionNames: ['expect*', 'fc.assert', 'check', 'tryAll', '**.waitFor'] },
			],
			'jest/no-focused-tests': 'error',
			'jest/no-identical-title': 'error',
			'jest/valid-expect': 'error',
			'jest/valid-title': 'error',
		},
	},
);
