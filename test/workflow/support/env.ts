import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// n8n-core creates a settings file in this folder when it loads.
const folder = mkdtempSync(path.join(tmpdir(), 'n8n-test-'));
process.env.N8N_USER_FOLDER = folder;
process.env.N8N_LOG_LEVEL = 'silent';
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
