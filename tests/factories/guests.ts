import { v7 as uuidv7 } from "uuid";
import { tripMembers } from "#db/schema/members.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { authApi, sessionOf } from "#tests/helpers/auth-api.ts";
import { newPerson, type Person } from "./people.ts";

/** Creates a guest without an account by inserting rows; most tests are not about the way in. */
export async function newAnonymousGuest(tripId: string): Promise<Person> {
  const email = `${uuidv7()}@guest.invalid`;
  const guest = await newPerson({ email, emailVerified: false, isAnonymous: true });
  const { userId, name } = guest;
  // The row refers to an invite that does not exist any more; having an `inviteId` at all is what makes the member a
  // guest.
  const row = { id: uuidv7(), tripId, userId, name, role: "guest", inviteId: uuidv7() } as const;
  await freshDatabase().drizzle.insert(tripMembers).values(row);
  return guest;
}

export interface GuestWithCookie extends Person {
  /** The session's cookie as `name=value`, for a `Cookie` header. */
  cookie: string;
}

/** Lets a guest enter by an invite, as a browser does. @throws Error when the service refuses */
export async function enterAsGuest(inviteToken: string, name = "Gil Guest"): Promise<GuestWithCookie> {
  const answer = await authApi().post("/sign-in/anonymous", { inviteToken, name });
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  const { token, user } = answer.body as { token: string; user: { id: string; email: string } };
  const session = await authApi().get("/get-session", { authorization: `Bearer ${token}` });
  const sessionId = (session.body as { session: { id: string } }).session.id;
  return { userId: user.id, name, email: user.email, token, sessionId, cookie: sessionOf(answer).cookie };
}
