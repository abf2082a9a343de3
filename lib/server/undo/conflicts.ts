import { isDeepStrictEqual } from "node:util";
import { selectTouching, type StoredEvent } from "#db/queries/events.ts";
import { selectStopsOfDay } from "#db/queries/stops.ts";
import type { TripWrite } from "../write.ts";

/** Seqs of events after the group that touched what it changed; undoing over them would lose work. */
export async function laterConflicts(write: TripWrite, group: StoredEvent[]): Promise<number[]> {
  const own = new Set(group.map(({ seq }) => seq));
  const found = await Promise.all(group.map((event) => conflictsOf(write, event, group)));
  return [...new Set(found.flat())].filter((seq) => !own.has(seq)).toSorted((a, b) => a - b);
}

async function conflictsOf(write: TripWrite, event: StoredEvent, group: StoredEvent[]): Promise<number[]> {
  const last = group.at(-1)?.seq ?? 0;
  if (event.op === "vote.set") return votesAfter(write, event, last);
  if (event.op === "day.created" || event.op === "day.restored")
    return [...(await fieldsAfter(write, event, last)), ...(await stopsOnDay(write, event, group))];
  return fieldsAfter(write, event, last);
}

/** What made an entity is touched by everything that came to it later; a change, also by the entity's end. */
async function fieldsAfter(write: TripWrite, event: StoredEvent, last: number): Promise<number[]> {
  const fields = event.before && [...agreeing(Object.keys(event.before)), "deletedAt"];
  const kinds = [kindOf(event)];
  const rows = await selectTouching(write.tx, { ...entityOf(write, event), kinds, after: last, fields });
  return standing(event, rows, fields).map(({ seq }) => seq);
}

function kindOf({ op }: StoredEvent): string {
  return op.slice(0, op.indexOf("."));
}

function entityOf({ trip }: TripWrite, { entityId }: StoredEvent) {
  return { tripId: trip.id, entityId };
}

/** A trip's two dates are one field: putting one back beside another's new one could end the trip before it starts. */
function agreeing(fields: string[]): string[] {
  const isDated = fields.includes("startDate") || fields.includes("endDate");
  return isDated ? [...fields, "startDate", "endDate"] : fields;
}

async function votesAfter(write: TripWrite, event: StoredEvent, last: number): Promise<number[]> {
  const fields = ["value", "deletedAt"];
  const kinds = ["stop", "vote"];
  const later = await selectTouching(write.tx, { ...entityOf(write, event), kinds, after: last, fields });
  const isSame = (other: StoredEvent) =>
    other.op !== "vote.set" || other.after["memberId"] === event.after["memberId"];
  return standing(event, later.filter(isSame), fields).map(({ seq }) => seq);
}

/**
 * Those whose effect still stands: where later events were undone themselves, so that a field is what `event` left,
 * nothing is lost. Without this nobody could take back two changes of one field, newest first.
 */
function standing(event: StoredEvent, later: StoredEvent[], fields: string[] | null): StoredEvent[] {
  // The words of a deleted comment have left the log: there is nothing to compare, nor to bring back.
  if (later.some(({ op }) => op === "comment.deleted")) return later;
  const touched = new Set(later.flatMap(({ before }) => Object.keys(before ?? {})));
  const differs = new Set(
    [...touched].filter((field) => (fields?.includes(field) ?? true) && isMoved(field)),
  );
  return later.filter(
    ({ before }) => before === null || Object.keys(before).some((name) => differs.has(name)),
  );

  function isMoved(field: string): boolean {
    const newest = later.findLast(({ before }) => before !== null && field in before);
    return newest !== undefined && !isDeepStrictEqual(valueAfter(newest, field), valueAfter(event, field));
  }
}

/** A field as the event left it; of an end it counts that it came, not when. */
function valueAfter(event: StoredEvent, field: string): unknown {
  return field === "deletedAt" ? event.op.endsWith(".deleted") : (event.after[field] ?? null);
}

/** A day that would vanish must not take stops along, but for those that the group itself moves away again. */
async function stopsOnDay(write: TripWrite, event: StoredEvent, group: StoredEvent[]): Promise<number[]> {
  const tripId = write.trip.id;
  const moved = new Set(group.map(({ entityId }) => entityId));
  const rows = await selectStopsOfDay(write.tx, { tripId, dayId: event.entityId });
  const placed = rows
    .filter(({ stop }) => !moved.has(stop.id))
    .map(({ stop }) =>
      selectTouching(write.tx, {
        tripId,
        kinds: ["stop"],
        entityId: stop.id,
        after: event.seq,
        fields: ["dayId", "deletedAt"],
      }),
    );
  return (await Promise.all(placed)).flat().map(({ seq }) => seq);
}
