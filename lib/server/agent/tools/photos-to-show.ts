import { AppError } from "#lib/shared/errors.ts";
import type { StreetImageDto } from "#lib/shared/street-view.ts";
import { env } from "../../env/env.ts";
import { log } from "../../http/log.ts";
import { openPreview } from "../../street-view/read-street-image.ts";
import type { ToolRun } from "../tool.ts";
import { flatPhoto } from "./flat-photo.ts";

/** Maximum number of photos in one look, the nearest ones. */
const PER_LOOK = 3;
/** Maximum number of photos in one run, because the model reads all of them again with each further answer. */
const PER_RUN = 6;
/** The maximum wait for photos, in milliseconds; an answer without photos is better than a late one. */
const PATIENCE_MS = 8000;

/**
 * Returns the bytes of the first few flat photos by their ids; none when the operator's model does not accept pictures.
 * The photos are those that a member's browser gets. Photos that can't be loaded are left out.
 * @throws Error when the run was cancelled
 */
export async function photosToShow(
  run: ToolRun,
  images: readonly StreetImageDto[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  if (env().AGENT_SEES_IMAGES !== "true") return new Map();
  const left = Math.min(PER_LOOK, PER_RUN - (run.photosShown ?? 0));
  const patience = AbortSignal.any([run.ctx.signal, AbortSignal.timeout(PATIENCE_MS)]);
  const asked = images.filter(({ kind }) => kind === "flat").slice(0, Math.max(0, left));
  const found = await Promise.all(
    asked.map(async ({ id }) => [id, await photoOf(run, id, patience)] as const),
  );
  run.ctx.signal.throwIfAborted();
  return new Map(found.flatMap(([id, bytes]) => (bytes ? [[id, bytes]] : [])));
}

async function photoOf(
  { ctx, tripId }: ToolRun,
  imageId: string,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  try {
    const { bytes } = await openPreview({ ...ctx, signal }, { tripId, imageId }, "agent");
    return await flatPhoto(bytes);
  } catch (error) {
    if (!(error instanceof AppError)) {
      log().error({ err: error, tripId }, "a street photo could not be made ready for the agent");
    }
    return null;
  }
}
