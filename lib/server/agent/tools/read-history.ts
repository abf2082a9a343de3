import * as z from "zod";
import { selectEvents, type StoredEvent } from "#db/queries/events.ts";
import { requireAccess } from "../../access/access.ts";
import { tool } from "../tool.ts";
import { withoutEmptyFields } from "./fit-result.ts";
import { readSharedTrip, type SharedTrip } from "./shared-trip.ts";
import { shortenText } from "./short-text.ts";
import { clockText } from "./row-texts.ts";

const MOST = 50;
/** Number of events that are searched for those that all members may read. */
const LOOKED_THROUGH = 400;
const NAMES = ["name", "title", "text", "date", "body"];
/** Fields whose values are short enough to be included; other fields are only named. */
const SAID = new Set(["name", "title", "text", "startTime", "endTime", "startDate", "endDate", "currency"]);
const UNSAID = new Set(["position", "version", "updatedAt", "deletedAt"]);

export const readHistory = tool({
  name: "read_history",
  description:
    "What was changed in the trip lately, newest first: when, by whom, and what. It tells no ids, and what it tells may have been changed again since.",
  input: z.strictObject({
    limit: z.int().min(1).max(MOST).nullish().describe("how many changes; 20 unless given, 50 at most"),
  }),
  async run(run, { limit }) {
    const { ctx, tripId } = run;
    const { seq } = await requireAccess(ctx, tripId, "guest");
    const after = Math.max(0, seq - LOOKED_THROUGH);
    const [rows, trip] = await Promise.all([
      selectEvents(ctx.db, { tripId, after, limit: LOOKED_THROUGH }),
      readSharedTrip(run),
    ]);
    // The private rows of the member who asked are left out, because other members read the agent's answer.
    const seen = rows.filter(({ visibleTo }) => visibleTo === null);
    const newest = seen.toReversed().slice(0, limit ?? 20);
    const names = knownNames(trip, seen);
    return {
      told: { changes: newest.map((event) => toldEvent(trip, names, event)) },
      about: { count: newest.length },
    };
  },
});

/** Returns names by id. A deleted row gets its name from an earlier event. */
function knownNames(trip: SharedTrip, events: readonly StoredEvent[]): ReadonlyMap<string, string> {
  const logged = events.map(({ entityId, after }) => [entityId, nameIn(after)] as const);
  const live = [...trip.stops, ...trip.reservations, ...trip.items, ...trip.days, ...trip.expenses].map(
    (row) => [row.id, nameIn({ ...row })] as const,
  );
  return new Map([...logged, ...live].flatMap(([id, name]) => (name === null ? [] : [[id, name]])));
}

function nameIn(fields: Record<string, unknown>): string | null {
  const name = NAMES.map((field) => fields[field]).find((each) => typeof each === "string" && each !== "");
  return typeof name === "string" ? shortenText(name, 80) : null;
}

function toldEvent(
  trip: SharedTrip,
  names: ReadonlyMap<string, string>,
  { op, entityId, at, actorId, via, before, after }: StoredEvent,
): object {
  const by = trip.members.find(({ userId }) => userId === actorId && userId !== null)?.name;
  const fields = Object.keys(before ?? {}).filter((field) => !UNSAID.has(field));
  const said = fields.filter((field) => SAID.has(field));
  return withoutEmptyFields({
    at: clockText(trip, at),
    by,
    via: via === "user" ? null : via,
    what: op,
    name: nameIn(after) ?? names.get(subjectOf(op, entityId, after)),
    fields: fields.filter((field) => !SAID.has(field)),
    from: said.map((field) => `${field}: ${brief(before?.[field])}`),
    to: said.map((field) => `${field}: ${brief(after[field])}`),
  });
}

/** Returns the stop's id for a vote, because people know a vote by its stop. */
function subjectOf(op: string, entityId: string, { stopId }: Record<string, unknown>): string {
  return op === "vote.set" && typeof stopId === "string" ? stopId : entityId;
}

function brief(value: unknown): string {
  return typeof value === "string" ? shortenText(value, 80) : "nothing";
}
