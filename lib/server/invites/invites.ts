import { createHash, createHmac } from "node:crypto";
import { type Db, runPipelined } from "#db/client.ts";
import { insertInvite, revokeInvite, selectInvite, selectInvites } from "#db/queries/invites.ts";
import { selectMember } from "#db/queries/members.ts";
import type { ClientId } from "#db/queries/write.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import type { CreatedInvite, InviteDto, NewInvite } from "#lib/shared/invites.ts";
import { canInvite } from "#lib/shared/roles.ts";
import { requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";
import { createOnce, type CreationRequest } from "../writes/creation.ts";
import { env } from "../env/env.ts";
import { Replay } from "../writes/idempotency.ts";
import { requireWriteMember, writeTrip } from "../writes/write.ts";

const DAY_MS = 86_400_000;

/**
 * Returns the link's secret token. It is derived from the id, so that a repeated create can return it again although
 * the database has only its hash.
 */
function tokenOf(inviteId: string): string {
  const mac = createHmac("sha256", env().BETTER_AUTH_SECRET).update(`invite:${inviteId}`).digest();
  return mac.subarray(0, 24).toString("base64url");
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

export async function listInvites(ctx: Ctx, tripId: string): Promise<InviteDto[]> {
  await requireAccess(ctx, tripId, "editor");
  const rows = await selectInvites(ctx.db, { tripId, now: ctx.now() });
  return rows.map(({ invite }) => invite);
}

/**
 * Creates an invite. Invites are no events of the trip: so tokens and e-mail addresses are not in the event log, and
 * tokens not in stored answers.
 */
export async function createInvite(ctx: Ctx, tripId: string, input: NewInvite): Promise<CreatedInvite> {
  const creation: CreationRequest = { kind: "invite", tripId, input };
  const invite = await createOnce<KnownInvite>(
    ctx,
    creation,
    (id, claim) => insertOne(ctx, tripId, id, input, claim),
    (id) => existingInvite(ctx, tripId, id),
  ).catch((error: unknown) => replayedInvite(ctx, error));
  const token = tokenOf(invite.id);
  return { ...invite, token, url: `${env().BASE_URL}/invite/${token}` };
}

type KnownInvite = Omit<CreatedInvite, "token" | "url">;

async function existingInvite({ db }: Ctx, tripId: string, id: string): Promise<KnownInvite | undefined> {
  const [found] = await selectInvite(db, { tripId, id });
  return found?.revokedAt ? { ...found.invite, deletedAt: found.revokedAt.toISOString() } : found?.invite;
}

/** Returns the stored answer of a repeat. It has no token; the caller adds the token as for a new invite. */
function replayedInvite({ reply }: Ctx, error: unknown): InviteDto {
  if (!(error instanceof Replay)) throw error;
  const { status, tripSeq, body } = error.answer;
  Object.assign(reply, { status, tripSeq });
  return JSON.parse(body);
}

function insertOne(
  ctx: Ctx,
  tripId: string,
  id: string,
  input: NewInvite,
  claim: ClientId | null,
): Promise<InviteDto> {
  return writeTrip(ctx, tripId, "editor", {
    work: async (write) => {
      const member = requireWriteMember(write);
      if (!canInvite(member.role, input.role))
        throw new AppError("FORBIDDEN", "You may invite up to your own role.");
      const row = {
        id,
        tripId,
        tokenHash: hashToken(tokenOf(id)),
        role: input.role,
        email: input.email ?? null,
        memberId: await openPlaceholder(write.tx, tripId, input.memberId),
        expiresAt: new Date(write.at.getTime() + input.expiresInDays * DAY_MS),
        maxUses: input.maxUses ?? null,
        createdBy: member.id,
        at: write.at,
      };
      write.claim(claim);
      const [inserted] = await insertInvite(write.tx, row);
      if (!inserted) throw new Error("An insert returned no row.");
      return inserted.invite;
    },
  });
}

/**
 * Checks the placeholder of an invite.
 * @throws AppError NOT_FOUND when the member is none, was removed, or has an account by now
 */
async function openPlaceholder(tx: Db, tripId: string, memberId: string | undefined): Promise<string | null> {
  if (memberId === undefined) return null;
  const [found] = await selectMember(tx, { tripId, id: memberId });
  if (!found || found.member.userId !== null || found.member.leftAt !== null) throw notFound("placeholder");
  return memberId;
}

export function deleteInvite(ctx: Ctx, tripId: string, inviteId: string): Promise<undefined> {
  return writeTrip(ctx, tripId, "editor", {
    allow: ["archived"],
    read: (tx) => runPipelined([selectInvite(tx, { tripId, id: inviteId })]),
    work: async (write, [[found]]) => {
      if (!found || found.revokedAt) throw notFound("invite");
      await revokeInvite(write.tx, { tripId, id: inviteId, at: write.at });
      return undefined;
    },
  });
}
