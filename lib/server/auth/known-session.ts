import { freshDatabase } from "#lib/server/process/database.ts";
import { isSessionGood, sessionTokens } from "#lib/server/access/session.ts";
import { auth } from "./auth.ts";

/**
 * Returns the request with the session that the service itself accepts, or without any. better-auth knows neither
 * blocked users nor the latest end of a session, and does not read every bearer token that the service reads. A caller
 * without a session for the service must have none for better-auth either.
 */
export async function withKnownSession(asked: Request): Promise<Request> {
  const tokens = sessionTokens();
  const presented = tokens.read(asked.headers);
  if (!presented) return asked;
  const isGood = await isSessionGood(freshDatabase(), presented.token);
  if (isGood && presented.via === "cookie") return asked;
  const headers = new Headers(asked.headers);
  if (isGood) headers.set("authorization", `Bearer ${tokens.sign(presented.token)}`);
  else {
    await endSession(presented.token);
    removeSessionHeaders(headers);
  }
  return new Request(asked, { headers });
}

/** Signs out a session that has ended or whose user is blocked. A token of no session changes nothing. */
async function endSession(token: string): Promise<void> {
  const { internalAdapter } = await auth().$context;
  await internalAdapter.deleteSession(token);
}

/** Removes the session from a request's headers, and leaves its other cookies. */
export function removeSessionHeaders(headers: Headers): void {
  headers.delete("authorization");
  const name = sessionTokens().cookieName;
  const kept = (headers.get("cookie") ?? "")
    .split(";")
    .filter((pair) => pair.trim() !== "" && pair.split("=")[0]?.trim() !== name);
  if (kept.length > 0) headers.set("cookie", kept.join(";"));
  else headers.delete("cookie");
}
