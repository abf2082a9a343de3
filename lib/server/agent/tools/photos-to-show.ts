import { AppError } from "#lib/shared/errors.ts";
import type { StreetImageDto } from "#lib/shared/street-view.ts";
import { env } from "../../env.ts";
import { log } from "../../http/log.ts";
import { openPreview } from "../../street-view/read-street-image.ts";
import type { ToolRun } from "../tool.ts";
import { flatPhoto } from "./flat-photo.ts";

/** The nearest of one look. */
const PER_LOOK = 3;
/** Each is read again with every further answer of the run. */
const PER_RUN = 6;
/** Whoever waits for an answer would rather have one without pictures. */
const PATIENCE_MS = 8000;

/**
 * The bytes of the first few photos, by their ids, for models that see; none where the operator's does not. They come as
 * a member's browser gets them, flat ones alone. What can't be had is left out. @throws Error when the run was stopped
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
