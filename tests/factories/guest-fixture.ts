import { expect } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { CommentDto } from "#lib/shared/comments.ts";
import type { MemberDto } from "#lib/shared/members.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { enterAsGuest, type GuestWithCookie } from "#tests/factories/guests.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newComment, newInvite, newStop, newTrip, readTrip } from "#tests/factories/trips.ts";
import { type Answer, authApi, ORIGIN } from "#tests/helpers/auth-api.ts";
import { userRow } from "#tests/helpers/auth-rows.ts";
import { send } from "#tests/helpers/handlers.ts";
import { lastCode } from "#tests/helpers/mailbox.ts";

export interface Visit {
  owner: Person;
  trip: TripDto;
  stop: StopDto;
  guest: GuestWithCookie;
  member: MemberDto;
  comment: CommentDto;
  /** The trip's seq after the guest's vote and comment. */
  seq: number;
}

/** Creates a trip in which a guest has voted and commented. */
export async function newVisit(role: "guest" | "viewer" | "editor" = "editor"): Promise<Visit> {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  const stop = await newStop(owner, trip);
  const guest = await enterAsGuest((await newInvite(owner, trip.id, { role })).token, "Gil");
  await vote(guest, trip, stop, 1);
  const comment = await newComment(guest, trip.id, { body: "From Gil." });
  const { members, seq } = await readTrip(owner, trip.id);
  return { owner, trip, stop, guest, member: memberOf(members, guest.userId), comment, seq };
}

export function memberOf(members: MemberDto[], userId: string): MemberDto {
  const member = members.find((each) => each.userId === userId);
  if (!member) throw new Error("This person is not in the trip.");
  return member;
}

export async function vote(
  person: Pick<Person, "token">,
  trip: TripDto,
  stop: StopDto,
  value: number,
): Promise<void> {
  const params = { tripId: trip.id, stopId: stop.id };
  expect((await send(stopsApi.vote, { params, token: person.token, body: { value } })).status).toBe(200);
}

export async function votesOn(person: Person, trip: TripDto, stop: StopDto) {
  return (await readTrip(person, trip.id)).stops.find(({ id }) => id === stop.id)?.votes;
}

export async function isGone(userId: string): Promise<boolean> {
  const { rows } = await freshDatabase().pool.query("select 1 from users where id = $1", [userId]);
  return rows.length === 0;
}

export function cookieHeaders({ cookie }: { cookie: string }): Record<string, string> {
  return { cookie, origin: ORIGIN };
}

export async function userIdOf(email: string): Promise<string> {
  return (await userRow(email))?.id ?? "";
}

/**
 * Checks that everything of the guest now belongs to the account, exactly once: the member row with the invite's role,
 * the vote and the comment.
 */
export async function expectGuestDataMoved(visit: Visit, userId: string, role = "editor"): Promise<void> {
  const { owner, trip, stop, guest, member, comment } = visit;
  await awaitDeferredWork();
  const { members } = await readTrip(owner, trip.id);
  expect(members.filter(({ leftAt }) => leftAt === null)).toHaveLength(2);
  expect(memberOf(members, userId)).toMatchObject({ id: member.id, role, leftAt: null });
  expect(await votesOn(owner, trip, stop)).toEqual([{ memberId: member.id, value: 1 }]);
  const query = { target: `trip:${trip.id}` };
  const thread = await send(commentsApi.list, { params: { tripId: trip.id }, query, token: owner.token });
  expect(thread.body).toMatchObject([{ id: comment.id, memberId: member.id, body: "From Gil." }]);
  expect(await isGone(guest.userId), "the guest's user").toBe(true);
  expect((await send(tripsApi.get, { params: { tripId: trip.id }, token: guest.token })).status).toBe(401);
}

/** Signs a person with an account in, in the browser in which a guest is signed in. */
export async function signInAs({ email }: Person, guest: GuestWithCookie): Promise<Answer> {
  await authApi().post("/email-otp/send-verification-otp", { email, type: "sign-in" });
  const answer = await authApi().post(
    "/sign-in/email-otp",
    { email, otp: lastCode(email) },
    cookieHeaders(guest),
  );
  expect(answer).toMatchObject({ status: 200 });
  await awaitDeferredWork();
  return answer;
}
