import { describeAttempt } from '../deliveries/describeAttempt';
import type { Vehicle, Webhook } from '../fleet/types';
import { vehicleName } from '../fleet/vehicleStatus';
import type { SentChange } from './eventPage';
import { type NamedChange, namedChanges } from './namedChanges';

/** The result of a request to send an event, or why it could not be sent. */
export type Outcome =
	{ vehicle: Vehicle; change: NamedChange; sent: SentChange } | { problem: string };

/** What the person chose last. The form shows it again. */
export interface Choices {
	/** The ID of a vehicle, or a part of its name. */
	vehicle?: string;
	/** The ID of a change. */
	change?: string;
}

interface PageContent {
	url: string;
	/** A sentence for the top of the page. */
	notice: string;
	vehicles: readonly Vehicle[];
	webhooks: readonly Webhook[];
	choices: Choices;
	outcome?: Outcome;
}

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem; }
form { display: flex; flex-wrap: wrap; gap: 1rem; align-items: end; }
label { display: grid; gap: .25rem; }
select, button { font: inherit; padding: .4rem .6rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #ccc; padding: .3rem .6rem .3rem 0; text-align: left; vertical-align: top; }
details { margin: 1rem 0; }
#outcome { background: #eef4fb; margin: 1.5rem 0; padding: .5rem 1rem; }
code { background: #eee; padding: .1rem .3rem; }`;

const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

/** The result of a request as lines of text. */
export function describeOutcome(outcome: Outcome): string[] {
	if ('problem' in outcome) return [outcome.problem];
	const { vehicle, change, sent } = outcome;
	const title = `${vehicleName(vehicle)}: ${change.name}`;
	if (!sent.isChanged) return [title, 'No event was sent: the car is already in this state.'];
	const heading = [title];
	if (sent.notGranted.length > 0)
		heading.push(
			`No event was sent for signals that the owner has not allowed: ${sent.notGranted.join(', ')}`,
		);
	if (sent.events.length === 0)
		return [
			...heading,
			'No event was sent: this triggers no enabled and verified webhook that the car is subscribed to.',
		];
	return [
		...heading,
		...sent.events.map(
			({ receiver, eventType, attempt }) =>
				`${eventType} → ${receiver} → ${describeAttempt(attempt)}`,
		),
	];
}

function option(value: string, name: string, chosen: string | undefined): string {
	const selected = value === chosen ? ' selected' : '';
	return `<option value="${escapeHtml(value)}"${selected}>${escapeHtml(name)}</option>`;
}

function form({ vehicles, choices }: PageContent): string {
	const cars = vehicles.map((vehicle) =>
		option(vehicle.id, `${vehicleName(vehicle)} (${vehicle.powertrainType})`, choices.vehicle),
	);
	const groups = Object.entries(namedChanges).map(([group, changes]) => {
		const entries = changes.map(({ id, name }) => option(id, name, choices.change));
		return `<optgroup label="${group}">${entries.join('')}</optgroup>`;
	});
	return `<form method="post">
<label>Car <select name="vehicle">${cars.join('')}</select></label>
<label>What happens <select name="change">${groups.join('')}</select></label>
<button>Send</button>
</form>`;
}

function outcomeSection({ outcome }: PageContent): string {
	if (outcome === undefined) return '';
	const [title = '', ...lines] = describeOutcome(outcome).map(escapeHtml);
	return `<section id="outcome"><strong>${title}</strong><br>${lines.join('<br>')}</section>`;
}

function webhookState({ isVerified, isEnabled, verificationFailure }: Webhook): string {
	if (!isEnabled) return 'disabled';
	return isVerified ? 'verified' : `not verified: ${verificationFailure ?? 'no VERIFY was sent'}`;
}

function row(cells: ReadonlyArray<string | number>): string {
	return `<tr>${cells.map((cell) => `<td>${escapeHtml(String(cell))}</td>`).join('')}</tr>`;
}

function table(headers: readonly string[], rows: readonly string[]): string {
	const head = headers.map((header) => `<th>${header}</th>`).join('');
	return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function batteryState({ battery }: Vehicle): string {
	if (battery === null) return '';
	const cable = battery.isPluggedIn ? ', plugged in' : '';
	return `${battery.percent}%${battery.isCharging ? ', charging' : cable}`;
}

/** The parts that are open, such as `back left door open`. */
function openParts({ equipment }: Vehicle): string[] {
	return Object.entries(equipment.isOpen)
		.filter(([, isOpen]) => isOpen)
		.map(([part]) => `${part.replace(/[A-Z]/g, (capital) => ` ${capital}`).toLowerCase()} open`);
}

function vehicleRow(vehicle: Vehicle): string {
	const { tires, location, odometerKm, isLocked, fuel, reachability } = vehicle;
	const { frontLeft, frontRight, backLeft, backRight } = tires;
	return row([
		vehicleName(vehicle),
		reachability === 'signedOut' ? 'signed out' : reachability,
		[frontLeft, frontRight, backLeft, backRight].join(', '),
		batteryState(vehicle),
		fuel === null ? '' : `${fuel.percent}%`,
		`${odometerKm} km`,
		`${location.latitude}, ${location.longitude}`,
		[isLocked ? 'locked' : 'unlocked', ...openParts(vehicle)].join(', '),
	]);
}

const VEHICLE_HEADERS = [
	'Car',
	'Reachability',
	'Tires in kPa (front left, front right, back left, back right)',
	'Battery',
	'Fuel',
	'Odometer',
	'Location',
	'Locks and Open Parts',
];

/** The page on which a person chooses what happens to a vehicle, and sees what was sent. */
export function renderPage(content: PageContent): string {
	const { url, notice, vehicles, webhooks } = content;
	const changes = Object.values(namedChanges).flat();
	const command = `curl ${url}/ -d vehicle=${vehicles[0]?.make.toLowerCase() ?? 'tesla'} -d change=front-left-tire-low`;
	return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Simulated Smartcar</title><style>${STYLE}</style></head>
<body>
<h1>Simulated Smartcar</h1>
<p>Choose what happens to a car. The event goes to the webhooks below. ${escapeHtml(notice)}</p>
${form(content)}
${outcomeSection(content)}
<h2>Webhooks</h2>
${table(
	['Name', 'State', 'Callback URI'],
	webhooks.map((webhook) => row([webhook.name, webhookState(webhook), webhook.callbackUri])),
)}
<h2>Cars</h2>
${table(VEHICLE_HEADERS, vehicles.map(vehicleRow))}
<p>In a terminal: <code>${escapeHtml(command)}</code>. Choose a car by its ID or by part of its name.</p>
<details><summary>IDs of all changes</summary>
${table(
	['ID', 'What happens'],
	changes.map(({ id, name }) => row([id, name])),
)}
</details>
</body>
</html>`;
}
