import { runPipelined } from "#db/client.ts";
import { revokeInvitesToPlaceholder } from "#db/queries/invites.ts";
import { selectMember } from "#db/queries/members.ts";
import { selectMergedInto } from "#db/queries/merged-members.ts";
import { invalidField } from "#lib/shared/errors.ts";
import type { MemberDto, PlaceholderMerge } from "#lib/shared/members.ts";
import type { Ctx } from "../context.ts";
import { reassignReferences } from "../guests/merge-members.ts";
import { type TripWrite, writeTrip } from "../writes/write.ts";
import { changePlaceholder, requirePlaceholder } from "./placeholders.ts";

/**
 * Merges a placeholder into another member, who gets everything that refers to it; the placeholder leaves. All events
 * are one group, which undo reverses whole or not at all.
 * @throws AppError NOT_FOUND for the placeholder; VALIDATION_FAILED for the other member
 */
export function mergePlaceholder(
  ctx: Ctx,
  tripId: string,
  memberId: string,
  { into }: PlaceholderMerge,
): Promise<MemberDto> {
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) =>
      runPipelined([selectMember(tx, { tripId, id: memberId }), selectMember(tx, { tripId, id: into })]),
    work: async (write, [placeholders, [other]]) => {
      const isDone = await isMergedInto(write, memberId, into);
      // A repeat, or a second request at the same moment, finds the merge done and gets the same answer.
      if (isDone && other) return other.member;
      const placeholder = requirePlaceholder(placeholders, "present");
      await mergeInto(write, placeholder, await requireOther(write, memberId, other?.member));
      return requireRow(await selectMember(write.tx, { tripId, id: into }));
    },
  });
}

/** Whether the placeholder was merged into this member before. */
export async function isMergedInto(
  { tx, trip }: TripWrite,
  placeholderId: string,
  memberId: string,
): Promise<boolean> {
  const [merged] = await selectMergedInto(tx, { tripId: trip.id, memberIds: [placeholderId] });
  return merged?.into === memberId;
}

async function requireOther(
  { tx, trip }: TripWrite,
  memberId: string,
  other: MemberDto | undefined,
): Promise<MemberDto> {
  if (!other) throw invalidField("into", "This is no member of the trip.");
  if (other.id === memberId) throw invalidField("into", "Choose two different people.");
  const [merged] = await selectMergedInto(tx, { tripId: trip.id, memberIds: [other.id] });
  if (merged) throw invalidField("into", `This person turned out to be ${merged.name}. Choose them instead.`);
  return other;
}

function requireRow([row]: { member: MemberDto }[]): MemberDto {
  if (!row) throw new Error("A member of a locked trip vanished.");
  return row.member;
}

/** Merges under the trip's lock. The last event names the member into which the placeholder was merged. */
export async function mergeInto(write: TripWrite, placeholder: MemberDto, other: MemberDto): Promise<void> {
  await reassignReferences(write, { from: placeholder.id, to: other.id });
  await removeMergedPlaceholder(write, placeholder, other.id);
}

/** Removes the placeholder. Its invites end, as when it is removed without a merge. */
export function removeMergedPlaceholder(
  write: TripWrite,
  placeholder: MemberDto,
  mergedInto: string,
): Promise<MemberDto> {
  write.send(revokeInvitesToPlaceholder(write.tx, { memberId: placeholder.id, at: write.at }));
  const change = { leftAt: write.at.toISOString() };
  return changePlaceholder(write, placeholder, change, "member.left", { mergedInto });
}
