// node tools/bootstrap.mjs tools/releaseNotes.ts 1.2.3: prints what CHANGELOG.md says about a
// version.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { releaseNotes } from './changelog';
import { ROOT } from './folders';

const [, , version = ''] = process.argv;
process.stdout.write(releaseNotes(readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8'), version));
