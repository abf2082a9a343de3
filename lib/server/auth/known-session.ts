import { freshDatabase } from "#lib/server/database.ts";
import { isSessionGood, sessionTokens } from "#lib/server/session.ts";
import { auth } from "./auth.ts";

/**
 * The request with the session that the service itself sees, or without any. better-auth knows neither blocks nor a
 * session's last end, and it does not read every bearer that the service reads: whoever is nobody to the one must not be
 * somebody to the other.
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
    forgetSession(headers);
  }
  return new Request(asked, { headers });
}

/** What is over, or somebody's who is blocked, goes as if they had signed out; of a token that names none nothing happens. */
async function endSession(token: string): Promise<void> {
  const { internalAdapter } = await auth().$context;
  await internalAdapter.deleteSession(token);
}

/** Takes the session out of a request, and leaves its other cookies. */
export function forgetSession(headers: Headers): void {
  headers.delete("authorization");
  const name = sessionTokens().cookieName;
  const kept = (headers.get("cookie") ?? "")
    .split(";")
    .filter((pair) => pair.trim() !== "" && pair.split("=")[0]?.trim() !== name);
  if (kept.length > 0) headers.set("cookie", kept.join(";"));
  else headers.delete("cookie");
}
