// Runs one leg of the official scan in a process of its own, with the scan's own ESLint, and prints its verdict as JSON.
import { pathToFileURL } from 'node:url';

const [scanner, folder, leg] = process.argv.slice(2);
const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(pathToFileURL(scanner).href);
const patterns = { source: SOURCE_FILE_PATTERNS, tarball: ['**/*.js', 'package.json'] };
const verdict = await analyzePackage(folder, patterns[leg]);
console.log(JSON.stringify(verdict));
