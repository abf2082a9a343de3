import { v7 as uuidv7 } from "uuid";
import { afterEach, describe, expect, test } from "vitest";
import { noteGuestClaim } from "#db/queries/guests.ts";
import { connectAccountEvents } from "#lib/server/account/account-events.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { runTick } from "#lib/server/realtime/tick.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { itemsApi } from "#lib/shared/api/items.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { enterAsGuest } from "#tests/factories/guests.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { lastGroup, newComment, newInvite, newStop, readTrip } from "#tests/factories/trips.ts";
import { waitForLockedStatements } from "#tests/helpers/account-rows.ts";
import { authApi, signUpAndVerify } from "#tests/helpers/auth-api.ts";
import { send } from "#tests/helpers/handlers.ts";
import { useMailbox } from "#tests/helpers/mailbox.ts";

import {
  newVisit,
  memberOf,
  vote,
  votesOn,
  isGone,
  cookieHeaders,
  userIdOf,
  expectGuestDataMoved,
  signInAs,
} from "#tests/factories/guest-fixture.ts";

connectAccountEvents();
useMailbox();
afterEach(awaitDeferredWork);

describe("somebody who is in the trip already", () => {
  test("keeps one row, with all that was done under both", async () => {
    const { owner, editor, trip, tripId, stop } = await newTripFixture();
    const [second, third] = [await newStop(owner, trip), await newStop(owner, trip)];
    const own = memberOf((await readTrip(owner, tripId)).members, editor.userId);
    await vote(editor, trip, stop, -1);
    const { token } = await newInvite(owner, tripId, { role: "viewer" });
    const guest = await enterAsGuest(token, "Ed on a phone");
    const other = memberOf((await readTrip(owner, tripId)).members, guest.userId);
    await vote(guest, trip, stop, 1);
    await vote(guest, trip, second, 1);
    await vote(guest, trip, third, 1);
    await vote(editor, trip, third, -1);
    const comment = await newComment(guest, tripId, { body: "By phone." });
    const participants = [other.id, own.id];
    const params = { tripId, stopId: stop.id };
    await send(stopsApi.update, { params, token: owner.token, body: { participants } });
    const { seq } = await readTrip(owner, tripId);
    await signInAs(editor, guest);

    const after = await readTrip(owner, tripId);
    expect(memberOf(after.members, editor.userId)).toMatchObject({
      id: own.id,
      role: "editor",
      leftAt: null,
    });
    const closed = after.members.find(({ id }) => id === other.id);
    expect(closed).toMatchObject({ name: "Ed on a phone", leftAt: expect.any(String) });
    // Of two votes by the same person, the later one counts.
    expect(await votesOn(owner, trip, stop)).toEqual([{ memberId: own.id, value: 1 }]);
    expect(await votesOn(owner, trip, second)).toEqual([{ memberId: own.id, value: 1 }]);
    expect(await votesOn(owner, trip, third)).toEqual([{ memberId: own.id, value: -1 }]);
    expect(after.stops.find(({ id }) => id === stop.id)?.participants).toEqual([own.id]);
    const query = { target: `trip:${tripId}` };
    const thread = await send(commentsApi.list, { params: { tripId }, query, token: owner.token });
    expect(thread.body).toMatchObject([{ id: comment.id, memberId: own.id }]);
    expect(await isGone(guest.userId)).toBe(true);
    // All events of the merge belong to one write, so that open clients get them together.
    const ops = (await lastGroup(owner, tripId, seq)).map(({ op }) => op);
    expect(ops.toSorted()).toEqual([
      "comment.updated",
      "member.left",
      "stop.updated",
      "vote.set",
      "vote.set",
      "vote.set",
      "vote.set",
      "vote.set",
    ]);
    // The editor may now change what the guest wrote.
    const edit = { params: { tripId, commentId: comment.id }, token: editor.token, body: { body: "Mine." } };
    expect((await send(commentsApi.update, edit)).status).toBe(200);
  });

  test("is named, booked for and asked to do what the guest was, once", async () => {
    const { owner, editor, tripId } = await newTripFixture();
    const { token } = owner;
    const own = memberOf((await readTrip(owner, tripId)).members, editor.userId);
    const invite = await newInvite(owner, tripId, { role: "viewer" });
    const guest = await enterAsGuest(invite.token, "Ed on a phone");
    const other = memberOf((await readTrip(owner, tripId)).members, guest.userId);
    const both = [other.id, own.id];
    const comment = await newComment(owner, tripId, { body: "@Ed, both of you?", mentions: both });
    const params = { tripId };
    const booking = { kind: "train", title: "Haruka", participants: both };
    await send(reservationsApi.create, { params, token, body: booking });
    await send(itemsApi.create, {
      params,
      token,
      body: { list: "todo", text: "Tickets", assigneeId: other.id },
    });
    await signInAs(editor, guest);

    const after = await readTrip(owner, tripId);
    expect(after.reservations[0]?.participants).toEqual([own.id]);
    expect(after.items[0]?.assigneeId).toBe(own.id);
    const thread = await send(commentsApi.list, { params, query: { target: `trip:${tripId}` }, token });
    expect(thread.body).toMatchObject([{ id: comment.id, mentions: [own.id] }]);
  });

  test("has read what either of them has read, by when it arrived", async () => {
    const { owner, editor, tripId } = await newTripFixture();
    const guest = await enterAsGuest((await newInvite(owner, tripId, { role: "viewer" })).token);
    const target = { kind: "trip", id: tripId };
    const mark = async ({ token }: Pick<Person, "token">, { id: upTo }: { id: string }) => {
      const sent = await send(commentsApi.read, { params: { tripId }, token, body: { target, upTo } });
      expect(sent.status).toBe(200);
    };
    await mark(editor, await newComment(owner, tripId));
    // The read marks must not be compared by id, since clients make ids and their clocks differ.
    await mark(guest, await newComment(owner, tripId, { id: uuidv7({ msecs: Date.now() - 3_600_000 }) }));
    await signInAs(editor, guest);
    const unread = await send(commentsApi.unread, { params: { tripId }, token: editor.token });
    expect(unread).toMatchObject({ status: 200, body: [] });
  });

  test("gets what the guest's invite gives where it is more", async () => {
    const { owner, viewer, tripId } = await newTripFixture();
    const guest = await enterAsGuest((await newInvite(owner, tripId, { role: "editor" })).token);
    await signInAs(viewer, guest);
    expect(memberOf((await readTrip(owner, tripId)).members, viewer.userId)).toMatchObject({
      role: "editor",
    });
  });

  test("comes back who had left, and not who was removed since", async () => {
    const { owner, viewer, editor, tripId } = await newTripFixture();
    const open = await newInvite(owner, tripId, { role: "viewer" });
    const [back, out] = [await enterAsGuest(open.token), await enterAsGuest(open.token)];
    await send(tripsApi.leave, { params: { tripId }, token: viewer.token });
    await send(membersApi.remove, { params: { tripId, userId: editor.userId }, token: owner.token });
    await signInAs(viewer, back);
    await signInAs(editor, out);
    const { members } = await readTrip(owner, tripId);
    expect(memberOf(members, viewer.userId)).toMatchObject({ role: "viewer", leftAt: null });
    expect(memberOf(members, editor.userId)).toMatchObject({ leftAt: expect.any(String) });
  });
});

