import { Random } from '../random';
import { signalSnapshot } from '../signals/readSignal';
import { drift } from './simulateTick';
import { FLEET_EPOCH_MS, makeVehicle } from './makeVehicle';
import type {
	ChargeSchedule,
	Connection,
	Subscription,
	Throttle,
	User,
	Vehicle,
	VehicleChange,
	Webhook,
} from './types';
import { allPermissions } from './permissions';

type ChangeListener = (change: VehicleChange) => void;
type ConnectionListener = (connection: Connection) => void;

/** Vehicles of one owner: 0 and 1 belong to the first user, 2 and 3 to the second, and so on. */
const VEHICLES_PER_USER = 2;

/**
 * The connected cars of one application and who owns them: mutable, in memory. Members may be changed directly
 * (nobody is told), through `change` (subscribers are told) or by time passing (`tick`).
 */
export class Fleet {
	readonly vehicles: Vehicle[] = [];
	readonly users: User[] = [];
	readonly connections: Connection[] = [];
	readonly webhooks: Webhook[] = [];
	readonly subscriptions: Subscription[] = [];
	readonly ids: { webhook: Random; subscription: Random };

	private schedulesMade = 0;
	private readonly vehiclesById = new Map<string, Vehicle>();
	private readonly vehicleRandom: Random;
	private readonly driftRandom: Random;
	private readonly changeListeners = new Set<ChangeListener>();
	private readonly connectionListeners = new Set<ConnectionListener>();

	constructor(seed: number, size: number) {
		this.vehicleRandom = new Random(seed, 'vehicles');
		this.driftRandom = new Random(seed, 'drift');
		this.ids = {
			webhook: new Random(seed, 'webhooks'),
			subscription: new Random(seed, 'subscriptions'),
		};
		for (let index = 0; index < size; index++) this.addVehicle();
		const [shared] = this.vehicles;
		const secondUser = this.users[1];
		// One car with two owners, the second of whom granted less.
		if (shared !== undefined && secondUser !== undefined) {
			this.connect(secondUser, shared, ['read_vehicle_info', 'read_odometer'], FLEET_EPOCH_MS);
		}
	}

	/** Connects the next vehicle of the seed's sequence; webhooks with `autoSubscribe` subscribe it. */
	addVehicle(): Vehicle {
		const index = this.vehicles.length;
		const vehicle = makeVehicle(index, this.vehicleRandom);
		const owner = this.ownerOf(index);
		this.vehicles.push(vehicle);
		this.vehiclesById.set(vehicle.id, vehicle);
		// Every fifth owner kept the location to himself.
		const permissions = allPermissions.filter(
			(permission) => index % 5 !== 4 || permission !== 'read_location',
		);
		this.connect(owner, vehicle, permissions, vehicle.reportedAt);
		return vehicle;
	}

	/** The vehicle of an id, or undefined. */
	vehicle(id: string): Vehicle | undefined {
		return this.vehiclesById.get(id);
	}

	/** The user of an id, or undefined. */
	user(id: string): User | undefined {
		return this.users.find((user) => user.id === id);
	}

	/** The webhook of an id, or undefined. */
	webhook(id: string): Webhook | undefined {
		return this.webhooks.find((webhook) => webhook.id === id);
	}

	/** Connections of a vehicle, the first owner's first. */
	connectionsOf(vehicle: Vehicle): Connection[] {
		return this.connections.filter((connection) => connection.vehicleId === vehicle.id);
	}

	/** Changes a vehicle, sets the times of the signals this touched, and tells the subscribers. */
	change(vehicle: Vehicle, mutate: (vehicle: Vehicle) => void): VehicleChange {
		const before = signalSnapshot(vehicle);
		const from = vehicle.reachability;
		mutate(vehicle);
		const after = signalSnapshot(vehicle);
		const changedSignals = [...after.keys()].filter((code) => after.get(code) !== before.get(code));
		const now = Date.now();
		for (const code of changedSignals) vehicle.signalTimes.set(code, now);
		if (changedSignals.length > 0 && vehicle.reachability === 'online') vehicle.reportedAt = now;
		const change = { vehicle, changedSignals, reachability: { from, to: vehicle.reachability } };
		for (const listener of this.changeListeners) listener(change);
		return change;
	}

