import type { Db } from "#db/client.ts";
import { selectAttachment } from "#db/queries/attachments.ts";
import { selectStop } from "#db/queries/stops.ts";
import type { CoverChoice } from "#lib/shared/covers.ts";
import { type AppError, assertNever, invalidField } from "#lib/shared/errors.ts";

type Given = CoverChoice | null | undefined;

/** Returns why this cannot be a trip's cover; null: it can. Call it under the trip's lock. */
export async function findCoverFault(tx: Db, tripId: string, cover: Given): Promise<AppError | null> {
  switch (cover?.kind) {
    case undefined:
    case "map":
      return null;
    case "stop": {
      const [row] = await selectStop(tx, { tripId, stopId: cover.id });
      return row && row.stop.deletedAt === null ? null : fault("Choose one of the trip's stops.");
    }
    case "file": {
      const [row] = await selectAttachment(tx, { tripId, id: cover.id });
      const { target, contentType, deletedAt } = row?.attachment ?? {};
      // Everybody with an invite sees the cover, so a file of a reservation, such as a ticket, cannot become a cover by
      // mistake.
      const isOwn = target?.kind === "trip" && contentType?.startsWith("image/") && deletedAt === null;
      return isOwn ? null : fault("Choose a picture that was added to the trip itself.");
    }
    default:
      return assertNever(cover);
  }
}

export function requireCover(found: AppError | null): void {
  if (found) throw found;
}

function fault(message: string): AppError {
  return invalidField("cover.id", message);
}

/** Returns the cover of a copy of the trip, whose stops have other ids and which has no files. */
export function coverOfCopy(cover: CoverChoice | null, ids: ReadonlyMap<string, string>): CoverChoice | null {
  if (cover?.kind === "file") return null;
  if (cover?.kind !== "stop") return cover;
  const id = ids.get(cover.id);
  return id === undefined ? null : { kind: "stop", id };
}
