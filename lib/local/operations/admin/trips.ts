import type { Database } from "#db/client.ts";
import {
  type FoundTrip,
  selectMembersForOperator,
  selectTripCounts,
  selectTripById,
  selectTripsLike,
} from "#db/queries/operator.ts";
import { notFound } from "#lib/shared/errors.ts";
import { tripStatus } from "#lib/shared/trip-status.ts";
import { CommandError, sizeText } from "../command.ts";
import { idFrom, type Options } from "./options.ts";
import { maskText, table, formatInstant } from "./table.ts";

const MOST = 50;

export async function runTripsCommand(
  db: Database,
  [verb, typed]: readonly string[],
  options: Options,
): Promise<string> {
  if (verb === "find") return find(db, typed ?? "", options);
  const hint = "`npm run admin -- trips find TEXT` finds it";
  if (verb === "show") return show(db, idFrom(typed, hint), options);
  if (verb === "members") return members(db, idFrom(typed, hint), options);
  throw new CommandError("trips: find TEXT, show ID, or members ID");
}

async function find(db: Database, text: string, { personal }: Options): Promise<string> {
  const found = await selectTripsLike(db, { text, limit: MOST + 1 });
  const rows = found
    .slice(0, MOST)
    .map((trip) => [
      trip.id,
      personal ? trip.title : maskText(trip.title),
      `${trip.startDate ?? "-"} to ${trip.endDate ?? "-"}`,
      statusOf(trip),
      String(trip.members),
      String(trip.seq),
      formatInstant(trip.activeAt),
    ]);
  const headings = ["id", "title", "dates", "status", "members", "events", "last changed"];
  const more = found.length > MOST ? "\nThere are more: say more of which you look for." : "";
  return found.length === 0 ? "No trip." : `${table(headings, rows)}${more}`;
}

function statusOf(trip: FoundTrip): string {
  const marks = [trip.isDemo && "demo", trip.isSample && "sample"].filter((mark) => mark !== false);
  const archivedAt = trip.archivedAt?.toISOString() ?? null;
  const status = trip.deletedAt ? "deleted" : tripStatus({ ...trip, archivedAt }, new Date());
  return [status, ...marks].join(", ");
}

async function show(db: Database, tripId: string, { personal }: Options): Promise<string> {
  const [trip] = await selectTripById(db, { tripId });
  const [counts] = await selectTripCounts(db, { tripId });
  if (!trip || !counts) throw notFound("trip");
  const facts: [string, string][] = [
    ["id", trip.id],
    ...(personal ? [["title", trip.title] as [string, string]] : []),
    ["dates", `${trip.startDate ?? "-"} to ${trip.endDate ?? "-"}, ${trip.timezone}`],
    ["status", statusOf(trip)],
    ["currency", trip.currency],
    ["created", formatInstant(trip.createdAt)],
    ["last changed", formatInstant(trip.activeAt)],
    ["deleted", formatInstant(trip.deletedAt)],
    ["events", `${counts.events}, of which ${trip.seq - trip.publishedSeq} wait for the room`],
    ["days", String(counts.days)],
    ["stops", String(counts.stops)],
    ["bookings", String(counts.reservations)],
    ["expenses", String(counts.expenses)],
    ["files", `${counts.files} (${sizeText(counts.fileBytes)} stored)`],
    ["members", String(trip.members)],
  ];
  return table(["fact", "value"], facts);
}

async function members(db: Database, tripId: string, { personal }: Options): Promise<string> {
  const found = await selectMembersForOperator(db, { tripId });
  if (found.length === 0) throw notFound("trip");
  const rows = found.map(({ id, userId, name, role, leftAt }) => [
    id,
    userId ?? "no account",
    personal ? name : maskText(name),
    role,
    leftAt ? `left ${formatInstant(leftAt)}` : "in it",
  ]);
  return table(["member", "user", "name", "role", "state"], rows);
}
