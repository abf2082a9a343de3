import { runPipelined } from "#db/client.ts";
import { revokeInvitesByMember } from "#db/queries/invites.ts";
import { saveMember, selectAccount, selectMemberOfUser, selectMembers } from "#db/queries/members.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import type { MemberDto, MemberPatch } from "#lib/shared/members.ts";
import { CLOSE_CODES } from "#lib/shared/handshake.ts";
import { canInvite, roleAtLeast } from "#lib/shared/roles.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";
import { defer } from "../http/defer.ts";
import { closeSockets } from "../realtime/sockets.ts";
import { changeTripState } from "../trips/update-trip.ts";
import { type TripWrite, writeTrip } from "../writes/write.ts";

export async function listMembers(ctx: Ctx, tripId: string): Promise<MemberDto[]> {
  await requireAccess(ctx, tripId, "guest");
  const rows = await selectMembers(ctx.db, { tripId });
  return rows.map(({ member }) => member);
}

function requirePresent(rows: { member: MemberDto }[]): MemberDto {
  const member = rows[0]?.member;
  if (!member || member.leftAt) throw notFound("member");
  return member;
}

interface MemberChange extends Partial<Pick<MemberDto, "role" | "leftAt">> {
  /** Whether somebody else took rights away: from now on only newer invites can let the user in or raise the role. */
  isImposed?: boolean;
}

async function changeMember(
  write: TripWrite,
  member: MemberDto,
  change: MemberChange,
  op: "member.updated" | "member.left",
): Promise<MemberDto> {
  const { role = member.role, leftAt = member.leftAt, isImposed = false } = change;
  // The invites end for ever: the member may get the right to invite again, but these links do not work again.
  if (leftAt || !canInvite(role, "viewer"))
    write.send(revokeInvitesByMember(write.tx, { memberId: member.id, at: write.at }));
  const [saved] = await saveMember(write.tx, {
    tripId: write.trip.id,
    id: member.id,
    role,
    leftAt,
    invitesAfter: isImposed ? write.at : null,
    at: write.at,
  });
  if (!saved) throw notFound("member");
  const before = op === "member.left" ? { leftAt: member.leftAt } : { role: member.role };
  write.record({ op, entityId: member.id, before, after: saved.member });
  return saved.member;
}

/** Changes a member's role. The owner's own role changes only by a transfer of ownership. */
export async function updateMember(
  ctx: Ctx,
  tripId: string,
  userId: string,
  role: MemberPatch["role"],
): Promise<MemberDto> {
  const answer = await writeTrip(ctx, tripId, "owner", {
    read: (tx) => runPipelined([selectMemberOfUser(tx, { tripId, userId }), selectAccount(tx, { userId })]),
    work: async (write, [rows, accounts]) => {
      const member = requirePresent(rows);
      if (member.role === "owner") throw lastOwner();
      if (member.role === role) return member;
      requireAccount(accounts, "have another role");
      const isImposed = !roleAtLeast(role, member.role);
      return changeMember(write, member, { role, isImposed }, "member.updated");
    },
  });
  cut(tripId, userId, CLOSE_CODES.roleChanged, "Your role in this trip changed.");
  return answer;
}

/** Refuses members without an account: guests stay guests until they sign up. */
function requireAccount(accounts: readonly unknown[], purpose: string): void {
  if (accounts.length > 0) return;
  const message = `Only someone with an account can ${purpose}. Guests sign up first.`;
  throw new AppError("NEEDS_ACCOUNT", message);
}

function lastOwner(): AppError {
  return new AppError("LAST_OWNER", "A trip always has an owner. Transfer it to someone else first.");
}

function cut(tripId: string, userId: string, code: number, reason: string): void {
  defer(() => closeSockets({ tripIds: [tripId], userId, code, reason }), "closing sockets");
}

/** Ends a membership; the texts of the member stay. Older invites no longer let the user in. */
export async function removeMember(ctx: Ctx, tripId: string, userId: string): Promise<undefined> {
  await writeTrip(ctx, tripId, "owner", {
    allow: ["archived"],
    read: (tx) => runPipelined([selectMemberOfUser(tx, { tripId, userId })]),
    work: async (write, [rows]) => {
      const member = requirePresent(rows);
      if (member.role === "owner") throw lastOwner();
      const change = { leftAt: write.at.toISOString(), isImposed: true };
      await changeMember(write, member, change, "member.left");
      return undefined;
    },
  });
  cut(tripId, userId, CLOSE_CODES.cutOff, "You were removed from this trip.");
}

export async function leaveTrip(ctx: Ctx, tripId: string): Promise<undefined> {
  const { userId } = ctx.viewer;
  await writeTrip(ctx, tripId, "guest", {
    allow: ["archived"],
    read: (tx) => runPipelined([selectMemberOfUser(tx, { tripId, userId })]),
    work: async (write, [rows]) => {
      const member = requirePresent(rows);
      if (member.role === "owner") throw lastOwner();
      await changeMember(write, member, { leftAt: write.at.toISOString() }, "member.left");
      return undefined;
    },
  });
  cut(tripId, userId, CLOSE_CODES.cutOff, "You left this trip.");
}

/** Transfers the ownership of the trip; the caller becomes an editor. */
export async function transferTrip(ctx: Ctx, tripId: string, userId: string): Promise<TripDto> {
  const answer = await changeTripState(ctx, tripId, async (write) => {
    const [own, other, accounts] = await runPipelined([
      selectMemberOfUser(write.tx, { tripId, userId: ctx.viewer.userId }),
      selectMemberOfUser(write.tx, { tripId, userId }),
      selectAccount(write.tx, { userId }),
    ]);
    const heir = requirePresent(other);
    if (heir.role === "owner") return;
    requireAccount(accounts, "own a trip");
    // The old owner loses the role first, so that there are never two owners.
    await changeMember(write, requirePresent(own), { role: "editor" }, "member.updated");
    await changeMember(write, heir, { role: "owner" }, "member.updated");
  });
  for (const id of [userId, ctx.viewer.userId])
    cut(tripId, id, CLOSE_CODES.roleChanged, "Your role in this trip changed.");
  return answer;
}
