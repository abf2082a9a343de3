import { type Db, runPipelined } from "#db/client.ts";
import { type InviteLookup, selectInviteByToken, countInviteUse } from "#db/queries/invites.ts";
import { selectMember } from "#db/queries/members.ts";
import { lockTripUnchecked } from "#db/queries/write.ts";
import { AppError } from "#lib/shared/errors.ts";
import type { InvitePreview } from "#lib/shared/invites.ts";
import type { MemberDto } from "#lib/shared/members.ts";
import { CLOSE_CODES } from "#lib/shared/handshake.ts";
import { type Role, roleAtLeast } from "#lib/shared/roles.ts";
import { normalizeEmail } from "#lib/shared/typed-sign-in.ts";
import { guestLimited } from "../access/access.ts";
import type { Ctx } from "../context.ts";
import { defer } from "../http/defer.ts";
import { replayAfterFailure } from "../writes/idempotency.ts";
import { closeSockets } from "../realtime/sockets.ts";
import { isMergedInto, mergeInto } from "../members/merge-placeholder.ts";
import { requirePlaceholder } from "../members/placeholders.ts";
import { commitWrite, openWrite, type TripWrite } from "../writes/write.ts";
import { hashToken } from "./invites.ts";
import { inviteGone, joinTrip } from "./join-trip.ts";

/** Reads the invite of a link. A token that never existed and one that is used up get the same answer. */
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
  return previewOf(await findInvite(ctx.db, token, ctx.viewer.userId, ctx.now()), ctx.viewer.user);
}

/** Returns the data of the invite's page, which shows the trip and the inviting member before any sign-up. */
export function previewOf(found: InviteLookup, user: Person | null): InvitePreview {
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
    ownName: user && isForBoth(found, user) ? found.own.name : null,
  };
}

/** The user who opens the link. */
type Person = Pick<Ctx["viewer"]["user"], "isAnonymous" | "email" | "emailVerified">;

interface Accepted {
  tripId: string;
  role: Role;
}

/**
 * Joins the trip by an invite. It never lowers a role; a present member does not use the invite up, and a guest stays a
 * guest. A user who has a member row already and opens the link of a placeholder must say whether both are one person.
 * @throws AppError SAME_PERSON while that is unanswered; INVITE_GONE, INVITE_OTHER_ADDRESS, GUEST_LIMITED, ARCHIVED,
 * LIMIT_REACHED
 */
export async function acceptInvite(ctx: Ctx, token: string, merge?: "true" | "false"): Promise<Accepted> {
  const { tripId, ownRole } = await findInviteOnce(ctx, token);
  const answer = await commitWrite(ctx, tripId, async (tx) => {
    const [locked] = await lockTripUnchecked(tx, { tripId });
    if (!locked || locked.trip.deletedAt) throw inviteGone();
    const write = openWrite(ctx, tx, locked, null);
    return [write, { tripId, role: await join(ctx, write, token, merge) }];
  });
  if (ownRole !== null && ownRole !== answer.role) {
    const { userId } = ctx.viewer;
    const reason = "Your role in this trip changed.";
    defer(
      () => closeSockets({ tripIds: [tripId], userId, code: CLOSE_CODES.roleChanged, reason }),
      "closing sockets",
    );
  }
  return answer;
}

/** Finds the invite, or answers a repeated request, whose first one may have used the invite up. */
async function findInviteOnce(ctx: Ctx, token: string): Promise<InviteLookup> {
  try {
    return await findInvite(ctx.db, token, ctx.viewer.userId, ctx.now());
  } catch (error) {
    await replayAfterFailure(ctx, error, null);
    throw error;
  }
}

