import { packPackage, ROOT } from '../pack';
import { installScanner } from './install';
import { scanSource, scanTarball, type LegVerdict } from './legs';

function show(name: string, { passed, details }: LegVerdict): boolean {
	console.log(`${passed ? 'PASS' : 'FAIL'} ${name}`);
	if (details !== '') console.log(details);
	return passed;
}

async function main() {
	const scanner = await installScanner((progress) => console.log(progress));
	console.log('building and packing the package');
	const tarball = await packPackage();
	const source = show('source', await scanSource(scanner, ROOT));
	const packed = show('tarball', await scanTarball(scanner, tarball));
	process.exitCode = source && packed ? 0 : 1;
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
