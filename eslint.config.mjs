import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import n8nBase from 'eslint-plugin-n8n-nodes-base';
import { globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

// What n8n's own `n8n-node lint` applies to a community package, with the same rules off as there.
// Tests and tools are no part of what is published, so n8n's rules for published code stop at
// nodes/ and credentials/, as in n8n's own scan.
const community = n8nCommunityNodesPlugin.configs.recommended;
const published = ['nodes/**/*.ts', 'credentials/**/*.ts'];

export default tseslint.config(
	globalIgnores(['dist', 'coverage', '.work']),
	{
		files: ['**/*.{ts,mts}'],
		extends: [
			js.configs.recommended,
			tseslint.configs.recommended,
			importX.configs['flat/recommended'],
		],
		settings: {
			'import-x/resolver-next': [
				createTypeScriptImportResolver({
					project: ['tsconfig.json', 'tools/tsconfig.json'],
					noWarnOnMultipleProjects: true,
				}),
			],
		},
		rules: { 'prefer-spread': 'off' },
	},
	{
		files: published,
		extends: [community],
		rules: { 'no-console': 'error' },
	},
	{
		files: published,
		ignores: ['nodes/shared/operationError.ts', 'nodes/Smartcar/transport/errors/nodeError.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				{
					selector: 'NewExpression[callee.name="NodeOperationError"]',
					message: 'n8n replaces messages that contain an error code. Use operationError().',
				},
			],
		},
	},
	{ plugins: { 'n8n-nodes-base': n8nBase } },
	{
		files: ['package.json'],
		extends: [community],
		rules: { ...n8nBase.configs.community.rules },
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nBase.configs.credentials.rules,
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nBase.configs.nodes.rules,
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
);
