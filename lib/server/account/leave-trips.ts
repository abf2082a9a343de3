import type { Database } from "#db/client.ts";
import {
  type Deletion,
  endDeletion,
  deletePrivateRows,
  purgeTrip,
  redactImages,
  saveMemberOfDeletedUser,
  selectNextOwner,
  selectTripsToLeave,
} from "#db/queries/account-deletions.ts";
import { revokeInvitesByMember } from "#db/queries/invites.ts";
import { saveMember, selectMemberOfUser } from "#db/queries/members.ts";
import { selectTripIdsOfUser } from "#db/queries/outbox.ts";
import type { MemberDto } from "#lib/shared/members.ts";
import { CLOSE_CODES } from "#lib/shared/handshake.ts";
import { deleteFilesOfTrip } from "../attachments/jobs.ts";
import { avatarImage } from "../auth/avatar-image.ts";
import { deleteAvatarObject } from "../avatar/avatar.ts";
import { defer } from "../http/defer.ts";
import { log } from "../http/log.ts";
import { closeSockets, type SocketTarget } from "../realtime/sockets.ts";
import type { TripWrite } from "../writes/write.ts";
import { writeAs } from "./write-as.ts";

/**
 * Removes a user whose account was deleted from all trips: one transaction per trip in the order of the trips' ids.
 * After an interruption another call does the rest.
 */
export async function leaveTrips(db: Database, { userId, image }: Deletion): Promise<void> {
  const open = await selectTripIdsOfUser(db, { userId });
  const tripIds = open.map(({ id }) => id);
  // Rooms may need time to answer, and the trips do not wait for them.
  const closing = [
    closeSockets({ tripIds, userId, code: CLOSE_CODES.cutOff, reason: "This account was deleted." }),
  ];
  let failures = 0;
  for (const { tripId } of await selectTripsToLeave(db, { userId, generated: avatarImage(userId) })) {
    try {
      const outcome = await writeAs(db, userId, tripId, (write) => leave(write, userId));
      if (outcome === PURGED) defer(() => deleteFilesOfTrip(tripId), "deleting the files of a purged trip");
      if (outcome) closing.push(...outcome.map((target) => closeSockets({ ...target, tripIds: [tripId] })));
    } catch (error) {
      // A trip that fails must not keep the user in the other trips.
      failures += 1;
      log().error({ err: error, tripId }, "a trip was not left");
    }
  }
  await Promise.all(closing);
  if (failures > 0) return;
  await deleteAvatarObject(userId, image);
  await endDeletion(db, { userId });
}

/** The sockets that must be closed in a trip, with the reason. */
type Dismissed = Omit<SocketTarget, "tripIds">[];
const PURGED: Dismissed = [{ code: CLOSE_CODES.cutOff, reason: "This trip was deleted." }];

async function leave(write: TripWrite, userId: string): Promise<Dismissed> {
  const tripId = write.trip.id;
  const [found] = await selectMemberOfUser(write.tx, { tripId, userId });
  if (!found) return [];
  const { member } = found;
  write.send(deletePrivateRows(write.tx, { tripId, userId }));
  // Nothing is left to do if another process has removed the user from this trip already.
  if (member.leftAt !== null && member.image === avatarImage(userId)) return [];
  if (member.leftAt !== null || member.role !== "owner") {
    await goOut(write, userId, member);
    return [];
  }
  // A trip that its owner had deleted gets no new owner, so nobody can restore it.
  const [heir] = write.trip.deletedAt ? [] : await selectNextOwner(write.tx, { tripId, userId });
  if (!heir) {
    write.send(purgeTrip(write.tx, { tripId }));
    return PURGED;
  }
  // The old owner loses the role first, so that there are never two owners.
  const former = await changeRole(write, member, "editor");
  await changeRole(write, heir.member, "owner");
  await goOut(write, userId, former);
  const reason = "Your role in this trip changed.";
  return heir.member.userId === null
    ? []
    : [{ userId: heir.member.userId, code: CLOSE_CODES.roleChanged, reason }];
}

async function changeRole(write: TripWrite, member: MemberDto, role: MemberDto["role"]): Promise<MemberDto> {
  const place = { tripId: write.trip.id, id: member.id, at: write.at };
  const [saved] = await saveMember(write.tx, { ...place, role, leftAt: null, invitesAfter: null });
  if (!saved) throw new Error("A member of a locked trip vanished.");
  const before = { role: member.role };
  write.record({ op: "member.updated", entityId: member.id, before, after: saved.member });
  return saved.member;
}

/**
 * Removes the member from the trip. Votes, comments and events keep the name; the picture is removed, also from the
 * event log.
 */
async function goOut(write: TripWrite, userId: string, member: MemberDto): Promise<void> {
  const { tx, at } = write;
  const tripId = write.trip.id;
  const image = avatarImage(userId);
  write.send(revokeInvitesByMember(tx, { memberId: member.id, at }));
  write.send(redactImages(tx, { tripId, memberId: member.id, image }));
  const [gone] = await saveMemberOfDeletedUser(tx, { tripId, id: member.id, image, at });
  if (!gone) throw new Error("A member of a locked trip vanished.");
  const hadLeft = member.leftAt !== null;
  write.record({
    op: hadLeft ? "member.updated" : "member.left",
    entityId: member.id,
    before: hadLeft ? null : { leftAt: null },
    after: gone.member,
  });
}
