import { randomBytes } from "node:crypto";
import { env } from "../env.ts";

export const AVATARS = "avatars";
const UPLOADS = "/api/uploads/";

/**
 * A key that was never used and that nobody can guess. Since each upload has its own, a profile that has moved off a
 * picture never comes back to it, and its object may be deleted whatever else happens at the same time.
 */
export function newAvatarKey(userId: string): string {
  return `${AVATARS}/${userId}/${randomBytes(32).toString("base64url")}.webp`;
}

/** Where anyone gets the object; absolute, since native clients read it too. */
export function avatarUrl(key: string): string {
  return `${env().BASE_URL}${UPLOADS}${key}`;
}

/**
 * The key behind a user's picture; null for pictures of providers and those that are made. The host doesn't count: the
 * service may have moved since.
 */
export function avatarKeyOf(userId: string, image: string | null): string | null {
  if (image === null || !URL.canParse(image)) return null;
  const { pathname } = new URL(image);
  const isOwn = pathname.startsWith(`${UPLOADS}${AVATARS}/${userId}/`);
  return isOwn ? pathname.slice(UPLOADS.length) : null;
}
