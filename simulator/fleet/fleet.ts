import { Random } from '../random';
import { signalSnapshot } from '../signals/readSignal';
import { batteryOf } from './batteryOf';
import { FLEET_EPOCH_MS, makeVehicle } from './makeVehicle';
import { allPermissions } from './permissions';
import { simulateTick } from './simulateTick';
import type {
	ChargeSchedule,
	Connection,
	Subscription,
	Throttle,
	User,
	Vehicle,
	VehicleChange,
	VehicleMode,
	Webhook,
} from './types';

type ChangeListener = (change: VehicleChange) => void;
type ConnectionListener = (connection: Connection) => void;

/** What an owner connects in Smartcar Connect. */
interface NewConnection {
	/** Null for an owner without one. */
	externalId: string | null;
	mode: VehicleMode;
	/** Without one, or if no car model has it, the index of the vehicle decides. */
	make?: string;
	permissions: string[];
}

/** Vehicles 0 and 1 belong to the first user, 2 and 3 to the second, and so on. */
const VEHICLES_PER_USER = 2;

/**
 * The vehicles that are connected to the application, with users, connections, webhooks and
 * subscriptions, in memory. Code may change a vehicle directly, which sends no events, or with
 * `change` or `tick`, which send events to webhooks.
 */
export class Fleet {
	readonly vehicles: Vehicle[] = [];
	readonly users: User[] = [];
	readonly connections: Connection[] = [];
	readonly webhooks: Webhook[] = [];
	readonly subscriptions: Subscription[] = [];
	readonly ids: { webhook: Random; subscription: Random };

	private scheduleCount = 0;
	/** By user index, the owners of the vehicles of the seed. */
	private readonly owners: User[] = [];
	private readonly vehiclesById = new Map<string, Vehicle>();
	private readonly vehicleRandom: Random;
	private readonly tickRandom: Random;
	private readonly changeListeners = new Set<ChangeListener>();
	private readonly connectionListeners = new Set<ConnectionListener>();

	constructor(seed: number, size: number) {
		this.vehicleRandom = new Random(seed, 'vehicles');
		// The name of a stream is part of the seed. With another name, every fleet would develop
		// differently.
		this.tickRandom = new Random(seed, 'drift');
		this.ids = {
			webhook: new Random(seed, 'webhooks'),
			subscription: new Random(seed, 'subscriptions'),
		};
		for (let index = 0; index < size; index++) this.addVehicle();
		const [firstVehicle] = this.vehicles;
		const secondUser = this.users[1];
		// The first vehicle has a second owner, who granted few permissions.
		if (firstVehicle !== undefined && secondUser !== undefined) {
			const permissions = ['read_vehicle_info', 'read_odometer'];
			this.connect(secondUser, firstVehicle, permissions, FLEET_EPOCH_MS);
		}
	}

	/**
	 * Adds the next vehicle of the seed and connects its owner. Webhooks with `autoSubscribe`
	 * subscribe to it.
	 */
	addVehicle(): Vehicle {
		const index = this.vehicles.length;
		const vehicle = makeVehicle(index, this.vehicleRandom);
		const owner = this.ownerOf(index);
		this.add(vehicle);
		// Every fifth connection has no permission for the location.
		const permissions = allPermissions.filter(
			(permission) => index % 5 !== 4 || permission !== 'read_location',
		);
		this.connect(owner, vehicle, permissions, vehicle.reportedAt);
		return vehicle;
	}

	/**
	 * Connects a new vehicle, as an owner does in Smartcar Connect. The owner is the user with the
	 * external ID, or a new one. Webhooks with `autoSubscribe` subscribe to the vehicle.
	 */
	connectNewVehicle({ externalId, mode, make, permissions }: NewConnection): Connection {
		const vehicle = makeVehicle(this.vehicles.length, this.vehicleRandom, make);
		vehicle.mode = mode;
		this.add(vehicle);
		const known = this.users.find((user) => externalId !== null && user.externalId === externalId);
		const owner = known ?? this.addUser(externalId);
		return this.connect(owner, vehicle, permissions, Date.now());
	}

	/** The vehicle with this ID, or undefined. */
	vehicle(id: string): Vehicle | undefined {
		return this.vehiclesById.get(id);
	}

	/** The user with this ID, or undefined. */
	user(id: string): User | undefined {
		return this.users.find((user) => user.id === id);
	}

	/** The webhook with this ID, or undefined. */
	webhook(id: string): Webhook | undefined {
		return this.webhooks.find((webhook) => webhook.id === id);
	}

	/** The connections of a vehicle, in the order in which they were made. */
	connectionsOf(vehicle: Vehicle): Connection[] {
		return this.connections.filter((connection) => connection.vehicleId === vehicle.id);
	}

