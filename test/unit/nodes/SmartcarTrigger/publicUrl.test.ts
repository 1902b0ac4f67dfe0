import { isPublicUrl } from '../../../../nodes/SmartcarTrigger/publicUrl';

test.each([
	'https://n8n.example.com/webhook/a/webhook',
	'https://n8n.example.com:8443/webhook/a/webhook',
	'https://11.0.0.1/webhook',
	'https://172.32.0.1/webhook',
	'https://100.128.0.1/webhook',
	'https://n8n.example.com./webhook',
	'https://[2001:db8::1]/webhook',
	'https://10.example.com/webhook',
])('Smartcar can call %s', (url) => {
	expect(isPublicUrl(url)).toBe(true);
});

test.each([
	'http://n8n.example.com/webhook',
	'n8n.example.com/webhook',
	'https://localhost:5678/webhook',
	'https://localhost./webhook',
	'https://n8n/webhook',
	'https://n8n.local/webhook',
	'https://n8n.internal/webhook',
	'https://n8n.home.arpa/webhook',
	'https://10.1.2.3/webhook',
	'https://127.0.0.1/webhook',
	'https://172.16.0.1/webhook',
	'https://172.20.0.2/webhook',
	'https://192.168.1.2/webhook',
	'https://169.254.1.1/webhook',
	'https://100.64.0.1/webhook',
	'https://100.101.1.1/webhook',
	'https://[::1]/webhook',
	'https://[::ffff:10.0.0.1]/webhook',
	'https://[fc00::1]/webhook',
	'https://[fd00::1]/webhook',
	'https://[fe90::1]/webhook',
])('Smartcar cannot call %s', (url) => {
	expect(isPublicUrl(url)).toBe(false);
});
