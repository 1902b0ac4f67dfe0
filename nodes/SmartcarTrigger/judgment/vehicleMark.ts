import { isLatching, PLACES, type Condition } from '../conditions/condition';
import type { MarkedCandidate } from './decide';
import { mayHaveFiredMark } from './marks/markNames';
import type { MarkRow, MarkStore, RecordedMarks } from './markStore/markStore';
import { isErrorObservation, type AnyObservation } from './anyObservation';

const USUAL_PLACES = Object.keys(PLACES).filter((place) => place !== 'any');

/**
 * The places at which the mark of a condition counts only together with that of the vehicle: the
 * place of the condition, or those that most vehicles have. At other places, such as the tires of a
 * third row, it counts alone.
 */
function placesWithVehicleMark({ place, signal: { kind } }: Condition): string[] {
	if (place !== undefined) return [place];
	return kind === 'tires' || kind === 'grid' ? USUAL_PLACES : [''];
}

const needsVehicleMark = (observation: AnyObservation): boolean =>
	!isErrorObservation(observation) &&
	isLatching(observation.condition) &&
	placesWithVehicleMark(observation.condition).includes(observation.place);

/** What an event says about its vehicle, and the conditions of the trigger. */
interface ObservedEvent {
	observations: AnyObservation[];
	/** The observations that the execution judges. */
	candidates: MarkedCandidate[];
	conditions: Condition[];
	/** The beginning of the marks of a condition, from `markPrefix`. */
	prefixOf: (condition: Condition, place: string) => string;
}

/**
 * The mark of a vehicle in n8n's store. It means that a limit, an area or *Becomes* may have fired
 * for the vehicle. Without it, the mark of such a condition is a leftover that does not count.
 *
 * It saves time. An execution does not know what has fired before, so it would have to remove the
 * marks of all conditions that its event does not meet, and n8n searches its whole list for each of
 * them. So if the event meets none, the execution first asks for this one mark, and removes the
 * others only if it is there.
 */
export class VehicleMark {
	private readonly mark: string;

	/** The marks of the conditions that have fired, newly or before. */
	private readonly marksOfMet: string[];

	/** The marks of the conditions that are armed. */
	private readonly marksOfUnmet: string[];

	/** @param vehicleHash identifies the vehicle of the trigger within the workflow */
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

	/** Recorded if the event meets a condition. */
	get toRecord(): string[] {
		return this.marksOfMet.length > 0 ? [this.mark] : [];
	}

	/** Recorded if the event meets none, only to learn whether the store has it. */
	get probes(): string[] {
		return this.marksOfMet.length === 0 && this.marksOfUnmet.length > 0 ? [this.mark] : [];
	}

	/** Adds the leftovers to the new marks, because they count as new. */
	withLeftovers(newMarks: ReadonlySet<string>): ReadonlySet<string> {
		return newMarks.has(this.mark) ? new Set([...newMarks, ...this.marksOfMet]) : newMarks;
	}

	/**
	 * Removes the marks that no longer hold after the event. The mark of the vehicle stays only if a
	 * condition may still have fired.
	 * @param marksToRemove those of the decisions. Those of armed conditions are removed only if the
	 * vehicle had its mark.
	 * @param recorded undefined if the store failed
	 * @throws Error if the store fails
	 */
	async cleanUp(
		store: MarkStore,
		row: MarkRow,
		marksToRemove: string[],
		recorded: RecordedMarks | undefined,
	): Promise<void> {
		const { vehicleHash, mark, marksOfMet, marksOfUnmet } = this;
		const remove = async (marks: string[]) => await store.remove(row, marks, vehicleHash);
		if (marksOfMet.length > 0) {
			// If the mark of the vehicle is new, the leftovers would now count.
			const leftovers = recorded?.newMarks.has(mark) ? this.marksOfUnjudged() : [];
			return await remove([...marksToRemove, ...leftovers]);
		}
		if (marksOfUnmet.length === 0) return await remove(marksToRemove);
		if (recorded?.absentProbes.has(mark)) {
			// The vehicle had no mark, so nothing has fired. Its mark was recorded only to learn that.
			const others = marksToRemove.filter((other) => !marksOfUnmet.includes(other));
			return await remove([...others, mark]);
		}
		if (this.mayStayFired()) return await remove(marksToRemove);
		await remove([...marksToRemove, mark]);
		await this.restoreForUnjudged(store, row);
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
	 * execution does not judge. Only recording those marks shows whether the store has them. While
	 * the vehicle has no mark, they do not count.
	 */
	private async restoreForUnjudged(store: MarkStore, row: MarkRow): Promise<void> {
		const { vehicleHash, mark } = this;
		const unjudged = this.marksOfUnjudged();
		if (unjudged.length === 0) return;
		const recorded = await store.record(row, [], vehicleHash, unjudged);
		// It is not known which of them the store had. Rather report a condition twice than never.
		if (recorded.isUncertain) return;
		await store.remove(row, [...recorded.absentProbes], vehicleHash);
		if (recorded.absentProbes.size < unjudged.length) await store.record(row, [mark], vehicleHash);
	}

	/**
	 * The marks of conditions that the execution does not judge. The event has no value for them, it
	 * is late, or the delivery has decided that it changes nothing.
	 */
	private marksOfUnjudged(): string[] {
		const { conditions, prefixOf } = this.event;
		const judged = new Set([...this.marksOfMet, ...this.marksOfUnmet]);
		return conditions
			.filter(isLatching)
			.flatMap((condition) =>
				placesWithVehicleMark(condition).map((place) => prefixOf(condition, place)),
			)
			.filter((mark) => !judged.has(mark));
	}
}