/** Joins under the trip's lock. Everything is read again, because it may have changed while this write waited. */
async function join(ctx: Ctx, write: TripWrite, token: string, merge?: "true" | "false"): Promise<Role> {
  const { userId, user } = ctx.viewer;
  const invite = await findInvite(write.tx, token, userId, write.at);
  const isForTwo = isForBoth(invite, user);
  if (isForTwo && merge === undefined) throw samePerson(invite);
  if (isForTwo && merge === "true") return mergeByInvite(ctx, write, invite);
  if (merge === "true" && invite.own && !(await isMergedByNow(write, invite))) throw inviteGone();
  if (!brings(invite, user)) return requireOwn(invite);
  if (user.isAnonymous) throw guestLimited("A guest is in one trip only. Sign up to join this one.");
  requireAddress(invite, user);
  return letIn(ctx, write, invite);
}

/** Whether accepting adds the caller to the trip or raises the caller's role. */
function brings({ ownRole, role, works }: InviteLookup, user: Person): boolean {
  return !ownRole || (!user.isAnonymous && !roleAtLeast(ownRole, role) && works);
}

function requireOwn({ ownRole }: InviteLookup): Role {
  if (!ownRole) throw inviteGone();
  return ownRole;
}

function isOfAddress(invite: InviteLookup, user: Person): boolean {
  return !invite.email || (user.emailVerified && normalizeEmail(user.email) === normalizeEmail(invite.email));
}

function requireAddress(invite: InviteLookup, user: Person): void {
  if (isOfAddress(invite, user)) return;
  throw new AppError(
    "INVITE_OTHER_ADDRESS",
    "This invite is for another e-mail address. Sign in with that one.",
  );
}

async function letIn(ctx: Ctx, write: TripWrite, invite: InviteLookup): Promise<Role> {
  const { userId, user } = ctx.viewer;
  const { name, image } = user;
  const { role } = invite;
  await joinTrip(write, invite, { id: ctx.newId(), userId, name, image, role, inviteId: null });
  return role;
}

type Both = InviteLookup & Required<{ [Key in "own" | "placeholder"]: NonNullable<InviteLookup[Key]> }>;

/** Whether the link belongs to a placeholder and its user has, or had, a member row already. */
function isForBoth(invite: InviteLookup, user: Person): invite is Both {
  const isTheirs =
    invite.works && (!user.isAnonymous || invite.ownRole !== null) && isOfAddress(invite, user);
  return isTheirs && invite.own !== null && invite.placeholder !== null;
}

function samePerson({ own, placeholder }: Both): AppError {
  const { id, name } = placeholder;
  const message = `You are in this trip as ${own.name}. Say by "merge" whether ${name} is you, too: "true" makes what is theirs yours.`;
  return new AppError("SAME_PERSON", message, { details: { placeholder: { id, name }, member: own } });
}

async function mergeByInvite(ctx: Ctx, write: TripWrite, invite: Both): Promise<Role> {
  const { id: tripId } = write.trip;
  const role = brings(invite, ctx.viewer.user) ? await letIn(ctx, write, invite) : await useUp(write, invite);
  const [placeholder, own] = await runPipelined([
    selectMember(write.tx, { tripId, id: invite.placeholder.id }),
    selectMember(write.tx, { tripId, id: invite.own.id }),
  ]);
  await mergeInto(write, requirePlaceholder(placeholder, "present"), requireMember(own));
  return role;
}

async function useUp(write: TripWrite, invite: Both): Promise<Role> {
  if (write.trip.archivedAt)
    throw new AppError("ARCHIVED", "This trip is archived. Its owner can open it for changes again.");
  const [used] = await countInviteUse(write.tx, { id: invite.id });
  if (!used) throw inviteGone();
  return requireOwn(invite);
}

function requireMember([row]: { member: MemberDto }[]): MemberDto {
  if (!row) throw new Error("A member of a locked trip vanished.");
  return row.member;
}

/**
 * Whether the placeholder is merged into the caller already; then a repeated answer is fine although the link may be
 * used up.
 */
async function isMergedByNow(write: TripWrite, { memberId, own }: InviteLookup): Promise<boolean> {
  return memberId !== null && own !== null && isMergedInto(write, memberId, own.id);
}
