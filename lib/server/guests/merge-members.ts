import {
  moveComments,
  moveMentions,
  moveReadMarks,
  selectReservationsAndItemsOf,
  selectStopsWith,
  selectVotesToMove,
} from "#db/queries/guests.ts";
import { selectItem } from "#db/queries/items.ts";
import { saveMember } from "#db/queries/members.ts";
import { selectReservation } from "#db/queries/reservations.ts";
import { selectStop } from "#db/queries/stops.ts";
import type { CommentDto } from "#lib/shared/comments.ts";
import type { MemberDto } from "#lib/shared/members.ts";
import { type Role, roleAtLeast } from "#lib/shared/roles.ts";
import { previousValues } from "../writes/changes.ts";
import { changeItem } from "../items/edit-item.ts";
import { changeReservation } from "../reservations/edit-reservation.ts";
import { changeStop } from "../stops/edit-stop.ts";
import { setVote } from "../stops/vote-on-stop.ts";
import { readerUserIds, readersOf } from "../comments/target.ts";
import { eventVisibility } from "../writes/row-fields.ts";
import type { TripWrite } from "../writes/write.ts";
import { reassignMoney } from "./reassign-money.ts";

/**
 * Merges two member rows of one person: everything of `guest` moves to `own`, which gets the role that the guest's
 * invite granted, and the guest's row is closed. If both voted on a stop, the later vote counts.
 */
export async function mergeMembers(
  write: TripWrite,
  guest: MemberDto,
  own: MemberDto,
  granted: Role | null,
): Promise<void> {
  await reassignReferences(write, { from: guest.id, to: own.id });
  if (guest.leftAt === null) {
    await save(write, guest, { role: guest.role, leftAt: write.at.toISOString() });
    if (granted) await save(write, own, { role: raised(own, granted), leftAt: null });
  }
}

/**
 * Changes everything that refers to the one member row so that it refers to the other, as far as it is in the trip's
 * tables.
 */
export async function reassignReferences(
  write: TripWrite,
  moving: { from: string; to: string },
): Promise<void> {
  for (const { stopId, value, isNewer } of await selectVotesToMove(write.tx, moving)) {
    await setVote(write, stopId, moving.from, 0);
    if (isNewer) await setVote(write, stopId, moving.to, value);
  }
  await giveComments(write, moving);
  await giveMentions(write, moving);
  await giveStops(write, moving);
  await giveBookingsAndTasks(write, moving);
  await reassignMoney(write, moving);
  await moveReadMarks(write.tx, moving);
}

/** Returns the role after the merge. A member who comes back gets the invite's role, like everybody who uses it. */
function raised(own: MemberDto, granted: Role): Role {
  return own.leftAt === null && roleAtLeast(own.role, granted) ? own.role : granted;
}

async function giveComments(write: TripWrite, { from, to }: { from: string; to: string }): Promise<void> {
  const moved = await moveComments(write.tx, { tripId: write.trip.id, from, to, at: write.at });
  for (const { comment } of moved) await recordComment(write, comment, { memberId: from });
}

/** Moves the member's participation in stops. */
async function giveStops(write: TripWrite, { from, to }: { from: string; to: string }): Promise<void> {
  const tripId = write.trip.id;
  for (const { id: stopId } of await selectStopsWith(write.tx, { tripId, memberId: from })) {
    const [found] = await selectStop(write.tx, { tripId, stopId });
    if (!found) continue;
    const participants = handedOver(found.stop.participants, { from, to });
    changeStop(write, found.stop, { participants }, "stop.updated");
  }
}

async function giveMentions(write: TripWrite, { from, to }: { from: string; to: string }): Promise<void> {
  const moved = await moveMentions(write.tx, { tripId: write.trip.id, from, to, at: write.at });
  for (const { comment, named } of moved) await recordComment(write, comment, { mentions: named });
}

async function recordComment(
  write: TripWrite,
  comment: CommentDto,
  before: Record<string, unknown>,
): Promise<void> {
  const op = "comment.updated";
  const readers = readerUserIds(await readersOf(write.tx, write.trip.id, comment.target));
  // The event log no longer has the text of a deleted comment, and must not get it again.
  const after = comment.deletedAt === null ? comment : { ...comment, body: "" };
  write.record({ op, entityId: comment.id, before, after, visibleTo: eventVisibility(op, comment, readers) });
}

async function giveBookingsAndTasks(
  write: TripWrite,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const tripId = write.trip.id;
  for (const { kind, id } of await selectReservationsAndItemsOf(write.tx, { tripId, memberId: from })) {
    if (kind === "item") {
      const [found] = await selectItem(write.tx, { tripId, itemId: id });
      if (found) changeItem(write, found.item, { assigneeId: to }, "item.updated");
      continue;
    }
    const [found] = await selectReservation(write.tx, { tripId, reservationId: id });
    if (!found) continue;
    const participants = handedOver(found.reservation.participants, { from, to });
    changeReservation(write, found.reservation, { participants }, "reservation.updated");
  }
}

/** Returns a list of members in which one id replaces the other, each id once. */
function handedOver(ids: string[] | null, { from, to }: { from: string; to: string }): string[] {
  return [...new Set((ids ?? []).map((id) => (id === from ? to : id)))];
}

async function save(
  write: TripWrite,
  member: MemberDto,
  change: Pick<MemberDto, "role" | "leftAt">,
): Promise<void> {
  const before = previousValues(member, change);
  if (!before) return;
  const place = { tripId: write.trip.id, id: member.id, invitesAfter: null, at: write.at };
  const [saved] = await saveMember(write.tx, { ...place, ...change });
  if (!saved) throw new Error("A member of a locked trip vanished.");
  const cameBack = member.leftAt !== null;
  const op = change.leftAt ? "member.left" : cameBack ? "member.joined" : "member.updated";
  write.record({ op, entityId: member.id, before, after: saved.member });
}
