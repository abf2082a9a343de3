import { selectDecisionVotes } from "#db/queries/decisions.ts";
import { selectNewStopContext, type NewStopContext } from "#db/queries/stops.ts";
import type { DecisionDto } from "#lib/shared/decisions.ts";
import { keysAfter } from "#lib/shared/order.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { changeStop } from "../stops/edit-stop.ts";
import { zoneOnMove } from "../stops/place-zone.ts";
import { respacePositions } from "../stops/respace-positions.ts";
import type { TripWrite } from "../writes/write.ts";

/**
 * Moves the winner to the end of the target day, unless it is there already, and the other candidates to the end of
 * Ideas. Without a target day the winner stays where it is; if the target day was retired, the winner remembers its
 * date.
 */
export async function placeCandidates(
  write: TripWrite,
  decision: DecisionDto,
  winner: StopDto,
  candidates: StopDto[],
): Promise<void> {
  const tripId = write.trip.id;
  const [slot] = await selectNewStopContext(write.tx, { tripId, dayId: decision.dayId });
  if (!slot) throw new Error("The slot query returned no row.");
  const target = slot.dayRetired ? null : decision.dayId;
  const isMoving = target !== null && winner.dayId !== target;
  const losers = candidates.filter(({ id, dayId }) => id !== winner.id && dayId !== null);
  const [position] = isMoving ? await keysAtEnd(write, target, slot.lastInDay, 1) : [];
  const positions = await keysAtEnd(write, null, slot.lastInIdeas, losers.length);
  const rowOf = await rowsNow(write, decision, candidates);
  if (isMoving) await moveTo(write, rowOf(winner), { dayId: target, position }, slot.dayTimezone);
  else rememberDay(write, rowOf(winner), slot);
  for (const [index, stop] of losers.entries()) {
    await moveTo(write, rowOf(stop), { dayId: null, position: positions[index] }, null);
  }
}

async function moveTo(
  write: TripWrite,
  stop: StopDto,
  to: { dayId: string | null; position: string | undefined },
  dayTimezone: string | null,
): Promise<void> {
  const zone = await zoneOnMove(write, stop, { dayId: to.dayId, dayTimezone });
  changeStop(write, stop, { ...to, formerDate: null, ...zone }, "stop.moved");
}

function rememberDay(write: TripWrite, winner: StopDto, slot: NewStopContext): void {
  if (!slot.dayRetired || winner.dayId !== null) return;
  changeStop(write, winner, { formerDate: slot.dayDate }, "stop.moved");
}

async function keysAtEnd(
  write: TripWrite,
  dayId: string | null,
  last: string | null,
  count: number,
): Promise<string[]> {
  const keys = keysAfter(last, count) ?? keysAfter(await respacePositions(write, dayId), count);
  if (!keys) throw new Error("Fresh keys left no room.");
  return keys;
}

/** Returns the candidates' current rows, because new positions may have been written to them too. */
async function rowsNow(write: TripWrite, decision: DecisionDto, candidates: StopDto[]) {
  const isSpread = write.events.some(({ op }) => op === "stop.moved");
  const ids = { tripId: write.trip.id, decisionId: decision.id };
  const [poll] = isSpread ? await selectDecisionVotes(write.tx, ids) : [];
  const rows = new Map((poll?.candidates ?? candidates).map((stop) => [stop.id, stop]));
  return (stop: StopDto): StopDto => rows.get(stop.id) ?? stop;
}
