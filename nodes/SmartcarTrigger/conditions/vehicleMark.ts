import { isLatching, PLACES, type Condition } from './condition';
import type { MarkedCandidate } from './decide';
import { mayHaveFiredMark } from './markNames';
import type { MarkRow, MarkStore, RecordedMarks } from './markStore/markStore';
import { isErrorObservation, type AnyObservation } from './anyObservation';

const USUAL_PLACES = Object.keys(PLACES).filter((place) => place !== 'any');

/**
 * The places for which the mark of a condition needs that of the vehicle: those that most vehicles
 * have. At other places, such as the tires of a third row, it counts alone.
 */
function placesOf({ place, signal: { kind } }: Condition): string[] {
	if (place !== undefined) return [place];
	return kind === 'tires' || kind === 'grid' ? USUAL_PLACES : [''];
}

const needsVehicleMark = (observation: AnyObservation): boolean =>
	!isErrorObservation(observation) &&
	isLatching(observation.condition) &&
	placesOf(observation.condition).includes(observation.place);

/** What an event says about its vehicle. */
interface ObservedEvent {
	observations: AnyObservation[];
	/** The observations that the execution judges. */
	candidates: MarkedCandidate[];
	conditions: Condition[];
	/** See `markPrefix`. */
	prefixOf: (condition: Condition, place: string) => string;
}

/**
 * The mark of a vehicle in n8n's store. It means that a limit, an area or *Becomes* may have fired
 * for the vehicle. The mark of such a condition is a leftover without it, and does not count.
 *
 * An event does not know what has fired before, so it would have to remove the marks of all
 * conditions that it does not meet. n8n searches its whole list for each of them. So an event that
 * meets none first asks for this one mark, and removes the others only if it is there.
 */
export class VehicleMark {
	private readonly mark: string;

	/** The marks of the conditions that have fired, newly or before. */
	private readonly marksOfMet: string[];

	/** The marks of the conditions that are armed. */
	private readonly marksOfUnmet: string[];

	/** @param vehicleHash see `Judgment` */
	constructor(
		readonly vehicleHash: string,
		private readonly event: ObservedEvent,
	) {
		this.mark = mayHaveFiredMark(vehicleHash);
		const judged = event.candidates.filter(
			({ observation, isLate }) => needsVehicleMark(observation) && !isLate,
		);
		this.marksOfMet = judged.flatMap(({ marks }) => marks.record);
		this.marksOfUnmet = judged.flatMap(({ marks }) => marks.remove);
	}

	/** What an event that meets a condition records. */
	get toRecord(): string[] {
		return this.marksOfMet.length > 0 ? [this.mark] : [];
	}

	/** What an event that meets none records only to learn whether the store has it. */
	get probes(): string[] {
		return this.marksOfMet.length === 0 && this.marksOfUnmet.length > 0 ? [this.mark] : [];
	}

	/** The marks that are new, and the leftovers, which count as new. */
	countAsNew(newMarks: ReadonlySet<string>): ReadonlySet<string> {
		return newMarks.has(this.mark) ? new Set([...newMarks, ...this.marksOfMet]) : newMarks;
	}

	/**
	 * Removes the marks that no longer hold after the event.
	 * @param obsolete those of its candidates
	 * @param recorded undefined if the store failed
	 * @throws Error if the store fails
	 */
	async cleanUp(
		store: MarkStore,
		row: MarkRow,
		obsolete: string[],
		recorded: RecordedMarks | undefined,
	): Promise<void> {
		const { vehicleHash, mark, marksOfMet, marksOfUnmet } = this;
		const remove = async (marks: string[]) => await store.remove(row, marks, vehicleHash);
		if (marksOfMet.length > 0) {
			// Leftovers would count now that the vehicle has its mark.
			const leftovers = recorded?.newMarks.has(mark) ? this.marksOfOthers() : [];
			return await remove([...obsolete, ...leftovers]);
		}
		if (marksOfUnmet.length === 0) return await remove(obsolete);
		if (recorded?.absentProbes.has(mark))
			return await remove([...obsolete.filter((one) => !marksOfUnmet.includes(one)), mark]);
		if (this.mayStayFired()) return await remove(obsolete);
		await remove([...obsolete, mark]);
		await this.restoreIfNeeded(store, row);
	}

	/**
	 * Whether the mark of the vehicle has to stay, because a condition may have fired that this
	 * execution does not decide: its value is between the limit and *Reset At*, or the delivery knows
	 * that it has fired.
	 */
	private mayStayFired(): boolean {
		return this.event.observations.some(
			(observation) => needsVehicleMark(observation) && observation.state !== 'armed',
		);
	}

	/**
	 * Records the mark of the vehicle again if the store has the mark of a condition that the
	 * execution does not judge. To learn that, it has to record those marks. They do not count while
	 * the vehicle has no mark.
	 */
	private async restoreIfNeeded(store: MarkStore, row: MarkRow): Promise<void> {
		const { vehicleHash, mark } = this;
		const others = this.marksOfOthers();
		if (others.length === 0) return;
		const recorded = await store.record(row, [], vehicleHash, others);
		// Not knowing which of them the store had, it is better to report a condition twice than never.
		if (recorded.isUncertain) return;
		await store.remove(row, [...recorded.absentProbes], vehicleHash);
		if (recorded.absentProbes.size < others.length) await store.record(row, [mark], vehicleHash);
	}

	/**
	 * The marks of conditions that the execution does not judge. The event has no value for them, it
	 * is late, or the delivery has decided that it changes nothing.
	 */
	private marksOfOthers(): string[] {
		const { conditions, prefixOf } = this.event;
		const judged = new Set([...this.marksOfMet, ...this.marksOfUnmet]);
		return conditions
			.filter(isLatching)
			.flatMap((condition) => placesOf(condition).map((place) => prefixOf(condition, place)))
			.filter((mark) => !judged.has(mark));
	}
}
