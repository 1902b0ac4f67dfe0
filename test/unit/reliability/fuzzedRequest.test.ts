import { createHmac } from 'node:crypto';
import { fuzzedRequest } from '../../reliability/fuzzing/fuzzedRequest';
import { Random } from '../../../simulator/random';

const sign = (body: Buffer) => createHmac('sha256', 'token').update(body).digest('hex');

function many(count: number, seed = 1) {
	const random = new Random(seed, 'fuzz');
	return Array.from({ length: count }, () => fuzzedRequest(random, sign));
}

test('the seed decides what is sent, but for event ids', () => {
	const shapes = (seed: number) =>
		many(50, seed).map(({ headers, genuine }) => [headers['content-type'], genuine]);

	expect(shapes(1)).toEqual(shapes(1));
	expect(shapes(1)).not.toEqual(shapes(2));
});

test('genuine is what carries exactly the signature of its bytes, and nothing else', () => {
	const requests = many(500);

	for (const { body, headers, genuine } of requests)
		expect(headers['sc-signature'] === sign(body)).toBe(genuine);
	expect(requests.filter(({ genuine }) => genuine).length).toBeGreaterThan(50);
	expect(requests.filter(({ genuine }) => !genuine).length).toBeGreaterThan(250);
});

test('the bodies differ, some are no JSON', () => {
	const bodies = many(500).map(({ body }) => body.toString());

	expect(new Set(bodies).size).toBeGreaterThan(450);
	const parses = bodies.filter((body) => {
		try {
			JSON.parse(body);
			return true;
		} catch {
			return false;
		}
	});
	expect(parses.length).toBeGreaterThan(250);
	expect(parses.length).toBeLessThan(500);
});