	/** Lets time pass for every car: pressures drop, charge moves, cars fall asleep and wake. */
	tick(): VehicleChange[] {
		return this.vehicles.map((vehicle) =>
			this.change(vehicle, (car) => drift(car, this.driftRandom)),
		);
	}

	/** Refuses requests to a vehicle with 429: lets `after` requests through, then refuses `times`. */
	throttle(vehicle: Vehicle, throttle: Partial<Throttle> = {}): void {
		vehicle.throttle = { after: 0, times: 1, retryAfterSeconds: 1, ...throttle };
	}

	/** The owner picked one of the available capacities in the selection flow (spec: states and transitions). */
	selectCapacity(vehicle: Vehicle, nominal: number): void {
		const battery = vehicle.battery;
		if (battery === null) throw new RangeError(`vehicle ${vehicle.id} has no traction battery`);
		if (!battery.capacity.available.some(({ capacity }) => capacity === nominal)) {
			throw new RangeError(`${nominal} kWh is not one of the available capacities`);
		}
		this.change(vehicle, () => {
			battery.capacity.chosen = { nominal, source: 'USER_SELECTED' };
		});
	}

	/** Adds a charge schedule, as a command does and as the owner can in the car. */
	addChargeSchedule(vehicle: Vehicle, schedule: Omit<ChargeSchedule, 'id'>): ChargeSchedule {
		const { battery } = vehicle;
		if (battery === null) throw new RangeError(`vehicle ${vehicle.id} has no traction battery`);
		this.schedulesMade++;
		const added = { id: `sched_${String(this.schedulesMade).padStart(6, '0')}`, ...schedule };
		this.change(vehicle, () => battery.chargeSchedules.push(added));
		return added;
	}

	/** Removes a charge schedule; undefined when the vehicle has none of that id. */
	removeChargeSchedule(vehicle: Vehicle, scheduleId: string): ChargeSchedule | undefined {
		const schedules = vehicle.battery?.chargeSchedules ?? [];
		const schedule = schedules.find(({ id }) => id === scheduleId);
		if (schedule === undefined) return undefined;
		this.change(vehicle, () => removeWhere(schedules, ({ id }) => id === scheduleId));
		return schedule;
	}

	/** Ends connections, with the subscriptions made through them. */
	disconnect(connections: readonly Connection[]): void {
		for (const { id, userId, vehicleId } of connections) {
			removeWhere(this.connections, (connection) => connection.id === id);
			removeWhere(
				this.subscriptions,
				(entry) => entry.userId === userId && entry.vehicleId === vehicleId,
			);
		}
	}

	onChange(listener: ChangeListener): void {
		this.changeListeners.add(listener);
	}

	onConnection(listener: ConnectionListener): void {
		this.connectionListeners.add(listener);
	}

	private ownerOf(index: number): User {
		const place = Math.floor(index / VEHICLES_PER_USER);
		const known = this.users[place];
		if (known !== undefined) return known;
		const user = {
			id: this.vehicleRandom.uuid(),
			externalId: place % 2 === 0 ? `customer-${place + 1}` : null,
		};
		this.users.push(user);
		return user;
	}

	private connect(user: User, vehicle: Vehicle, permissions: string[], at: number): void {
		const connection = {
			id: this.vehicleRandom.uuid(),
			userId: user.id,
			vehicleId: vehicle.id,
			permissions,
			createdAt: at,
			updatedAt: at,
		};
		this.connections.push(connection);
		for (const listener of this.connectionListeners) listener(connection);
	}
}

function removeWhere<T>(list: T[], matches: (entry: T) => boolean): void {
	for (let index = list.length - 1; index >= 0; index--) {
		const entry = list[index];
		if (entry !== undefined && matches(entry)) list.splice(index, 1);
	}
}
