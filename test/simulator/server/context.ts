import type { Fleet } from '../fleet/fleet';
import type { Settings } from '../options';
import type { Subscriptions } from '../webhooks/subscriptions';
import type { Hosts } from './hosts';
import type { Tokens } from './tokens';

/** What routes work on. Host addresses are known only once the server listens. */
export interface ServiceContext {
	settings: Settings;
	fleet: Fleet;
	tokens: Tokens;
	subscriptions: Subscriptions;
	hosts(): Hosts;
}
