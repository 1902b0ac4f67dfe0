import type { Executions } from '../commands/commandRunner';
import type { Fleet } from '../fleet/fleet';
import type { Consents } from '../oauth/consentScreen';
import type { Grants } from '../oauth/grants';
import type { Settings } from '../options';
import type { Subscriptions } from '../webhooks/subscriptions';
import type { Hosts } from './hosts';
import type { Tokens } from '../oauth/tokens';

/** What routes work on. Host addresses are known only once the server listens. */
export interface ServiceContext {
	settings: Settings;
	fleet: Fleet;
	tokens: Tokens;
	consents: Consents;
	grants: Grants;
	subscriptions: Subscriptions;
	executions: Executions;
	hosts(): Hosts;
}
