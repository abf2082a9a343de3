import type { Database } from "#db/client.ts";
import {
  deleteGuest,
  type GuestClaim,
  moveEvents,
  noteGuestClaim,
  selectClaimant,
  selectGrantedRole,
  selectTripsOfGuest,
} from "#db/queries/guests.ts";
import { claimMember, selectMemberOfUser } from "#db/queries/members.ts";
import { CLOSE_CODES } from "#lib/shared/handshake.ts";
import type { MemberDto } from "#lib/shared/members.ts";
import { type Role, roleAtLeast } from "#lib/shared/roles.ts";
import { writeAs } from "../account/write-as.ts";
import { previousValues } from "../writes/changes.ts";
import { defer } from "../http/defer.ts";
import { log } from "../http/log.ts";
import { closeSockets } from "../realtime/sockets.ts";
import type { TripWrite } from "../writes/write.ts";
import { mergeMembers } from "./merge-members.ts";

/** How long the tick waits for the process that noted a guest's sign-in, before the tick does the transfer. */
const LEASE_MS = 60_000;

/**
 * Transfers a guest's rows to the account with which the guest has signed in. The sign-in is noted in the database
 * first, so that the tick completes a transfer that fails here; the caller awaits this function before it sends the new
 * session. Returns false when the guest signed in to another account before, which then has the rows.
 */
export async function claimGuest(db: Database, claim: GuestClaim): Promise<boolean> {
  const dueAt = new Date(Date.now() + LEASE_MS);
  const [noted] = await noteGuestClaim(db, { ...claim, dueAt });
  if (!noted) return false;
  try {
    await transferGuestRows(db, claim);
  } catch (error) {
    log().error({ err: error }, "a guest was not claimed at once");
  }
  return true;
}

/**
 * Does the transfer: one transaction for each trip, and one that deletes the guest. After an interruption another call
 * does the rest.
 */
export async function transferGuestRows(db: Database, { guestId, userId }: GuestClaim): Promise<void> {
  const trips = await selectTripsOfGuest(db, { userId: guestId });
  for (const { tripId } of trips) {
    await writeAs(db, userId, tripId, (write) => take(write, { guestId, userId }));
  }
  await deleteGuest(db, { guestId, userId });
  const tripIds = trips.map(({ tripId }) => tripId);
  const told = { tripIds, userId: guestId, code: CLOSE_CODES.roleChanged, reason: "You signed in." };
  defer(() => closeSockets(told), "closing the sockets of a guest");
}

async function take(write: TripWrite, { guestId, userId }: GuestClaim): Promise<void> {
  const { tx } = write;
  const tripId = write.trip.id;
  const [guest] = await selectMemberOfUser(tx, { tripId, userId: guestId });
  const [account] = await selectClaimant(tx, { userId });
  // An earlier call has transferred the guest's row, or the account was deleted: nothing is left to transfer.
  if (!guest || !account) return;
  const [granted] = await selectGrantedRole(tx, { guestMemberId: guest.member.id, userId });
  const [own] = await selectMemberOfUser(tx, { tripId, userId });
  const role = granted?.role ?? null;
  if (own) await mergeMembers(write, guest.member, own.member, role);
  else await takeRow(write, guest.member, { userId, ...account, granted: role });
  await moveEvents(tx, { tripId, from: guestId, to: userId, memberId: (own ?? guest).member.id });
}

/**
 * Makes the guest's member row the account's, with everything that refers to it. If the guest has left the trip, the
 * row keeps its name.
 */
async function takeRow(
  write: TripWrite,
  guest: MemberDto,
  account: { userId: string; name: string; image: string | null; granted: Role | null },
): Promise<void> {
  const { userId, granted } = account;
  const stays = guest.leftAt === null;
  const person = {
    userId,
    name: stays ? account.name : guest.name,
    image: stays ? account.image : guest.image,
    role: stays && granted ? higher(guest.role, granted) : guest.role,
  };
  const place = { tripId: write.trip.id, id: guest.id, inviteId: null, at: write.at };
  const [taken] = await claimMember(write.tx, { ...place, ...person });
  if (!taken) throw new Error("A member of a locked trip vanished.");
  const before = previousValues(guest, { ...person, hasAccount: true });
  write.record({ op: "member.updated", entityId: guest.id, before, after: taken.member });
}

function higher(a: Role, b: Role): Role {
  return roleAtLeast(a, b) ? a : b;
}
