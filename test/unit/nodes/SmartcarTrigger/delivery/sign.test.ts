import { sign } from '../../../../../nodes/SmartcarTrigger/delivery/sign';

test.each([
	['amt', 'challenge', '9baf5a7464bd86740ad5a06e439dcf535a075022ed2c92d74efacf646d79328e'],
	['amt', '{"pizza":"pasta"}', '4c05a8da471f05156ad717baa4017acd13a3a809850b9ca7d3301dcaaa854f70'],
	[
		'example-amt',
		'nQ4rT7yW2kLm8pXz',
		'6152e1a32b7ca344ccda41432a60d8c79be804ba6ee65581b2fae4be51c673ef',
	],
	[
		'example-amt',
		'{"name":"Škoda"}',
		'931d81526b8828b8eac2a592a4a6bfb62e6315b8479fbfe07aef30703eedad16',
	],
])("signs as Smartcar's SDKs do: %s, %s", (token, message, signature) => {
	expect(sign(message, token)).toBe(signature);
	expect(sign(Buffer.from(message, 'utf8'), token)).toBe(signature);
});
