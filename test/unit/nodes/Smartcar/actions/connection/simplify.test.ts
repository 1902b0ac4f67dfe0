import { simplifyConnection } from '../../../../../../nodes/Smartcar/actions/connection/simplify';
import { userIdOf } from '../../../../../../nodes/Smartcar/actions/shared/connections';
import { connectionSchema } from '../../../../../../nodes/Smartcar/actions/shared/connectionSchema';

const vehicle = { data: { id: 'v1', type: 'vehicle' } };

test.each([
	['the relationship', { id: 'c1', relationships: { vehicle, user: { data: { id: 'u1' } } } }],
	['the attributes', { id: 'c1', attributes: { user: { id: 'u1' } }, relationships: { vehicle } }],
])('the user comes from %s', (_what, resource) => {
	expect(simplifyConnection(connectionSchema.parse(resource))).toEqual({
		id: 'c1',
		vehicleId: 'v1',
		userId: 'u1',
		externalUserId: null,
		make: null,
		model: null,
		year: null,
		mode: null,
		powertrainType: null,
		permissionCount: null,
		createdAt: null,
		updatedAt: null,
	});
});

test.each([undefined, null, { data: null }])('a connection without a user is valid: %j', (user) => {
	const connection = connectionSchema.parse({ id: 'c1', relationships: { vehicle, user } });
	expect(simplifyConnection(connection)).toMatchObject({ vehicleId: 'v1', userId: null });
	expect(userIdOf(connection)).toBeUndefined();
});

test.each([
	['2021', 2021],
	['2021/22', '2021/22'],
])('the year %j becomes %j', (year, expected) => {
	const resource = { id: 'c1', attributes: { vehicle: { year } }, relationships: { vehicle } };
	expect(simplifyConnection(connectionSchema.parse(resource)).year).toBe(expected);
});
