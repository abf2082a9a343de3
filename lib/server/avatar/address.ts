import { randomBytes } from "node:crypto";
import { env } from "../env/env.ts";

export const AVATARS = "avatars";
const UPLOADS = "/api/uploads/";

/**
 * Makes an object key that is new and that nobody can guess. Each upload has its own key, so a profile never returns to
 * a former picture, and that picture's object may be deleted whatever else happens at the same time.
 */
export function newAvatarKey(userId: string): string {
  return `${AVATARS}/${userId}/${randomBytes(32).toString("base64url")}.webp`;
}

/** Returns the public URL of an avatar; it is absolute, since native clients read it too. */
export function avatarUrl(key: string): string {
  return `${env().BASE_URL}${UPLOADS}${key}`;
}

/**
 * Returns the object key of a user's picture; null for pictures of providers and generated ones. The URL's host is
 * ignored, because the service may have moved since.
 */
export function avatarKeyOf(userId: string, image: string | null): string | null {
  if (image === null || !URL.canParse(image)) return null;
  const { pathname } = new URL(image);
  const isOwn = pathname.startsWith(`${UPLOADS}${AVATARS}/${userId}/`);
  return isOwn ? pathname.slice(UPLOADS.length) : null;
}
