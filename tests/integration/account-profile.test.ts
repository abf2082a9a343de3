// @alone: looks at whole tables
import { expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { accountDeletions, profileChanges } from "#db/schema/account.ts";
import { auth } from "#lib/server/auth/auth.ts";
import { avatarImage } from "#lib/server/auth/avatar-image.ts";
import { projectProfileToTrips } from "#lib/server/account/project-profile.ts";
import { connectAccountEvents } from "#lib/server/account/account-events.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { runTick } from "#lib/server/realtime/tick.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { historyAfter, lastGroup, newInvite, newMember, newTrip, readTrip } from "#tests/factories/trips.ts";
import { memberIn } from "#tests/helpers/account-steps.ts";
import { lockIdempotencyKey, waitForLockedStatements } from "#tests/helpers/account-rows.ts";
import { authApi } from "#tests/helpers/auth-api.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectRefused, expectWritten } from "#tests/helpers/refusals.ts";
import { lockTripRow } from "#tests/helpers/trip-lock.ts";

connectAccountEvents();

const PICTURE = "https://pictures.test/ann.png";
const MINUTE_MS = 60_000;

async function rename({ token }: Person, name: string): Promise<void> {
  const answer = await authApi().post("/update-user", { name }, { authorization: `Bearer ${token}` });
  expect(answer).toMatchObject({ status: 200 });
}

/** Changes the profile without its trips, as a process does that is interrupted after it has written the profile. */
async function changeQuietly({ userId }: Person, change: { name?: string; image?: string }): Promise<void> {
  const { name = null, image = null } = change;
  const text = "update users set name = coalesce($2, name), image = coalesce($3, image) where id = $1";
  await freshDatabase().pool.query(text, [userId, name, image]);
}

function later(ms: number): Date {
  return new Date(Date.now() + ms);
}

function notes() {
  return freshDatabase().drizzle.select().from(profileChanges);
}

test("a new name is in every trip, in order and once", async () => {
  const [ann, bob] = [await newPerson(), await newPerson()];
  const own = await newTrip(ann);
  const shared = await newTrip(bob);
  const { token } = await newInvite(bob, shared.id);
  await send(invitesApi.accept, { params: { token }, token: ann.token });
  const before = await memberIn(bob, shared.id, ann);
  const seqs = [(await readTrip(ann, own.id)).seq, (await readTrip(bob, shared.id)).seq] as const;

  await rename(ann, "  Ann-Marie ");
  const after = await memberIn(bob, shared.id, ann);
  expect(after).toEqual({ ...before, name: "Ann-Marie", version: 2, updatedAt: expect.any(String) });
  for (const [trip, seq] of [
    [own, seqs[0]],
    [shared, seqs[1]],
  ] as const) {
    const member = await memberIn(ann, trip.id, ann);
    const frame = { actorId: ann.userId, via: "system" };
    expect(await lastGroup(ann, trip.id, seq)).toMatchObject([
      { ...frame, op: "member.updated", entity: member, changes: { name: [ann.name, "Ann-Marie"] } },
      { ...frame, op: "members.invalidated", entityId: trip.id, entity: { id: trip.id } },
    ]);
  }
  expect(await notes()).toEqual([]);
});

test("what is no change, or none that trips show, writes nothing", async () => {
  const ann = await newPerson({ image: PICTURE });
  const trip = await newTrip(ann);
  const { internalAdapter } = await auth().$context;
  await internalAdapter.updateUser(ann.userId, { name: ann.name, image: PICTURE });
  await internalAdapter.updateUser(ann.userId, { defaultCurrency: "CHF", emailVerified: true });
  await awaitDeferredWork();
  expect((await readTrip(ann, trip.id)).seq).toBe(trip.seq);
  expect(await notes()).toEqual([]);
});

test("a new picture comes along, whoever writes it", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const { internalAdapter } = await auth().$context;
  await internalAdapter.updateUser(ann.userId, { image: PICTURE });
  await awaitDeferredWork();
  expect(await memberIn(ann, trip.id, ann)).toMatchObject({ image: PICTURE, name: ann.name });
  expect(await lastGroup(ann, trip.id, trip.seq)).toMatchObject([
    { op: "member.updated", changes: { image: [null, PICTURE] } },
    { op: "members.invalidated" },
  ]);
});

