import { readFileSync } from 'node:fs';
import path from 'node:path';
import { addRelease, releaseNotes } from './changelog';

const REPOSITORY = 'https://github.com/owner/repository';

const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- A new operation.

## [1.1.0] - 2026-10-01

- A filter. See [the page](docs/events.md).

## [1.0.0] - 2026-09-01

- The first version.

[Unreleased]: ${REPOSITORY}/compare/1.1.0...main
[1.1.0]: ${REPOSITORY}/releases/tag/1.1.0
`;

test.each([
	['1.1.0', '- A filter. See [the page](docs/events.md).\n'],
	['1.0.0', '- The first version.\n'],
	['Unreleased', '### Added\n\n- A new operation.\n'],
])('the notes of %s are its section', (version, notes) => {
	expect(releaseNotes(CHANGELOG, version)).toBe(notes);
});

test('a version without a section has no notes', () => {
	expect(() => releaseNotes(CHANGELOG, '1.1')).toThrow("no section '## [1.1]'");
});

test('a release moves the unreleased changes into a section of its own', () => {
	const released = addRelease(CHANGELOG, '1.2.0', '2026-11-22', REPOSITORY);
	expect(released).toContain(
		'## [Unreleased]\n\n## [1.2.0] - 2026-11-22\n\n### Added\n\n- A new operation.\n\n## [1.1.0]',
	);
	expect(released).toContain(
		[
			`[Unreleased]: ${REPOSITORY}/compare/1.2.0...main`,
			`[1.2.0]: ${REPOSITORY}/releases/tag/1.2.0`,
			`[1.1.0]: ${REPOSITORY}/releases/tag/1.1.0`,
		].join('\n'),
	);
	expect(releaseNotes(released, '1.2.0')).toBe(releaseNotes(CHANGELOG, 'Unreleased'));
});

test.each([
	['v1.2.0', "'v1.2.0' is not a version"],
	['1.1.0', 'already has the version 1.1.0'],
])('%s cannot be released', (version, message) => {
	expect(() => addRelease(CHANGELOG, version, '2026-11-22', REPOSITORY)).toThrow(message);
});

test('a release without changes is rejected', () => {
	const released = addRelease(CHANGELOG, '1.2.0', '2026-11-22', REPOSITORY);
	expect(() => addRelease(released, '1.3.0', '2026-11-23', REPOSITORY)).toThrow(
		'says nothing about Unreleased',
	);
});

test('the changelog of this package can be released', () => {
	// Right after a release nothing is unreleased, and the checks of that commit must pass, too.
	const changelog = readFileSync(path.join(__dirname, '../CHANGELOG.md'), 'utf8').replace(
		'## [Unreleased]\n',
		'## [Unreleased]\n\n- A change.\n',
	);
	const released = addRelease(changelog, '999.0.0', '2026-11-22', REPOSITORY);
	expect(releaseNotes(released, '999.0.0')).toBe(releaseNotes(changelog, 'Unreleased'));
	expect(releaseNotes(released, '999.0.0')).toContain('- A change.');
});
