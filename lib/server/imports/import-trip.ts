import { createHash } from "node:crypto";
import { importsApi } from "#lib/shared/api/imports.ts";
import type { TripFilePreview } from "#lib/shared/imports.ts";
import { LIST_RESOURCES, type ListName } from "#lib/shared/resources/list-resources.ts";
import type { TripFile } from "#lib/shared/trip-file.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { requireWithinLimit } from "../auth/rate-limit.ts";
import type { Ctx } from "../context.ts";
import { createOnce } from "../writes/creation.ts";
import { insertWholeTrip } from "../trips/insert-trip.ts";
import { readTripText } from "../trips/read-trip.ts";
import { readImportFile } from "./thread/reading-thread.ts";
import { tripRows } from "./trip-rows.ts";

/** The rate limit of imports by user, because reading a file takes a while. */
const LIMIT = { windowSeconds: 600, max: 20 };
/**
 * The rate limit of previews. It is higher than that of imports, because somebody who chooses among lists or tries
 * files makes several previews for one import.
 */
const PREVIEW_LIMIT = { windowSeconds: 600, max: 100 };

/** Creates a trip of the caller from a trip file, whole or not at all. */
export async function importTrip(
  ctx: Ctx,
  { id: ownId }: { id?: string | undefined },
  bytes: Uint8Array,
): Promise<TripDto> {
  const file = await readImportFile({ kind: "trip", bytes });
  const digest = createHash("sha256").update(bytes).digest("base64url");
  const input = { ...(ownId && { id: ownId }), digest };
  const at = ctx.now();
  return createOnce(
    ctx,
    { kind: "trip", tripId: null, input },
    (id, claim) => {
      const rows = tripRows(file, { tripId: id, viewer: ctx.viewer, at, newId: () => ctx.newId() });
      return insertWholeTrip(ctx, id, claim, rows);
    },
    async (id) => JSON.parse(await readTripText(ctx.db, ctx.viewer.userId, id, at)),
  );
}

/** Returns what a trip file contains, without writing anything. */
export async function previewTripFile(bytes: Uint8Array): Promise<TripFilePreview> {
  const { trip, members, ...lists } = await readImportFile({ kind: "trip", bytes });
  const { stops, reservations, decisions, items, expenses, settlements, comments, attachments } = lists;
  return {
    title: trip.title,
    startDate: trip.startDate,
    endDate: trip.endDate,
    members: members.filter(({ leftAt }) => leftAt === null).map(({ name }) => name),
    counts: {
      stops: stops.length,
      reservations: reservations.length,
      decisions: decisions.length,
      items: items.length,
      expenses: expenses.length,
      settlements: settlements.length,
      comments: comments.length,
      ...countsOf(lists),
      attachments: attachments.length,
    },
  };
}

/**
 * Checks the rate limit of imports before a file is read.
 * @throws AppError RATE_LIMITED
 */
export function requireWithinImports(ctx: Ctx): Promise<void> {
  return requireWithinLimit(new Headers(), importsApi.create.path, LIMIT, { subject: ctx.viewer.userId });
}

/**
 * Checks the rate limit of previews, which leaves the one of imports unchanged.
 * @throws AppError RATE_LIMITED
 */
export function requireWithinPreviews(ctx: Ctx): Promise<void> {
  const { path } = importsApi.preview;
  return requireWithinLimit(new Headers(), path, PREVIEW_LIMIT, { subject: ctx.viewer.userId });
}

/** Returns the number of rows of each list resource. */
function countsOf(lists: Pick<TripFile, ListName>): { [Name in ListName]: number } {
  const counts = Object.values(LIST_RESOURCES).map(({ list }) => [list, lists[list].length]);
  // The cast is safe because there is one entry for each list.
  return Object.fromEntries(counts) as { [Name in ListName]: number };
}