test("archived and deleted trips are no exception", async () => {
  const ann = await newPerson();
  const [archived, deleted] = [await newTrip(ann), await newTrip(ann)];
  await send(tripsApi.archive, { params: { tripId: archived.id }, token: ann.token });
  await send(tripsApi.delete, { params: { tripId: deleted.id }, token: ann.token });
  await rename(ann, "Annie");
  for (const { id } of [archived, deleted]) {
    expect(await memberIn(ann, id, ann)).toMatchObject({ name: "Annie" });
  }
});

test("a trip that one has left keeps the name it knew, and no picture that may be gone", async () => {
  const bob = await newPerson();
  const trip = await newTrip(bob);
  const ann = await newPerson({ image: PICTURE });
  const { token } = await newInvite(bob, trip.id);
  await send(invitesApi.accept, { params: { token }, token: ann.token });
  await send(tripsApi.leave, { params: { tripId: trip.id }, token: ann.token });
  const left = await memberIn(bob, trip.id, ann);
  expect(left).toMatchObject({ name: ann.name, image: PICTURE, leftAt: expect.any(String) });
  await rename(ann, "Annie");
  expect(await memberIn(bob, trip.id, ann)).toEqual(left);

  await changeQuietly(ann, { image: "https://pictures.test/new.png" });
  await projectProfileToTrips(freshDatabase(), ann.userId);
  const image = avatarImage(ann.userId);
  expect(await memberIn(bob, trip.id, ann)).toMatchObject({ name: ann.name, image, leftAt: left?.leftAt });
  // After the member is back in the trip, the row shows the current profile.
  expectWritten(await send(invitesApi.accept, { params: { token }, token: ann.token }));
  expect(await memberIn(bob, trip.id, ann)).toMatchObject({
    name: "Annie",
    image: "https://pictures.test/new.png",
  });
});

test("a crash between the profile and the trips loses nothing: the tick tells them, once they are due", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  await changeQuietly(ann, { name: "Annie" });
  await runTick();
  expect(await memberIn(ann, trip.id, ann)).toMatchObject({ name: ann.name });
  await Promise.all([runTick(later(MINUTE_MS)), runTick(later(MINUTE_MS))]);
  expect(await memberIn(ann, trip.id, ann)).toMatchObject({ name: "Annie" });
  expect(await lastGroup(ann, trip.id, trip.seq)).toHaveLength(2);
  expect(await notes()).toEqual([]);
});

test("what fails keeps its note, is leased out meanwhile, and does not hold up the others", async () => {
  const [ann, bob] = [await newPerson(), await newPerson()];
  const [bad, good] = [await newTrip(ann), await newTrip(bob)];
  const { pool } = freshDatabase();
  await pool.query(`create function fail() returns trigger language plpgsql as $$ begin raise 'full disk'; end $$;
    create trigger fail before update on trip_members for each row when (old.trip_id = '${bad.id}') execute function fail()`);
  await changeQuietly(ann, { name: "Annie" });
  await changeQuietly(bob, { name: "Bobby" });
  await runTick(later(MINUTE_MS));
  expect(await memberIn(bob, good.id, bob)).toMatchObject({ name: "Bobby" });
  expect(await memberIn(ann, bad.id, ann)).toMatchObject({ name: ann.name });
  expect((await notes()).map(({ userId }) => userId)).toEqual([ann.userId]);
  await pool.query("drop trigger fail on trip_members; drop function fail()");
  await runTick(later(MINUTE_MS + 10_000));
  expect(await memberIn(ann, bad.id, ann)).toMatchObject({ name: ann.name });
  await runTick(later(3 * MINUTE_MS));
  expect(await memberIn(ann, bad.id, ann)).toMatchObject({ name: "Annie" });
});

