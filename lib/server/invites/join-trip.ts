import { type InviteLookup, countInviteUse } from "#db/queries/invites.ts";
import {
  claimMember,
  countMembersWithAccount,
  selectMemberOfUser,
  upsertMember,
} from "#db/queries/members.ts";
import { AppError } from "#lib/shared/errors.ts";
import type { MemberDto } from "#lib/shared/members.ts";
import { previousValues } from "../writes/changes.ts";
import type { TripWrite } from "../writes/write.ts";

export function inviteGone(): AppError {
  return new AppError("INVITE_GONE", "This invite no longer works. Ask for a new link.");
}

/** The most members of a trip: its snapshot contains all of them, and a link may be passed on to anybody. */
const MOST = 200;
/**
 * The most guests, including those who have left, since their rows stay: without an account anybody can leave and come
 * again.
 */
const MOST_GUESTS = 600;

interface Newcomer extends Pick<MemberDto, "name" | "image" | "role"> {
  /** The id of the new member row, if one is made. */
  id: string;
  userId: string;
  /** The invite by which a guest without an account joins. */
  inviteId: string | null;
}

/**
 * Adds a member by an invite that was looked up under the trip's lock, and counts its use: in the row of the invite's
 * placeholder, or in a new row.
 * @throws AppError ARCHIVED, INVITE_GONE, LIMIT_REACHED
 */
export async function joinTrip(
  write: TripWrite,
  invite: InviteLookup,
  newcomer: Newcomer,
): Promise<MemberDto> {
  if (write.trip.archivedAt)
    throw new AppError("ARCHIVED", "This trip is archived and takes no new members.");
  const [used] = await countInviteUse(write.tx, { id: invite.id });
  if (!used) throw inviteGone();
  if (invite.ownRole === null) await requireRoom(write, newcomer);
  const { tx, at } = write;
  const tripId = write.trip.id;
  const { id, ...person } = newcomer;
  const [known] = await selectMemberOfUser(tx, { tripId, userId: newcomer.userId });
  // A user with a former row keeps it: a person has one member row in each trip for ever.
  const place = known ? null : invite.placeholder;
  const [joined] = place
    ? await claimMember(tx, { ...person, tripId, id: place.id, at })
    : await upsertMember(tx, { ...newcomer, tripId, at });
  if (!joined) throw new Error("A member was not written.");
  const { member } = joined;
  const { userId, name, image, role } = person;
  const hasAccount = person.inviteId === null;
  // A member who comes back has the new values from now on; the former ones are in the event log.
  const before = place
    ? previousValues({ ...place, userId: null, hasAccount: false }, { userId, hasAccount, name, image, role })
    : known && previousValues(known.member, { name, image, role, leftAt: null });
  const isIn = place !== null || invite.ownRole !== null;
  write.record({ op: isIn ? "member.updated" : "member.joined", entityId: member.id, before, after: member });
  return member;
}

/**
 * Checks the limits of members. It needs the trip's lock, so that of several who join at once only as many as allowed
 * get in.
 */
async function requireRoom({ tx, trip }: TripWrite, { inviteId }: Newcomer): Promise<void> {
  const [people] = await countMembersWithAccount(tx, { tripId: trip.id });
  if (!people) throw new Error("A count returned no row.");
  if (people.present >= MOST) {
    throw new AppError("LIMIT_REACHED", `This trip is full: at most ${MOST} people can be in one.`);
  }
  if (inviteId === null || people.guests < MOST_GUESTS) return;
  throw new AppError("LIMIT_REACHED", "Too many guests have come to this trip. Sign up to join it.");
}
