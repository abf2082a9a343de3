import type { Db } from "#db/client.ts";
import { type InviteLookup, selectInviteByToken } from "#db/queries/invites.ts";
import { lockTripUnchecked } from "#db/queries/write.ts";
import { AppError } from "#lib/shared/errors.ts";
import type { InvitePreview } from "#lib/shared/invites.ts";
import { CLOSE } from "#lib/shared/handshake.ts";
import { type Role, roleAtLeast } from "#lib/shared/roles.ts";
import { foldEmail } from "#lib/shared/typed-sign-in.ts";
import { guestLimited } from "../access.ts";
import type { Ctx } from "../context.ts";
import { defer } from "../http/defer.ts";
import { replayAfter } from "../idempotency.ts";
import { closeSockets } from "../realtime/sockets.ts";
import { commitWrite, openWrite, type TripWrite } from "../write.ts";
import { hashToken } from "./invites.ts";
import { inviteGone, joinTrip } from "./join-trip.ts";

/** Reads what a link leads to. A token that was never given out and one that is spent answer alike. */
export async function findInvite(
  db: Db,
  token: string,
  userId: string | null,
  now: Date,
): Promise<InviteLookup> {
  const [found] = await selectInviteByToken(db, { tokenHash: hashToken(token), userId, now });
  if (!found || !(found.works || found.ownRole)) throw inviteGone();
  return found;
}

export async function previewInvite(ctx: Ctx, token: string): Promise<InvitePreview> {
  return previewOf(await findInvite(ctx.db, token, ctx.viewer.userId, ctx.now()));
}

/** For the invite page, which shows who invites to what before any sign-up. */
export function previewOf(found: InviteLookup): InvitePreview {
  const { tripId, tripTitle, startDate, endDate, role, invitedBy, memberCount } = found;
  return {
    tripId,
    tripTitle,
    startDate,
    endDate,
    role,
    invitedBy,
    memberCount,
    isMember: found.ownRole !== null,
    isPersonal: found.email !== null,
    placeholderName: found.placeholder?.name ?? null,
  };
}

interface Accepted {
  tripId: string;
  role: Role;
}

/** Joins the trip. Never lowers a role; someone who is in already uses nothing up, and a guest stays one. */
export async function acceptInvite(ctx: Ctx, token: string): Promise<Accepted> {
  const { tripId, ownRole } = await findInviteOnce(ctx, token);
  const answer = await commitWrite(ctx, tripId, async (tx) => {
    const [locked] = await lockTripUnchecked(tx, { tripId });
    if (!locked || locked.trip.deletedAt) throw inviteGone();
    const write = openWrite(ctx, tx, locked, null);
    return [write, { tripId, role: await join(ctx, write, token) }];
  });
  if (ownRole !== null && ownRole !== answer.role) {
    const { userId } = ctx.viewer;
    const reason = "Your role in this trip changed.";
    defer(
      () => closeSockets({ tripIds: [tripId], userId, code: CLOSE.roleChanged, reason }),
      "closing sockets",
    );
  }
  return answer;
}

/** A repeated request may find an invite that worked for its first one. */
async function findInviteOnce(ctx: Ctx, token: string): Promise<InviteLookup> {
  try {
    return await findInvite(ctx.db, token, ctx.viewer.userId, ctx.now());
  } catch (error) {
    await replayAfter(ctx, error, null);
    throw error;
  }
}

/** Under the trip's lock everything is looked up again: it may have changed while this waited. */
async function join(ctx: Ctx, write: TripWrite, token: string): Promise<Role> {
  const { userId, user } = ctx.viewer;
  const invite = await findInvite(write.tx, token, userId, write.at);
  const { ownRole, role } = invite;
  if (ownRole && (user.isAnonymous || roleAtLeast(ownRole, role) || !invite.works)) return ownRole;
  if (user.isAnonymous) throw guestLimited("A guest is in one trip only. Sign up to join this one.");
  if (invite.email && (!user.emailVerified || foldEmail(user.email) !== foldEmail(invite.email))) {
    throw new AppError(
      "INVITE_OTHER_ADDRESS",
      "This invite is for another e-mail address. Sign in with that one.",
    );
  }
  const { name, image } = user;
  await joinTrip(write, invite, { id: ctx.newId(), userId, name, image, role, inviteId: null });
  return role;
}