	/**
	 * Changes a vehicle, updates the times of the signals that changed, and calls the listeners.
	 * @param reportedSignals codes of signals that count as changed even if their values stay the
	 * same
	 */
	change(
		vehicle: Vehicle,
		mutate: (vehicle: Vehicle) => void,
		reportedSignals: readonly string[] = [],
	): VehicleChange {
		const before = signalSnapshot(vehicle);
		const from = vehicle.reachability;
		mutate(vehicle);
		const after = signalSnapshot(vehicle);
		const changedSignals = [...after.keys()].filter(
			(code) => after.get(code) !== before.get(code) || reportedSignals.includes(code),
		);
		const now = Date.now();
		for (const code of changedSignals) vehicle.signalTimes.set(code, now);
		if (changedSignals.length > 0 && vehicle.reachability === 'online') vehicle.reportedAt = now;
		const change = { vehicle, changedSignals, reachability: { from, to: vehicle.reachability } };
		for (const listener of this.changeListeners) listener(change);
		return change;
	}

	/** Lets a short time pass: vehicles drive, charge, lose tire pressure, fall asleep or wake up. */
	tick(): VehicleChange[] {
		return this.vehicles.map((vehicle) =>
			this.change(vehicle, (car) => simulateTick(car, this.tickRandom)),
		);
	}

	/** Makes the service reject the next `times` requests to the vehicle with 429. */
	throttle(vehicle: Vehicle, throttle: Partial<Throttle> = {}): void {
		vehicle.throttle = { times: 1, retryAfterSeconds: 1, ...throttle };
	}

	/**
	 * Selects one of the available battery capacities, as the owner does in Smartcar Connect.
	 * @param nominal in kWh
	 * @throws RangeError for a vehicle without a traction battery, or for a capacity that is not
	 * available
	 */
	selectCapacity(vehicle: Vehicle, nominal: number): void {
		const battery = batteryOf(vehicle);
		if (!battery.capacity.available.some(({ capacity }) => capacity === nominal)) {
			throw new RangeError(`${nominal} kWh is not one of the available capacities`);
		}
		this.change(vehicle, () => {
			battery.capacity.chosen = { nominal, source: 'USER_SELECTED' };
		});
	}

	/**
	 * Adds a charge schedule, as a request or the owner in the vehicle does.
	 * @throws RangeError for a vehicle without a traction battery
	 */
	addChargeSchedule(vehicle: Vehicle, schedule: Omit<ChargeSchedule, 'id'>): ChargeSchedule {
		const battery = batteryOf(vehicle);
		this.scheduleCount++;
		const added = { id: `sched_${String(this.scheduleCount).padStart(6, '0')}`, ...schedule };
		this.change(vehicle, () => battery.chargeSchedules.push(added));
		return added;
	}

	/** Removes a charge schedule and returns it; undefined when the vehicle has none with this ID. */
	removeChargeSchedule(vehicle: Vehicle, scheduleId: string): ChargeSchedule | undefined {
		const schedules = vehicle.battery?.chargeSchedules ?? [];
		const schedule = schedules.find(({ id }) => id === scheduleId);
		if (schedule === undefined) return undefined;
		this.change(vehicle, () => removeWhere(schedules, ({ id }) => id === scheduleId));
		return schedule;
	}

	/** Removes connections and their subscriptions. */
	disconnect(connections: readonly Connection[]): void {
		for (const { id, userId, vehicleId } of connections) {
			removeWhere(this.connections, (connection) => connection.id === id);
			removeWhere(
				this.subscriptions,
				(entry) => entry.userId === userId && entry.vehicleId === vehicleId,
			);
		}
	}

	/** Calls the listener after each change made with `change` or `tick`. */
	onChange(listener: ChangeListener): void {
		this.changeListeners.add(listener);
	}

	/** Calls the listener with each new connection. */
	onConnection(listener: ConnectionListener): void {
		this.connectionListeners.add(listener);
	}

	private add(vehicle: Vehicle): void {
		this.vehicles.push(vehicle);
		this.vehiclesById.set(vehicle.id, vehicle);
	}

	/** The owner of the vehicle at this index of the seed. */
	private ownerOf(index: number): User {
		const userIndex = Math.floor(index / VEHICLES_PER_USER);
		const existing = this.owners[userIndex];
		if (existing !== undefined && this.users.includes(existing)) return existing;
		const user = this.addUser(userIndex % 2 === 0 ? `customer-${userIndex + 1}` : null);
		this.owners[userIndex] = user;
		return user;
	}

	private addUser(externalId: string | null): User {
		const user = { id: this.vehicleRandom.uuid(), externalId };
		this.users.push(user);
		return user;
	}

	private connect(
		user: User,
		vehicle: Vehicle,
		permissions: string[],
		createdAt: number,
	): Connection {
		const connection = {
			id: this.vehicleRandom.uuid(),
			userId: user.id,
			vehicleId: vehicle.id,
			permissions,
			createdAt,
			updatedAt: createdAt,
		};
		this.connections.push(connection);
		for (const listener of this.connectionListeners) listener(connection);
		return connection;
	}
}

function removeWhere<T>(list: T[], matches: (entry: T) => boolean): void {
	for (let index = list.length - 1; index >= 0; index--) {
		const entry = list[index];
		if (entry !== undefined && matches(entry)) list.splice(index, 1);
	}
}