describe("a claim", () => {
  test("by two accounts at once goes to one, and doubles nothing", async () => {
    const visit = await newVisit();
    const people = await Promise.all([signUpAndVerify(), signUpAndVerify(), signUpAndVerify()]);
    const answers = await Promise.all(
      people.map((person) => authApi().post("/sign-in/email", person, cookieHeaders(visit.guest))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await awaitDeferredWork();
    await runTick();
    const ids = await Promise.all(people.map(({ email }) => userIdOf(email)));
    const { members } = await readTrip(visit.owner, visit.trip.id);
    const winners = members.filter(({ userId }) => userId !== null && ids.includes(userId));
    expect(winners).toHaveLength(1);
    await expectGuestDataMoved(visit, winners[0]?.userId ?? "");
  });

  test("of a guest whom another claim is just ending is none", async () => {
    const visit = await newVisit();
    const person = await newPerson();
    const db = freshDatabase();
    const other = await db.pool.connect();
    await other.query("begin");
    await other.query("delete from users where id = $1", [visit.guest.userId]);
    const claim = { guestId: visit.guest.userId, userId: person.userId, dueAt: new Date() };
    const noting = Promise.allSettled([noteGuestClaim(db, claim)]);
    await waitForLockedStatements(1);
    await other.query("commit");
    other.release();
    expect(await noting).toEqual([{ status: "fulfilled", value: [] }]);
  });

  test("that was only noted when the process died is done by the tick", async () => {
    const visit = await newVisit();
    const person = await newPerson();
    const claim = { guestId: visit.guest.userId, userId: person.userId };
    const db = freshDatabase();
    await noteGuestClaim(db, { ...claim, dueAt: new Date() });
    // Neither a second claim nor the deletion of old guests removes the first claim.
    const another = await newPerson();
    expect(await noteGuestClaim(db, { ...claim, userId: another.userId, dueAt: new Date() })).toEqual([]);
    await db.pool.query("delete from sessions where token = $1", [visit.guest.token]);
    await runTick(new Date(Date.now() + 90_000));
    await expectGuestDataMoved(visit, person.userId);
    const { rows } = await db.pool.query("select 1 from guest_claims");
    expect(rows).toEqual([]);
  });

  test("whose account is deleted first leaves the guest as they were", async () => {
    const visit = await newVisit();
    const person = await newPerson();
    const db = freshDatabase();
    await noteGuestClaim(db, { guestId: visit.guest.userId, userId: person.userId, dueAt: new Date() });
    await db.pool.query("delete from users where id = $1", [person.userId]);
    await runTick();
    expect(await readTrip(visit.guest, visit.trip.id)).toMatchObject({ role: "guest" });
  });

  test("of a guest whose trip is gone ends the guest, and the sign-in works", async () => {
    const visit = await newVisit();
    await freshDatabase().pool.query("delete from trips where id = $1", [visit.trip.id]);
    const person = await signUpAndVerify();
    const answer = await authApi().post("/sign-in/email", person, cookieHeaders(visit.guest));
    expect(answer).toMatchObject({ status: 200 });
    expect(await isGone(visit.guest.userId)).toBe(true);
  });
});

test("who was a guest before has one vote, whatever of the guest's is undone later", async () => {
  const { owner, editor, trip, tripId, stop } = await newTripFixture();
  const guest = await enterAsGuest(
    (await newInvite(owner, tripId, { role: "viewer" })).token,
    "Ed on a phone",
  );
  await vote(guest, trip, stop, 1);
  await vote(guest, trip, stop, 0);
  const { seq } = await readTrip(owner, tripId);
  await signInAs(editor, guest);
  await vote(editor, trip, stop, -1);
  const own = memberOf((await readTrip(owner, tripId)).members, editor.userId);
  const undo = { params: { tripId, seq: String(seq) }, token: editor.token };
  const refused = await send(eventsApi.undo, undo);
  expect(refused).toMatchObject({ status: 409, body: { code: "NOT_UNDOABLE" } });
  expect(await votesOn(owner, trip, stop)).toEqual([{ memberId: own.id, value: -1 }]);
});
