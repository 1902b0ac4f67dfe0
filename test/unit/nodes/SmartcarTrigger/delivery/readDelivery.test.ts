import { Answer } from '../../../../../nodes/SmartcarTrigger/delivery/reply';
import {
	read,
	type IncomingRequest,
} from '../../../../../nodes/SmartcarTrigger/delivery/readDelivery';

const request = (
	body: string | Buffer,
	headers: IncomingRequest['headers'] = {},
): IncomingRequest => ({
	headers: { 'content-type': 'application/json', ...headers },
	rawBody: Buffer.from(body),
});

test('reads a JSON object, its bytes and its signature', async () => {
	const bytes = Buffer.from('{ "name": "Škoda" }');

	const delivery = await read(request(bytes, { 'sc-signature': 'abc' }));

	expect(delivery).toEqual({ bytes, body: { name: 'Škoda' }, signature: 'abc' });
});

test('asks for the bytes when n8n has not read them', async () => {
	const late: IncomingRequest = {
		headers: { 'content-type': 'application/json' },
		async readRawBody() {
			late.rawBody = Buffer.from('{"late":true}');
		},
	};

	expect(await read(late)).toMatchObject({ body: { late: true } });
});

test.each([
	'application/json',
	'application/json; charset=utf-8',
	'Application/JSON ; charset=UTF-8',
])('takes the content type %s', async (contentType) => {
	expect(await read(request('{}', { 'content-type': contentType }))).toMatchObject({ body: {} });
});

test.each([
	['text', 'no JSON', 400, 'body_not_json'],
	['a cut-off object', '{"eventId":"1"', 400, 'body_not_json'],
	['an array', '[{"eventId":"1"}]', 400, 'body_not_an_object'],
	['a word', '"VERIFY"', 400, 'body_not_an_object'],
	['null', 'null', 400, 'body_not_an_object'],
	['nothing', '', 400, 'body_missing'],
	['more than 1 MiB', `{"a":"${'x'.repeat(1024 * 1024)}"}`, 413, 'body_too_large'],
])('refuses %s', async (_name, body, status, error) => {
	const answer = await read(request(body));

	expect(answer).toBeInstanceOf(Answer);
	expect(answer).toMatchObject({ status, body: { error } });
});

test('takes a body of exactly 1 MiB', async () => {
	const frame = '{"a":""}';
	const body = `{"a":"${'x'.repeat(1024 * 1024 - frame.length)}"}`;

	expect(Buffer.byteLength(body)).toBe(1024 * 1024);
	expect(await read(request(body))).not.toBeInstanceOf(Answer);
});

test.each([
	undefined,
	'text/plain',
	'application/x-www-form-urlencoded',
	'application/jsonp',
	'multipart/form-data',
])('refuses the content type %s', async (contentType) => {
	const answer = await read(request('{}', { 'content-type': contentType }));

	expect(answer).toMatchObject({ status: 415, body: { error: 'content_type_not_json' } });
});
