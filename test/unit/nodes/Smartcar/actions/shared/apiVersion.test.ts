import { NodeHelpers } from 'n8n-workflow';
import { Smartcar } from '../../../../../../nodes/Smartcar/Smartcar.node';

const node = new Smartcar().description;

test.each([
	['applicationApi', ['v3']],
	['accessTokenApi', ['v3']],
	['oAuth2Api', ['v2.0']],
])('with %s, API Version is shown once and has the default %j', (authentication, expected) => {
	const values = { authentication, resource: 'vehicle', operation: 'getMany' };
	const shown = node.properties.filter(
		(property) =>
			property.name === 'apiVersion' && NodeHelpers.displayParameter(values, property, null, node),
	);

	expect(shown.map((property) => property.default)).toEqual(expected);
});
