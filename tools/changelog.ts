/** Functions on the text of CHANGELOG.md, which has the format of https://keepachangelog.com. */

const UNRELEASED = '## [Unreleased]';

const VERSION = /^\d+\.\d+\.\d+$/;

/** The text between the heading of a version and the next heading, or the links at the end. */
function sectionOf(changelog: string, version: string): string {
	const lines = changelog.split('\n');
	const heading = `## [${version}]`;
	const start = lines.findIndex((line) => line === heading || line.startsWith(`${heading} `));
	if (start < 0) throw new Error(`CHANGELOG.md has no section '${heading}'`);
	const sectionLength = lines
		.slice(start + 1)
		.findIndex((line) => /^(## |\[[^\]]+\]: )/.test(line));
	return lines
		.slice(start + 1, sectionLength < 0 ? undefined : start + 1 + sectionLength)
		.join('\n')
		.trim();
}

/**
 * The notes of a version for its GitHub Release.
 * @throws Error if the version has no section, or an empty one
 */
export function releaseNotes(changelog: string, version: string): string {
	const notes = sectionOf(changelog, version);
	if (notes === '') throw new Error(`CHANGELOG.md says nothing about ${version}`);
	return `${notes}\n`;
}

/**
 * Turns the section Unreleased into the section of a version, and begins a new Unreleased above it.
 * @param repository URL of the repository on GitHub
 * @throws Error if the version is malformed or exists already, or if nothing is unreleased
 */
export function addRelease(
	changelog: string,
	version: string,
	date: string,
	repository: string,
): string {
	if (!VERSION.test(version)) throw new Error(`'${version}' is not a version such as 1.2.3`);
	if (changelog.includes(`## [${version}]`))
		throw new Error(`CHANGELOG.md already has the version ${version}`);
	releaseNotes(changelog, 'Unreleased');
	return changelog
		.replace(UNRELEASED, `${UNRELEASED}\n\n## [${version}] - ${date}`)
		.replace(
			/^\[Unreleased\]: .*$/m,
			`[Unreleased]: ${repository}/compare/${version}...main\n[${version}]: ${repository}/releases/tag/${version}`,
		);
}
