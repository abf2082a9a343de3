import { runPipelined } from "#db/client.ts";
import { revokeInvitesToPlaceholder } from "#db/queries/invites.ts";
import { countPlaceholders, savePlaceholder, selectMember, upsertMember } from "#db/queries/members.ts";
import type { ClientId } from "#db/queries/write.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import type { MemberDto, MemberNews, NewPlaceholder, PlaceholderPatch } from "#lib/shared/members.ts";
import { previousValues, changesSinceRead, refuseConflict } from "../writes/changes.ts";
import type { Ctx } from "../context.ts";
import { createOnce, type CreationRequest } from "../writes/creation.ts";
import { type TripWrite, writeTrip } from "../writes/write.ts";

/*
 * Placeholders are members without a user: they participate, pay and are assigned items, until an invite gives their
 * row to a user.
 */

/** The most present placeholders of a trip, because its snapshot contains all of them. */
export const MAX_PLACEHOLDERS = 200;

/** Adds a placeholder to the trip. @throws AppError LIMIT_REACHED */
export function addPlaceholder(ctx: Ctx, tripId: string, input: NewPlaceholder): Promise<MemberDto> {
  const creation: CreationRequest = { kind: "member", tripId, input };
  return createOnce(
    ctx,
    creation,
    (id, claim) => insertOne(ctx, tripId, id, input.name, claim),
    async (id) => (await selectMember(ctx.db, { tripId, id }))[0]?.member,
  );
}

function insertOne(
  ctx: Ctx,
  tripId: string,
  id: string,
  name: string,
  claim: ClientId | null,
): Promise<MemberDto> {
  return writeTrip(ctx, tripId, "editor", {
    work: async (write) => {
      write.claim(claim);
      const [held] = await countPlaceholders(write.tx, { tripId });
      requireRoom(held);
      const nobody = { userId: null, image: null, role: "viewer" } as const;
      const [inserted] = await upsertMember(write.tx, { ...nobody, id, tripId, name, at: write.at });
      if (!inserted) throw new Error("An insert returned no row.");
      write.record({ op: "member.joined", entityId: id, after: inserted.member });
      return inserted.member;
    },
  });
}

function requireRoom(held: { count: number } | undefined): void {
  if ((held?.count ?? 0) >= MAX_PLACEHOLDERS) throw tooManyPlaceholders();
}

export function tooManyPlaceholders(): AppError {
  const message = `A trip holds at most ${MAX_PLACEHOLDERS} people without an account. Remove some first.`;
  return new AppError("LIMIT_REACHED", message);
}

export function renamePlaceholder(
  ctx: Ctx,
  tripId: string,
  id: string,
  { name }: PlaceholderPatch,
): Promise<MemberDto> {
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) =>
      runPipelined([
        selectMember(tx, { tripId, id }),
        changesSinceRead(ctx, tx, tripId, { kind: "member", id }, ["name"]),
      ]),
    work: async (write, [rows, conflicts]) => {
      const member = requirePlaceholder(rows, "present");
      refuseConflict(conflicts, member);
      return changePlaceholder(write, member, { name }, "member.updated");
    },
  });
}

/** Removes a placeholder. Its invites end with it, and do not work again after a restore. */
export function removePlaceholder(ctx: Ctx, tripId: string, id: string): Promise<undefined> {
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) => runPipelined([selectMember(tx, { tripId, id })]),
    work: async (write, [rows]) => {
      await removePlaceholderRow(write, requirePlaceholder(rows, "present"));
      return undefined;
    },
  });
}

/** Restores a removed placeholder. @throws AppError LIMIT_REACHED */
export function restorePlaceholder(ctx: Ctx, tripId: string, id: string): Promise<MemberDto> {
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) => runPipelined([selectMember(tx, { tripId, id }), countPlaceholders(tx, { tripId })]),
    work: async (write, [rows, [held]]) => {
      const member = requirePlaceholder(rows, "any");
      if (member.leftAt !== null) requireRoom(held);
      return restorePlaceholderRow(write, member);
    },
  });
}

export function removePlaceholderRow(write: TripWrite, member: MemberDto): Promise<MemberDto> {
  write.send(revokeInvitesToPlaceholder(write.tx, { memberId: member.id, at: write.at }));
  return changePlaceholder(write, member, { leftAt: write.at.toISOString() }, "member.left");
}

export function restorePlaceholderRow(
  write: TripWrite,
  member: MemberDto,
  told: Pick<MemberNews, "separatedFrom"> = {},
): Promise<MemberDto> {
  return changePlaceholder(write, member, { leftAt: null }, "member.joined", told);
}

/**
 * Returns the placeholder.
 * @throws AppError NOT_FOUND when the member is none, or has an account by now
 */
export function requirePlaceholder(rows: { member: MemberDto }[], where: "present" | "any"): MemberDto {
  const member = rows[0]?.member;
  if (!member || member.userId !== null || (where === "present" && member.leftAt !== null))
    throw notFound("placeholder");
  return member;
}

export async function changePlaceholder(
  write: TripWrite,
  member: MemberDto,
  change: Partial<Pick<MemberDto, "name" | "leftAt">>,
  op: "member.joined" | "member.updated" | "member.left",
  told: Pick<MemberNews, "mergedInto" | "separatedFrom"> = {},
): Promise<MemberDto> {
  const before = previousValues(member, change);
  if (!before) return member;
  const { name = member.name, leftAt = member.leftAt } = change;
  const place = { tripId: write.trip.id, id: member.id, at: write.at };
  const [saved] = await savePlaceholder(write.tx, { ...place, name, leftAt });
  if (!saved) throw notFound("placeholder");
  write.record({ op, entityId: member.id, before, after: { ...saved.member, ...told } });
  return saved.member;
}
