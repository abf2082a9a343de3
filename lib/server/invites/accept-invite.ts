import type { Db } from "#db/client.ts";
import { type InviteLookup, selectInviteByToken, useInvite } from "#db/queries/invites.ts";
import { upsertMember } from "#db/queries/members.ts";
import { lockTripUnchecked } from "#db/queries/write.ts";
import { AppError } from "#lib/shared/errors.ts";
import type { InvitePreview } from "#lib/shared/invites.ts";
import { CLOSE } from "#lib/shared/protocol.ts";
import { type Role, roleAtLeast } from "#lib/shared/roles.ts";
import type { Ctx } from "../context.ts";
import { defer } from "../http/defer.ts";
import { replayAfter } from "../idempotency.ts";
import { closeSockets } from "../realtime/sockets.ts";
import { commitWrite, openWrite, type TripWrite } from "../write.ts";
import { hashToken } from "./invites.ts";

function inviteGone(): AppError {
  return new AppError("INVITE_GONE", "This invite no longer works. Ask for a new link.");
}

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
  const { tripId, tripTitle, startDate, endDate, role, invitedBy, memberCount, ownRole } = found;
  return { tripId, tripTitle, startDate, endDate, role, invitedBy, memberCount, isMember: ownRole !== null };
}

interface Accepted {
  tripId: string;
  role: Role;
}

/** Joins the trip. Never lowers a role; someone who is in already uses nothing up. */
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
    await replayAfter(ctx, error);
    throw error;
  }
}

/** Under the trip's lock everything is looked up again: it may have changed while this waited. */
async function join(ctx: Ctx, write: TripWrite, token: string): Promise<Role> {
  const { userId, user } = ctx.viewer;
  const tripId = write.trip.id;
  const invite = await findInvite(write.tx, token, userId, write.at);
  if (invite.ownRole && (roleAtLeast(invite.ownRole, invite.role) || !invite.works)) return invite.ownRole;
  if (write.trip.archivedAt)
    throw new AppError("ARCHIVED", "This trip is archived and takes no new members.");
  if (invite.email && (!user.emailVerified || user.email.toLowerCase() !== invite.email)) {
    throw new AppError(
      "INVITE_OTHER_ADDRESS",
      "This invite is for another e-mail address. Sign in with that one.",
    );
  }
  const [used] = await useInvite(write.tx, { id: invite.id });
  if (!used) throw inviteGone();
  const row = {
    id: ctx.newId(),
    tripId,
    userId,
    name: user.name,
    image: user.image,
    role: invite.role,
    at: write.at,
  };
  const [joined] = await upsertMember(write.tx, row);
  if (!joined) throw new Error("An upsert returned no row.");
  const isUpgrade = invite.ownRole !== null;
  const before = isUpgrade ? { role: invite.ownRole } : null;
  write.record({
    op: isUpgrade ? "member.updated" : "member.joined",
    entityId: joined.member.id,
    before,
    after: joined.member,
  });
  return invite.role;
}
