import type { CommandRunner } from '../commands/commandRunner';
import type { EventPage } from '../eventPage/eventPage';
import type { Fleet } from '../fleet/fleet';
import type { ConsentScreen } from '../oauth/consentScreen';
import type { Grants } from '../oauth/grants';
import type { Tokens } from '../oauth/tokens';
import type { Settings } from '../options';
import type { Subscriptions } from '../webhooks/subscriptions';
import type { Hosts } from './hosts';

/**
 * What routes have access to. `hosts` is a function because the URLs are known only when the server
 * listens.
 */
export interface ServiceContext {
	settings: Settings;
	fleet: Fleet;
	tokens: Tokens;
	consentScreen: ConsentScreen;
	grants: Grants;
	subscriptions: Subscriptions;
	commandRunner: CommandRunner;
	eventPage: EventPage;
	hosts(): Hosts;
}
