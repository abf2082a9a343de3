import { selectTouching, type StoredEvent } from "#db/queries/events.ts";
import { selectStopsOfDay } from "#db/queries/stops.ts";
import type { TripWrite } from "../write.ts";

/** Seqs of events after the group that touched what it changed; undoing over them would lose work. */
export async function laterConflicts(write: TripWrite, group: StoredEvent[]): Promise<number[]> {
  const last = group.at(-1)?.seq ?? 0;
  const own = new Set(group.map(({ seq }) => seq));
  const found = await Promise.all(group.map((event) => conflictsOf(write, event, last)));
  return [...new Set(found.flat())].filter((seq) => !own.has(seq)).toSorted((a, b) => a - b);
}

async function conflictsOf(write: TripWrite, event: StoredEvent, last: number): Promise<number[]> {
  if (event.op === "vote.set") return votesAfter(write, event, last);
  if (event.op === "day.created" || event.op === "day.restored")
    return [...(await fieldsAfter(write, event, last)), ...(await stopsOnDay(write, event))];
  return fieldsAfter(write, event, last);
}

/** What made an entity is touched by everything that came to it later; a change, also by the entity's end. */
async function fieldsAfter(write: TripWrite, event: StoredEvent, last: number): Promise<number[]> {
  const fields = event.before && [...Object.keys(event.before), "deletedAt"];
  const later = await selectTouching(write.tx, {
    tripId: write.trip.id,
    entityId: event.entityId,
    after: last,
    fields,
  });
  return later.filter(({ op }) => op !== "vote.set").map(({ seq }) => seq);
}

async function votesAfter(write: TripWrite, event: StoredEvent, last: number): Promise<number[]> {
  const later = await selectTouching(write.tx, {
    tripId: write.trip.id,
    entityId: event.entityId,
    after: last,
    fields: ["value", "deletedAt"],
  });
  const isSame = (other: StoredEvent) =>
    other.op !== "vote.set" || other.after["memberId"] === event.after["memberId"];
  return later.filter(isSame).map(({ seq }) => seq);
}

/** A day that would vanish must not take stops along. */
async function stopsOnDay(write: TripWrite, event: StoredEvent): Promise<number[]> {
  const tripId = write.trip.id;
  const rows = await selectStopsOfDay(write.tx, { tripId, dayId: event.entityId });
  const placed = rows.map(({ stop }) =>
    selectTouching(write.tx, { tripId, entityId: stop.id, after: event.seq, fields: ["dayId", "deletedAt"] }),
  );
  return (await Promise.all(placed)).flat().map(({ seq }) => seq);
}
