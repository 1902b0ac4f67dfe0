import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** See https://docs.n8n.io/integrations/creating-nodes/build/reference/node-codex-files/. */
const codexFile = z.object({ alias: z.array(z.string()) });

test.each(['Smartcar', 'SmartcarTrigger'])('%s is found by the words people look for', (name) => {
	const file = path.resolve(__dirname, `../../../nodes/${name}/${name}.node.json`);
	const { alias } = codexFile.parse(JSON.parse(readFileSync(file, 'utf8')));

	// n8n looks for the letters in their order within one alias, so a phrase has an alias of its own.
	for (const phrase of [
		'low pressure',
		'low tire pressure',
		'tire pressure',
		'tyre',
		'EV',
		'EV charge',
		'charge',
		'charging',
		'battery',
		'lock',
		'mileage',
		'range',
		'gps',
		'location',
		'car',
		'fleet',
		'telematics',
	])
		expect(alias).toContainEqual(expect.stringContaining(phrase));
});
