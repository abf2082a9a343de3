import { randomBytes } from "node:crypto";
import { newId } from "#lib/server/process/new-id.ts";
import type { Database } from "#db/client.ts";
import { insertGuest, selectGuestByEmail } from "#db/queries/guests.ts";
import { AppError } from "#lib/shared/errors.ts";
import { writeAs } from "../account/write-as.ts";
import { avatarImage } from "../auth/avatar-image.ts";
import { placeholderEmail } from "../auth/providers/profile.ts";
import { findInvite } from "../invites/accept-invite.ts";
import { inviteGone, joinTrip } from "../invites/join-trip.ts";
import { SESSION_LIFETIME_SECONDS } from "../access/session-token.ts";
import { isUniqueViolation } from "../auth/unique-violation.ts";
import type { TripWrite } from "../writes/write.ts";

/** How long an arrival may be repeated; the time is short because its answer contains a session. */
const REPEATABLE_MS = 10 * 60_000;

export interface GuestEntry {
  inviteToken: string;
  /** The guest's display name, which is valid. */
  name: string;
  /** A secret of the client under which it may repeat the arrival; null: it cannot repeat it. */
  attempt: string | null;
  ipAddress: string;
  userAgent: string;
}

export interface ArrivedGuest {
  userId: string;
  /** The session's token. */
  token: string;
  tripId: string;
}

/**
 * Adds a guest without an account to the trip of an invite: user, session and membership are made in one transaction
 * with the invite's use. A repeat with the same `attempt` is answered with the guest that the first one made.
 * @throws AppError INVITE_GONE, INVITE_OTHER_ADDRESS, ARCHIVED, LIMIT_REACHED
 */
export async function enterAsGuest(db: Database, arrival: GuestEntry): Promise<ArrivedGuest> {
  const userId = newId();
  const attempt = arrival.attempt === null ? userId : `${arrival.inviteToken}:${arrival.attempt}`;
  const email = placeholderEmail("guest", attempt);
  try {
    const { tripId } = await findInvite(db, arrival.inviteToken, null, new Date());
    const arrive = (write: TripWrite) => join(write, arrival, { userId, email });
    const token = await writeAs(db, userId, tripId, arrive, "user");
    if (token === null) throw inviteGone();
    return { userId, token, tripId };
  } catch (error) {
    // The first attempt has made the guest, and perhaps used up the invite; or both ran at the same moment.
    const isRepeat = error instanceof AppError || isUniqueViolation(error);
    const since = new Date(Date.now() - REPEATABLE_MS);
    const [made] = isRepeat ? await selectGuestByEmail(db, { email, since }) : [];
    if (made) return made;
    throw error;
  }
}

/** Makes the guest under the trip's lock; returns the session's token. */
async function join(
  write: TripWrite,
  { inviteToken, name, ipAddress, userAgent }: GuestEntry,
  { userId, email }: { userId: string; email: string },
): Promise<string> {
  const { tx, at } = write;
  const invite = await findInvite(tx, inviteToken, null, at);
  if (write.trip.deletedAt) throw inviteGone();
  if (invite.email !== null) {
    throw new AppError(
      "INVITE_OTHER_ADDRESS",
      "This invite is for one e-mail address. Sign up or sign in with it.",
    );
  }
  const image = avatarImage(userId);
  const token = randomBytes(24).toString("base64url");
  const expiresAt = new Date(at.getTime() + SESSION_LIFETIME_SECONDS * 1000);
  const session = { sessionId: newId(), token, expiresAt, ipAddress, userAgent };
  write.send(insertGuest(tx, { userId, name, email, image, ...session, at }));
  const newcomer = { id: newId(), userId, name, image, role: "guest", inviteId: invite.id } as const;
  await joinTrip(write, invite, newcomer);
  return token;
}
