import { selectUserImage } from "#db/queries/users.ts";
import { insertIdempotencyKey } from "#db/queries/write.ts";
import { avatarApi } from "#lib/shared/api/avatar.ts";
import { AppError } from "#lib/shared/errors.ts";
import { auth } from "../auth/auth.ts";
import { avatarImage } from "../auth/avatar-image.ts";
import { requireWithinLimit } from "../auth/rate-limit.ts";
import type { Ctx } from "../context.ts";
import { freshDatabase } from "../database.ts";
import { defer } from "../http/defer.ts";
import type { ImmutableFile } from "../http/download.ts";
import { log } from "../http/log.ts";
import { keyOf, replayAfter, replayIfAnswered } from "../idempotency.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { objectStore } from "../storage/storage.ts";
import { avatarKeyOf, AVATARS, avatarUrl, newAvatarKey } from "./address.ts";
import { squarePicture } from "./square-picture.ts";
import { inTurn } from "../turns.ts";

const WEBP = "image/webp";
/** By address. */
const UPLOADS = { windowSeconds: 600, max: 20 };
const META = { contentType: WEBP, cacheControl: "public, max-age=31536000, immutable" };

/** What a change of picture touches. */
export interface AvatarParts {
  store: ObjectStore;
  profile: {
    /** null: no picture. @throws AppError UNAUTHENTICATED when the user is gone */
    read(userId: string): Promise<string | null>;
    write(userId: string, image: string): Promise<void>;
  };
}

function ownParts(): AvatarParts {
  return { store: objectStore(), profile: { read: readImage, write: writeImage } };
}

async function readImage(userId: string): Promise<string | null> {
  const [row] = await selectUserImage(freshDatabase(), { userId });
  if (!row) throw new AppError("UNAUTHENTICATED", "Sign in first.");
  return row.image;
}

/** Through better-auth, so that whoever listens to changes of users hears of it. */
async function writeImage(userId: string, image: string): Promise<void> {
  const { internalAdapter } = await auth().$context;
  await internalAdapter.updateUser(userId, { image });
}

/** Asked before any of a picture is read. @throws AppError RATE_LIMITED */
export async function requireWithinPictures({ headers, viewer }: Ctx): Promise<void> {
  await requireWithinLimit(headers, avatarApi.upload.path, UPLOADS, { subject: viewer.userId });
}

/** Object first, then the profile; the former object goes after the answer. A failure leaves the profile as it was. */
export async function uploadAvatar(
  ctx: Ctx,
  file: Uint8Array,
  parts = ownParts(),
): Promise<{ image: string }> {
  const { userId } = ctx.viewer;
  const picture = await squarePicture(file);
  return changeOnce(ctx, async () => {
    const key = newAvatarKey(userId);
    await parts.store.put(key, picture, META);
    forgetLater(userId, await adopt(parts, userId, key), parts.store);
    return { image: avatarUrl(key) };
  });
}

/** Back to the picture that is made for everyone. */
export async function removeAvatar(ctx: Ctx, parts = ownParts()): Promise<{ image: string }> {
  const { userId } = ctx.viewer;
  return changeOnce(ctx, async () => {
    const image = avatarImage(userId);
    const former = await parts.profile.read(userId);
    if (former !== image) await parts.profile.write(userId, image);
    forgetLater(userId, former, parts.store);
    return { image };
  });
}

/** An uploaded picture by the parts of its address. */
export function findAvatar(
  { userId, file }: { userId: string; file: string },
  store = objectStore(),
): ImmutableFile {
  const key = `${AVATARS}/${userId}/${file}`;
  return {
    contentType: WEBP,
    // The key says it all: its object never changes.
    etag: `"${file.slice(0, -".webp".length)}"`,
    exists: () => store.exists(key),
    read: () => store.read(key),
  };
}

/** Deletes the object behind a picture that nobody's profile has any more, if it is one of ours. @throws AppError UNAVAILABLE */
export async function forgetAvatar(
  userId: string,
  image: string | null,
  store = objectStore(),
): Promise<void> {
  const key = avatarKeyOf(userId, image);
  if (key !== null) await store.delete(key);
}

/** What this misses, the sweep finds. */
function forgetLater(userId: string, image: string | null, store: ObjectStore): void {
  defer(() => forgetAvatar(userId, image, store), "deleting a former avatar");
}

/** Makes the object the user's picture, or deletes it. @returns the picture before */
async function adopt({ store, profile }: AvatarParts, userId: string, key: string): Promise<string | null> {
  const image = avatarUrl(key);
  try {
    const former = await profile.read(userId);
    await profile.write(userId, image);
    return former;
  } catch (error) {
    const now = await profile.read(userId).catch(() => undefined);
    if (now === image) {
      // It was written; only the answer was lost, or a listener failed.
      log().error({ err: error }, "after a change of avatar");
      return null;
    }
    // Unknown, it may be the user's picture: that is for the sweep.
    if (now !== undefined) await store.delete(key).catch(() => undefined);
    throw error;
  }
}

/** One change of a user's picture at a time, and none twice for one `Idempotency-Key`. */
function changeOnce<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  return inTurn(ctx.viewer.userId, async () => {
    await replayIfAnswered(ctx, null);
    const answer = await work();
    if (ctx.write.idempotency) await remember(ctx, answer);
    return answer;
  });
}

async function remember(ctx: Ctx, body: unknown): Promise<void> {
  const at = ctx.now();
  try {
    await insertIdempotencyKey(ctx.db, keyOf(ctx, { tripSeq: null, body, at }));
  } catch (error) {
    await replayAfter(ctx, error, null);
    throw error;
  }
}
