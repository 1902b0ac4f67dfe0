import { z } from 'zod';
import { allPermissions } from '../../fleet/permissions';

/**
 * A query parameter: permissions separated by spaces. An owner cannot deselect those with
 * `required:`.
 */
export const scopeList = z
	.string()
	.transform((text) =>
		text
			.split(/\s+/)
			.filter((scope) => scope !== '')
			.map((scope) => scope.replace(/^required:/, '')),
	)
	.refine(
		(scopes) => scopes.every((scope) => allPermissions.includes(scope)),
		'names an unknown permission',
	);
