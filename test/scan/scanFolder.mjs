// Runs n8n's scan of community packages on one folder and prints the result as JSON. It runs in a
// separate process, because jest cannot load the scanner, which is an ES module.
//   node scanFolder.mjs <folder> source|package
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

const patterns = { source: SOURCE_FILE_PATTERNS, package: ['**/*.js', 'package.json'] };
const [folder, kind] = process.argv.slice(2);
const result = await analyzePackage(folder, patterns[kind]);
console.log(JSON.stringify(result));