test("many changes at once end in the last one everywhere", async () => {
  const ann = await newPerson();
  const trips = await Promise.all([newTrip(ann), newTrip(ann), newTrip(ann)]);
  const change = async (n: number) => {
    await changeQuietly(ann, { name: `Ann ${n}` });
    await projectProfileToTrips(freshDatabase(), ann.userId);
  };
  await Promise.all(Array.from({ length: 12 }, (_, n) => change(n)));
  const { rows } = await freshDatabase().pool.query("select name from users where id = $1", [ann.userId]);
  for (const trip of trips) {
    expect(await memberIn(ann, trip.id, ann)).toMatchObject(rows[0]);
    const told = (await historyAfter(ann, trip.id, trip.seq)).map(({ op }) => op);
    expect(told.filter((op) => op === "member.updated")).toHaveLength(told.length / 2);
  }
  expect(await notes()).toEqual([]);
});

test("a change that comes when half of the trips are told is told to all of them", async () => {
  const ann = await newPerson();
  const trips = [await newTrip(ann), await newTrip(ann)] as const;
  const lock = await lockTripRow(trips[1].id);
  await changeQuietly(ann, { name: "Annie" });
  const telling = projectProfileToTrips(freshDatabase(), ann.userId);
  await lock.untilWaiting(1);
  expect(await memberIn(ann, trips[0].id, ann)).toMatchObject({ name: "Annie" });
  await changeQuietly(ann, { name: "Anna" });
  await lock.release();
  await telling;
  for (const { id } of trips) expect(await memberIn(ann, id, ann)).toMatchObject({ name: "Anna" });
  expect(await notes()).toEqual([]);
});

test("who joins with an old profile in hand comes with today's", async () => {
  const [ann, bob] = [await newPerson(), await newPerson()];
  const trip = await newTrip(bob);
  const { token } = await newInvite(bob, trip.id);
  const lock = await lockTripRow(trip.id);
  // The request has read the session before the change of the name; only the join waits for the lock.
  const joining = send(invitesApi.accept, { params: { token }, token: ann.token });
  await lock.untilWaiting(1);
  await rename(ann, "Annie");
  await lock.release();
  expectWritten(await joining);
  expect(await memberIn(bob, trip.id, ann)).toMatchObject({ name: "Annie" });
});

test("a change that meets a join under way finds the member", async () => {
  const [ann, bob] = [await newPerson(), await newPerson()];
  const trip = await newTrip(bob);
  const { token } = await newInvite(bob, trip.id);
  const key = uuidv7();
  const release = await lockIdempotencyKey(ann.userId, key);
  const headers = { "idempotency-key": key };
  // The member's row is written, but its transaction has not committed.
  const joining = send(invitesApi.accept, { params: { token }, token: ann.token, headers });
  await waitForLockedStatements(1);
  const telling = changeQuietly(ann, { name: "Annie" }).then(() =>
    projectProfileToTrips(freshDatabase(), ann.userId),
  );
  await Promise.race([waitForLockedStatements(2), telling]);
  await release();
  expectWritten(await joining);
  await telling;
  expect(await memberIn(bob, trip.id, ann)).toMatchObject({ name: "Annie" });
});

test("a change of name is nothing that undo takes back", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  await rename(ann, "Annie");
  for (const seq of [trip.seq + 1, trip.seq + 2]) {
    const sent = await send(eventsApi.undo, {
      params: { tripId: trip.id, seq: String(seq) },
      token: ann.token,
    });
    expectRefused(sent, 409, "NOT_UNDOABLE", "This kind of change has its own way back, not undo.");
  }
});

test("a trip that is purged meanwhile is passed over", async () => {
  const ann = await newPerson();
  const [gone, kept] = [await newTrip(ann), await newTrip(ann)];
  await changeQuietly(ann, { name: "Annie" });
  const lock = await lockTripRow(gone.id);
  const purging = freshDatabase().pool.query("delete from trips where id = $1", [gone.id]);
  await lock.untilWaiting(1);
  const telling = projectProfileToTrips(freshDatabase(), ann.userId);
  await lock.untilWaiting(2);
  await lock.release();
  await Promise.all([telling, purging]);
  expect(await memberIn(ann, kept.id, ann)).toMatchObject({ name: "Annie" });
});

test("roles change as before: the note is about profiles only", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const bob = await newMember(ann, trip, "viewer");
  const params = { tripId: trip.id, userId: bob.userId };
  expectWritten(await send(membersApi.update, { params, token: ann.token, body: { role: "editor" } }));
  expect(await notes()).toEqual([]);
  expect(await freshDatabase().drizzle.select().from(accountDeletions)).toEqual([]);
});
