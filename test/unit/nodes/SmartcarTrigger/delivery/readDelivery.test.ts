import {
	readDelivery,
	type IncomingRequest,
} from '../../../../../nodes/SmartcarTrigger/delivery/readDelivery';
import { replyOf } from '../replies';

const request = (
	body: string | Buffer,
	headers: IncomingRequest['headers'] = {},
): IncomingRequest => ({
	headers: { 'content-type': 'application/json', ...headers },
	rawBody: Buffer.from(body),
});

test('reads a JSON object, its bytes and its signature', async () => {
	const bytes = Buffer.from('{ "name": "Škoda" }');

	const delivery = await readDelivery(request(bytes, { 'sc-signature': 'abc' }));

	expect(delivery).toEqual({ bytes, body: { name: 'Škoda' }, signature: 'abc' });
});

test('reads the raw body if n8n has not done so', async () => {
	const late: IncomingRequest = {
		headers: { 'content-type': 'application/json' },
		async readRawBody() {
			late.rawBody = Buffer.from('{"late":true}');
		},
	};

	expect(await readDelivery(late)).toMatchObject({ body: { late: true } });
});

test.each([
	'application/json',
	'application/json; charset=utf-8',
	'Application/JSON ; charset=UTF-8',
])('accepts the content type %s', async (contentType) => {
	expect(await readDelivery(request('{}', { 'content-type': contentType }))).toMatchObject({
		body: {},
	});
});

test.each([
	['plain text', 'no JSON', 400, 'body_not_json'],
	['an incomplete object', '{"eventId":"1"', 400, 'body_not_json'],
	['an array', '[{"eventId":"1"}]', 400, 'body_not_an_object'],
	['a string', '"VERIFY"', 400, 'body_not_an_object'],
	['null', 'null', 400, 'body_not_an_object'],
	['an empty body', '', 400, 'body_missing'],
	['more than 1 MiB', `{"a":"${'x'.repeat(1024 * 1024)}"}`, 413, 'body_too_large'],
])('rejects %s', async (_case, body, status, error) => {
	expect(await replyOf(async () => await readDelivery(request(body)))).toMatchObject({
		status,
		body: { error },
	});
});

test('accepts a body of exactly 1 MiB', async () => {
	const frame = '{"a":""}';
	const body = `{"a":"${'x'.repeat(1024 * 1024 - frame.length)}"}`;

	expect(Buffer.byteLength(body)).toBe(1024 * 1024);
	expect((await readDelivery(request(body))).bytes).toHaveLength(1024 * 1024);
});

test.each([
	undefined,
	'text/plain',
	'application/x-www-form-urlencoded',
	'application/jsonp',
	'multipart/form-data',
])('rejects the content type %s', async (contentType) => {
	const read = async () => await readDelivery(request('{}', { 'content-type': contentType }));

	expect(await replyOf(read)).toMatchObject({
		status: 415,
		body: { error: 'content_type_not_json' },
	});
});
