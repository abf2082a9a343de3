import { randomBytes } from "node:crypto";
import type { AuthContext } from "better-auth";
import { env } from "#lib/server/env.ts";
import { readCookie } from "#lib/server/session-token.ts";
import { nameDevice } from "#lib/shared/device-name.ts";
import { isNative } from "./challenge.ts";

/* Which devices somebody has signed in with before. A browser keeps a random id, which means nothing anywhere else; a
   native client keeps no cookies, and is known by what it calls itself. Only hashes of both are stored, with whose they
   are, and go with the account. */

const NAME = "wayfare-device";
const ID = /^[\w-]{22}$/;
/** The longest that browsers keep a cookie. */
const LIFETIME_SECONDS = 400 * 24 * 60 * 60;

interface Device {
  id: string;
  /** A `Set-Cookie` value for a browser that has no id yet. */
  cookie: string | null;
}

export function deviceOf(headers: Headers): Device {
  if (isNative(headers)) {
    const { kind, browser, system } = nameDevice(headers.get("user-agent"));
    return { id: `native ${kind} ${browser} ${system}`, cookie: null };
  }
  const kept = keptId(headers);
  if (kept !== null) return { id: kept, cookie: null };
  const id = randomBytes(16).toString("base64url");
  return { id, cookie: cookieOf(id) };
}

/** The id that a browser keeps: a secret, unlike what a native client calls itself. null: it has none. */
export function keptId(headers: Headers): string | null {
  const kept = readCookie(headers, cookieName());
  return kept !== null && ID.test(kept) ? kept : null;
}

/** Whether somebody has signed in with the browser of this id before. */
export async function hasSignedInWith(
  { internalAdapter }: Pick<AuthContext, "internalAdapter">,
  userId: string,
  id: string,
): Promise<boolean> {
  const note = await internalAdapter.findVerificationValue(noteName(userId, id));
  return note !== null && note.expiresAt.getTime() > Date.now();
}

/**
 * Remembers that this person signs in with this device.
 * @returns whether they did so with others before, and never with this one
 */
export async function meetDevice(
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
