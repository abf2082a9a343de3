import { randomBytes } from "node:crypto";
import type { AuthContext } from "better-auth";
import { env } from "#lib/server/env/env.ts";
import { readCookie } from "#lib/server/access/session-token.ts";
import { nameDevice } from "#lib/shared/device-name.ts";
import { isNativeClient } from "./challenge.ts";

/*
 * Stores with which devices a user has signed in before. A browser stores a random id, which has no other meaning; a
 * native client stores no cookies and is identified by its own name. Only hashes of both are stored, with the user's
 * id, and they are deleted with the account.
 */

const NAME = "wayfare-device";
const ID = /^[\w-]{22}$/;
/** The lifetime of the cookie with the id: the longest that browsers accept. */
const LIFETIME_SECONDS = 400 * 24 * 60 * 60;

interface Device {
  id: string;
  /** A `Set-Cookie` value with a new id for a browser that has none, otherwise null. */
  cookie: string | null;
}

export function deviceOf(headers: Headers): Device {
  if (isNativeClient(headers)) {
    const { kind, browser, system } = nameDevice(headers.get("user-agent"));
    return { id: `native ${kind} ${browser} ${system}`, cookie: null };
  }
  const kept = storedDeviceId(headers);
  if (kept !== null) return { id: kept, cookie: null };
  const id = randomBytes(16).toString("base64url");
  return { id, cookie: cookieOf(id) };
}

/**
 * Returns the id that the browser has stored, or null when it has none. The id is a secret, unlike the name of a native
 * client.
 */
export function storedDeviceId(headers: Headers): string | null {
  const kept = readCookie(headers, cookieName());
  return kept !== null && ID.test(kept) ? kept : null;
}

/** Whether the user has signed in with the browser of this id before. */
export async function hasSignedInWith(
  { internalAdapter }: Pick<AuthContext, "internalAdapter">,
  userId: string,
  id: string,
): Promise<boolean> {
  const note = await internalAdapter.findVerificationValue(noteName(userId, id));
  return note !== null && note.expiresAt.getTime() > Date.now();
}

/**
 * Stores that this user signs in with this device.
 * @returns whether the user signed in with other devices before, and never with this one
 */
export async function recordDevice(
  { internalAdapter }: Pick<AuthContext, "internalAdapter">,
  userId: string,
  { id }: Device,
): Promise<boolean> {
  const [any, own] = [`devices-${userId}`, noteName(userId, id)];
  const [hasOthers, isKnown] = await Promise.all(
    [any, own].map(async (identifier) => (await internalAdapter.findVerificationValue(identifier)) !== null),
  );
  const expiresAt = new Date(Date.now() + LIFETIME_SECONDS * 1000);
  const note = (identifier: string) =>
    internalAdapter.createVerificationValue({ identifier, value: `device|${userId}`, expiresAt });
  if (!hasOthers) await note(any);
  if (!isKnown) await note(own);
  return hasOthers === true && !isKnown;
}

function noteName(userId: string, id: string): string {
  return `device-${userId}-${id}`;
}

function cookieName(): string {
  return `${isSecure() ? "__Secure-" : ""}${NAME}`;
}

function cookieOf(id: string): string {
  const secure = isSecure() ? "; Secure" : "";
  return `${cookieName()}=${id}; Max-Age=${LIFETIME_SECONDS}; Path=/api/auth; HttpOnly${secure}; SameSite=Lax`;
}

function isSecure(): boolean {
  return env().BASE_URL.startsWith("https://");
}
