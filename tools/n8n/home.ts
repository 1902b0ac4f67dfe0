import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hashSync } from 'bcryptjs';
import { detectPort } from 'detect-port';

const BCRYPT_ROUNDS = 4;

// n8n must not see what else is set in the caller's shell: its own N8N_ and DB_ settings, proxies, Node options.
const FROM_HOST = [
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

/** The instance's owner, set by environment where n8n takes one from there, so that no set-up page asks for one. */
export const OWNER = {
	email: 'owner@example.com',
	firstName: 'Owner',
	lastName: 'Example',
	password: 'Smartcar-n8n-1',
};

const OWNER_PASSWORD_HASH = hashSync(OWNER.password, BCRYPT_ROUNDS);

/** A user folder of n8n: its database, its settings, its community packages. Any number of runs, one after the other. */
export interface Home {
	/** n8n keeps everything in `<folder>/.n8n`. */
	folder: string;
	/** Settings of this instance, such as N8N_CONCURRENCY_PRODUCTION_LIMIT; they win over the ones below. */
	env: Record<string, string>;
}

/** A fresh user folder: in `folder`, or a temporary one. */
export async function createHome({ folder, env = {} }: Partial<Home> = {}): Promise<Home> {
	const made = folder ?? (await mkdtemp(path.join(tmpdir(), 'n8n-smartcar-')));
	await mkdir(path.join(made, '.n8n'), { recursive: true });
	return { folder: made, env };
}

/** Removes the user folder with everything in it. */
export async function removeHome({ folder }: Home): Promise<void> {
	await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** A port that is free now: the preferred one, or one near it. */
export async function freePort(preferred: number): Promise<number> {
	return await detectPort({ port: preferred, hostname: '127.0.0.1' });
}

/** The environment of one n8n process; `ports` must be free. */
export function environmentOf(
	home: Home,
	node: string,
	ports: { http: number; broker: number },
): NodeJS.ProcessEnv {
	const host = Object.fromEntries(FROM_HOST.map((name) => [name, process.env[name]]));
	return {
		...host,
		// n8n starts its task runner as `node`
		PATH: [path.dirname(node), process.env.PATH ?? ''].join(path.delimiter),
		NODE_ENV: 'production',
		N8N_USER_FOLDER: home.folder,
		N8N_ENCRYPTION_KEY: 'n8n-nodes-smartcar',
		DB_TYPE: 'sqlite',
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
		...home.env,
	};
}
