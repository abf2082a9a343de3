import { ConnectionError } from "./api.ts";

/** The user whose cookie this browser sends now; null when nobody is signed in. Rejects when there is no answer. */
export async function whoAmI(signal: AbortSignal): Promise<string | null> {
  const response = await fetch("/api/auth/get-session", { signal });
  if (!response.ok) throw new ConnectionError(new Error(`The service answered ${response.status}.`));
  const session: unknown = await response.json();
  if (typeof session !== "object" || session === null || !("user" in session)) return null;
  const { user } = session;
  return typeof user === "object" && user !== null && "id" in user ? String(user.id) : null;
}
