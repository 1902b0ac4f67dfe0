import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hashSync } from 'bcryptjs';
import { detectPort } from 'detect-port';

const BCRYPT_ROUNDS = 4;

// Only these variables of the caller reach n8n. Others would change how it runs: N8N_ and DB_
// settings, proxies, Node.js options.
const INHERITED_VARIABLES = [
	'PATH',
	'HOME',
	'USER',
	'LANG',
	'LC_ALL',
	'TZ',
	'TMPDIR',
	'TEMP',
	'TMP',
	'SystemRoot',
	'APPDATA',
];

/**
 * The owner of the n8n instance. Environment variables create this account, so that n8n shows no
 * setup page. The password is random because every program on this machine can reach n8n. It is new
 * in each process, and each start of n8n sets it anew.
 */
export const OWNER = {
	email: 'owner@example.com',
	firstName: 'Owner',
	lastName: 'Example',
	password: randomBytes(9).toString('hex'),
};

const OWNER_PASSWORD_HASH = hashSync(OWNER.password, BCRYPT_ROUNDS);

/**
 * n8n's user folder: its database, settings and community packages. Only one n8n at a time can use
 * it.
 */
export interface N8nUserFolder {
	/** The value of N8N_USER_FOLDER. n8n keeps its data in `.n8n` below it. */
	path: string;
	/**
	 * Environment of this instance, such as N8N_CONCURRENCY_PRODUCTION_LIMIT. It overrides the
	 * defaults.
	 */
	env: Record<string, string>;
}

/** Creates a temporary user folder. */
export async function createUserFolder(env: N8nUserFolder['env'] = {}): Promise<N8nUserFolder> {
	const root = await mkdtemp(path.join(tmpdir(), 'n8n-smartcar-'));
	await mkdir(path.join(root, '.n8n'), { recursive: true });
	return { path: root, env };
}

/** Removes the user folder with everything in it. */
export async function removeUserFolder({ path: folder }: N8nUserFolder): Promise<void> {
	await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/**
 * A port that differs in each Jest worker: 1,000 higher than in the worker before. This keeps tests
 * that run at the same time from finding the same free port, because a program takes seconds until
 * it listens. Outside of Jest it is `port` itself.
 */
export function jestWorkerPort(port: number): number {
	// Jest numbers its workers from 1.
	return port + 1_000 * (Number(process.env.JEST_WORKER_ID ?? 1) - 1);
}

/**
 * Finds a port that is free at every address: the preferred one, or one near it. macOS would let a
 * program listen at 127.0.0.1 beside another one that listens at all addresses, such as the user's
 * own n8n.
 */
export async function findFreePort(preferred: number): Promise<number> {
	return await detectPort(preferred);
}

/**
 * The environment variables of one n8n process.
 * @param node the Node.js that n8n runs on
 * @param ports must be free
 */
export function n8nEnvironment(
	userFolder: N8nUserFolder,
	node: string,
	ports: { http: number; broker: number },
): NodeJS.ProcessEnv {
	const host = Object.fromEntries(INHERITED_VARIABLES.map((name) => [name, process.env[name]]));
	return {
		...host,
		// n8n starts its task runner as `node`.
		PATH: [path.dirname(node), process.env.PATH ?? ''].join(path.delimiter),
		NODE_ENV: 'production',
		N8N_USER_FOLDER: userFolder.path,
		N8N_ENCRYPTION_KEY: 'n8n-nodes-smartcar',
		DB_TYPE: 'sqlite',
		// If n8n's test query takes longer, n8n responds to each request with 503. On a slow machine it
		// can take longer than the default of five seconds.
		DB_PING_TIMEOUT_MS: '60000',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(ports.http),
		N8N_RUNNERS_BROKER_PORT: String(ports.broker),
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_INSTANCE_OWNER_MANAGED_BY_ENV: 'true',
		N8N_INSTANCE_OWNER_EMAIL: OWNER.email,
		N8N_INSTANCE_OWNER_FIRST_NAME: OWNER.firstName,
		N8N_INSTANCE_OWNER_LAST_NAME: OWNER.lastName,
		N8N_INSTANCE_OWNER_PASSWORD_HASH: OWNER_PASSWORD_HASH,
		...userFolder.env,
	};
}
