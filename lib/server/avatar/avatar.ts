import * as z from "zod";
import { selectUserImage } from "#db/queries/users.ts";
import { insertIdempotencyKey, selectStoredAnswer } from "#db/queries/write.ts";
import { avatarApi } from "#lib/shared/api/avatar.ts";
import { AppError } from "#lib/shared/errors.ts";
import { auth } from "../auth/auth.ts";
import { avatarImage } from "../auth/avatar-image.ts";
import { requireWithinLimit } from "../auth/rate-limit.ts";
import type { Ctx } from "../context.ts";
import { freshDatabase } from "../process/database.ts";
import { defer } from "../http/defer.ts";
import type { ImmutableFile } from "../http/download.ts";
import { log } from "../http/log.ts";
import { idempotencyKeyRow, replayAfterFailure, replayIfAnswered } from "../writes/idempotency.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { objectStore } from "../storage/storage.ts";
import { avatarKeyOf, AVATARS, avatarUrl, newAvatarKey } from "./address.ts";
import { squarePicture } from "./square-picture.ts";
import { runSerially } from "../process/serial-queue.ts";

const WEBP = "image/webp";
/** The part of an answer that is stored for repeats. */
const Answered = z.object({ image: z.string() });
/** The limit of uploads by IP address. */
const UPLOADS = { windowSeconds: 600, max: 20 };
const META = { contentType: WEBP, cacheControl: "public, max-age=31536000, immutable" };

/** The storage and the profile that a change of picture writes to. */
export interface AvatarDependencies {
  store: ObjectStore;
  profile: {
    /**
     * Returns the URL of the user's picture; null: none.
     * @throws AppError UNAUTHENTICATED when the user does not exist any more
     */
    read(userId: string): Promise<string | null>;
    write(userId: string, image: string): Promise<void>;
  };
}

function ownParts(): AvatarDependencies {
  return { store: objectStore(), profile: { read: readImage, write: writeImage } };
}

async function readImage(userId: string): Promise<string | null> {
  const [row] = await selectUserImage(freshDatabase(), { userId });
  if (!row) throw new AppError("UNAUTHENTICATED", "Sign in first.");
  return row.image;
}

/** Writes the picture by better-auth, so that the listeners for changes of users are called. */
async function writeImage(userId: string, image: string): Promise<void> {
  const { internalAdapter } = await auth().$context;
  await internalAdapter.updateUser(userId, { image });
}

/**
 * Checks the rate limit, before any byte of a picture is read.
 * @throws AppError RATE_LIMITED
 */
export async function requireWithinAvatarLimit({ headers, viewer }: Ctx): Promise<void> {
  await requireWithinLimit(headers, avatarApi.upload.path, UPLOADS, { subject: viewer.userId });
}

/**
 * Stores the object first, then the profile; the former object is deleted after the answer. After a failure the profile
 * is unchanged.
 */
export async function uploadAvatar(
  ctx: Ctx,
  file: Uint8Array,
  parts = ownParts(),
): Promise<{ image: string }> {
  const { userId } = ctx.viewer;
  const picture = await squarePicture(file);
  return changeOnce(ctx, parts, async () => {
    const key = newAvatarKey(userId);
    await parts.store.put(key, picture, META);
    return { former: await adopt(parts, userId, key), image: avatarUrl(key) };
  });
}

/** Replaces the user's picture by the generated one. */
export async function removeAvatar(ctx: Ctx, parts = ownParts()): Promise<{ image: string }> {
  const { userId } = ctx.viewer;
  return changeOnce(ctx, parts, async () => {
    const image = avatarImage(userId);
    const former = await parts.profile.read(userId);
    if (former !== image) await parts.profile.write(userId, image);
    return { former, image };
  });
}

/** Finds an uploaded picture by the parts of its URL. */
export function findAvatar(
  { userId, file }: { userId: string; file: string },
  store = objectStore(),
): ImmutableFile {
  const key = `${AVATARS}/${userId}/${file}`;
  return {
    contentType: WEBP,
    // The entity tag is the key, because its object never changes.
    etag: `"${file.slice(0, -".webp".length)}"`,
    exists: () => store.exists(key),
    read: () => store.read(key),
  };
}

/**
 * Deletes the object of a picture that no profile has any more, if the service stores it.
 * @throws AppError UNAVAILABLE
 */
export async function deleteAvatarObject(
  userId: string,
  image: string | null,
  store = objectStore(),
): Promise<void> {
  const key = avatarKeyOf(userId, image);
  if (key !== null) await store.delete(key);
}

/** Deletes a former picture after the answer; objects that it misses are deleted by the sweep. */
function forgetLater(userId: string, image: string | null, store: ObjectStore): void {
  defer(() => deleteAvatarObject(userId, image, store), "deleting a former avatar");
}

/**
 * Makes the object the user's picture, or deletes the object if that fails.
 * @returns the former picture
 */
async function adopt(
  { store, profile }: AvatarDependencies,
  userId: string,
  key: string,
): Promise<string | null> {
  const image = avatarUrl(key);
  try {
    const former = await profile.read(userId);
    await profile.write(userId, image);
    return former;
  } catch (error) {
    const now = await profile.read(userId).catch(() => undefined);
    if (now === image) {
      // The profile was written; only the answer of the write was lost, or a listener failed.
      log().error({ err: error }, "after a change of avatar");
      return null;
    }
    // If the profile is unknown, the object may be the user's picture, so it is left to the sweep.
    if (now !== undefined) await store.delete(key).catch(() => undefined);
    throw error;
  }
}

/**
 * Runs one change of a user's picture at a time in this process, and none twice for one `Idempotency-Key` in any
 * process.
 */
function changeOnce(
  ctx: Ctx,
  parts: AvatarDependencies,
  work: () => Promise<{ image: string; former: string | null }>,
): Promise<{ image: string }> {
  const { userId } = ctx.viewer;
  return runSerially(userId, async () => {
    await replayIfAnswered(ctx, null);
    const { image, former } = await work();
    if (ctx.write.idempotency) await remember(ctx, parts, { image });
    forgetLater(userId, former, parts.store);
    return { image };
  });
}

/**
 * Stores the answer for a repeat.
 * @throws Replay, or AppError KEY_REUSED, when another server has answered the request meanwhile; that answer is valid
 */
async function remember(ctx: Ctx, parts: AvatarDependencies, body: { image: string }): Promise<void> {
  const at = ctx.now();
  try {
    await insertIdempotencyKey(ctx.db, idempotencyKeyRow(ctx, { tripSeq: null, body, at }));
  } catch (error) {
    await giveWay(ctx, parts, body.image);
    await replayAfterFailure(ctx, error, null);
    throw error;
  }
}

async function giveWay(ctx: Ctx, { store, profile }: AvatarDependencies, image: string): Promise<void> {
  const { userId } = ctx.viewer;
  const [answer] = await selectStoredAnswer(ctx.db, { userId, key: ctx.write.idempotency?.key ?? "" });
  const stands = Answered.safeParse(answer && JSON.parse(answer.body)).data?.image;
  if (stands === undefined || stands === image) return;
  // If the profile has a third, newer picture, that one stays.
  if ((await profile.read(userId)) === image) await profile.write(userId, stands);
  forgetLater(userId, image, store);
}
