import { createHmac } from 'node:crypto';
import { Random } from '../../../simulator/random';
import { fuzzedRequest } from '../../reliability/fuzzing/fuzzedRequest';

const sign = (body: Buffer) => createHmac('sha256', 'token').update(body).digest('hex');

function fuzzedRequests(count: number, seed = 1) {
	const random = new Random(seed, 'fuzz');
	return Array.from({ length: count }, () => fuzzedRequest(random, sign));
}

test('the same seed gives the same requests, apart from event IDs', () => {
	const kinds = (seed: number) =>
		fuzzedRequests(50, seed).map(({ headers, hasValidSignature }) => [
			headers['content-type'],
			hasValidSignature,
		]);

	expect(kinds(1)).toEqual(kinds(1));
	expect(kinds(1)).not.toEqual(kinds(2));
});

test('hasValidSignature tells whether the signature is exactly that of the body', () => {
	const requests = fuzzedRequests(500);

	for (const { body, headers, hasValidSignature } of requests)
		expect(headers['sc-signature'] === sign(body)).toBe(hasValidSignature);
	const valid = requests.filter(({ hasValidSignature }) => hasValidSignature).length;
	expect(valid).toBeGreaterThan(50);
	expect(requests.length - valid).toBeGreaterThan(250);
});

test('the bodies differ, and some are not valid JSON', () => {
	const bodies = fuzzedRequests(500).map(({ body }) => body.toString());

	expect(new Set(bodies).size).toBeGreaterThan(450);
	const valid = bodies.filter((body) => {
		try {
			JSON.parse(body);
			return true;
		} catch {
			return false;
		}
	});
	expect(valid.length).toBeGreaterThan(250);
	expect(valid.length).toBeLessThan(500);
});
