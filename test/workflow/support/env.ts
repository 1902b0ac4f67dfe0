import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// n8n-core creates a settings file in N8N_USER_FOLDER when it is loaded.
const userFolder = mkdtempSync(path.join(tmpdir(), 'n8n-test-'));
process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_LOG_LEVEL = 'silent';
process.once('exit', () => rmSync(userFolder, { recursive: true, force: true }));
