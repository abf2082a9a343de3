import { ConnectionError } from "./api.ts";

export interface SignedInUser {
  id: string;
  name: string;
}

/**
 * Resolves with the id of the user whose cookie this browser sends now; null when nobody is signed in. Rejects when no
 * answer comes.
 */
export async function fetchSignedInUserId(signal: AbortSignal): Promise<string | null> {
  return (await fetchSignedInUser(signal))?.id ?? null;
}

/**
 * Resolves with the user and the name. The request does not name the page's user: it would be refused where the two
 * differ.
 */
export async function fetchSignedInUser(signal: AbortSignal): Promise<SignedInUser | null> {
  const response = await fetch("/api/auth/get-session", { signal });
  if (!response.ok) throw new ConnectionError(new Error(`The service answered ${response.status}.`));
  const session: unknown = await response.json();
  if (typeof session !== "object" || session === null || !("user" in session)) return null;
  const { user } = session;
  if (typeof user !== "object" || user === null || !("id" in user)) return null;
  return { id: String(user.id), name: "name" in user ? String(user.name) : "" };
}
