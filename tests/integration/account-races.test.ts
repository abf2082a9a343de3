// @alone @long: looks at whole tables; requests about one account at the same time
import { afterEach, describe, expect, test } from "vitest";
import { leaveTrips } from "#lib/server/account/leave-trips.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { provisionUser } from "#lib/server/account/provisioning.ts";
import { runTick } from "#lib/server/realtime/tick.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { lastGroup, newInvite, newMember, newTrip, readTrip } from "#tests/factories/trips.ts";
import { brokenTrips, tablesWith } from "#tests/helpers/account-rows.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectAbsent } from "#tests/helpers/refusals.ts";
import { lockTripRow } from "#tests/helpers/trip-lock.ts";
import { acceptInvite, memberIn, removeAccount, deleteAccountAndWait } from "#tests/helpers/account-steps.ts";

afterEach(async () => {
  await awaitDeferredWork();
  expect(await brokenTrips()).toEqual([]);
});

const PICTURE = "https://pictures.test/ann.png";
const MINUTE_MS = 60_000;

/** Runs the tick one minute later, when another process may continue work that was started now. */
function dueTick(): Promise<unknown> {
  return runTick(new Date(Date.now() + 2 * MINUTE_MS));
}

describe("at the same moment", () => {
  test("a handover to someone whose account ends is refused, and the trip keeps its owner", async () => {
    const scene = await newTripFixture();
    const { tripId, owner, editor } = scene;
    const lock = await lockTripRow(tripId);
    const input = { params: { tripId }, token: owner.token, body: { userId: editor.userId } };
    const handover = send(tripsApi.transfer, input);
    await lock.untilWaiting(1);
    expect((await removeAccount(editor)).status).toBe(204);
    await lock.untilWaiting(2);
    await lock.release();
    expect(await handover).toMatchObject({ status: 409, body: { code: "NEEDS_ACCOUNT" } });
    await awaitDeferredWork();
    expect((await readTrip(owner, tripId)).role).toBe("owner");
    expect(await memberIn(owner, tripId, editor)).toMatchObject({
      role: "editor",
      leftAt: expect.any(String),
    });
  });

  test("a handover that comes later finds that they have left", async () => {
    const { tripId, owner, editor } = await newTripFixture();
    const lock = await lockTripRow(tripId);
    expect((await removeAccount(editor)).status).toBe(204);
    await lock.untilWaiting(1);
    const input = { params: { tripId }, token: owner.token, body: { userId: editor.userId } };
    const handover = send(tripsApi.transfer, input);
    await lock.untilWaiting(2);
    await lock.release();
    expectAbsent(await handover, "member");
  });

  test("an invite that is accepted makes an heir, or leads nowhere any more", async () => {
    for (const first of ["join", "deletion"] as const) {
      const [ann, bob] = [await newPerson(), await newPerson()];
      const trip = await newTrip(ann);
      const { token } = await newInvite(ann, trip.id);
      const lock = await lockTripRow(trip.id);
      const steps = { join: () => acceptInvite(bob, token), deletion: () => removeAccount(ann) };
      const order = first === "join" ? (["join", "deletion"] as const) : (["deletion", "join"] as const);
      const running = [];
      for (const [index, step] of order.entries()) {
        running.push(steps[step]());
        await lock.untilWaiting(index + 1);
      }
      await lock.release();
      const statuses = (await Promise.all(running)).map(({ status }) => status);
      await awaitDeferredWork();
      expect(statuses).toEqual(first === "join" ? [200, 204] : [204, 410]);
      expect(await brokenTrips()).toEqual([]);
      if (first === "join") expect((await readTrip(bob, trip.id)).role).toBe("owner");
      else expect(await tablesWith(trip.id)).toEqual({});
    }
  });

  test("nobody joins anything after their account has ended", async () => {
    const [ann, bob] = [await newPerson(), await newPerson()];
    const trip = await newTrip(bob);
    const { token } = await newInvite(bob, trip.id);
    const lock = await lockTripRow(trip.id);
    const joining = acceptInvite(ann, token);
    await lock.untilWaiting(1);
    expect((await removeAccount(ann)).status).toBe(204);
    await awaitDeferredWork();
    await lock.release();
    expect(await joining).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
    expect(await memberIn(bob, trip.id, ann)).toBeUndefined();
    expect((await readTrip(bob, trip.id)).seq).toBe(trip.seq);
    await expect(provisionUser(ann.userId, "en")).resolves.toBeUndefined();
  });

  test("whole groups go, in every order, and no trip ends without an owner", async () => {
    for (let turn = 0; turn < 3; turn++) {
      const ann = await newPerson();
      const trips = [await newTrip(ann), await newTrip(ann), await newTrip(ann)];
      const people = [];
      for (const trip of trips)
        people.push(await newMember(ann, trip, "editor"), await newMember(ann, trip, "viewer"));
      const [heir, ...others] = people;
      const going = [ann, ...others.filter((_, index) => (index + turn) % 2 === 0)];
      const sent = await Promise.all([
        ...going.map((person) => removeAccount(person)),
        send(tripsApi.transfer, {
          params: { tripId: trips[0]?.id ?? "" },
          token: ann.token,
          body: { userId: heir?.userId },
        }),
        send(membersApi.remove, {
          params: { tripId: trips[0]?.id ?? "", userId: heir?.userId ?? "" },
          token: ann.token,
        }),
      ]);
      expect(sent.filter(({ status }) => status >= 500)).toEqual([]);
      await awaitDeferredWork();
      expect(await brokenTrips()).toEqual([]);
    }
  });
});

test.each(["is in", "left long before"])(
  "what breaks off at a trip that one %s is finished by the tick, each trip once",
  async (standing) => {
    const [ann, bob] = [await newPerson({ image: PICTURE }), await newPerson()];
    const own = [await newTrip(ann), await newTrip(ann)];
    const shared = [await newTrip(bob), await newTrip(bob), await newTrip(bob)];
    for (const { id } of shared) await acceptInvite(ann, (await newInvite(bob, id)).token);
    const stuck = shared[1]?.id ?? "";
    if (standing !== "is in") await send(tripsApi.leave, { params: { tripId: stuck }, token: ann.token });
    const seqs = await Promise.all(shared.map(async ({ id }) => (await readTrip(bob, id)).seq));
    const before = await memberIn(bob, stuck, ann);
    const { pool } = freshDatabase();
    await pool.query(`create function fail() returns trigger language plpgsql as $$ begin raise 'full disk'; end $$;
      create trigger fail before update on trip_members for each row when (old.trip_id = '${stuck}') execute function fail()`);
    await deleteAccountAndWait(ann);
    // The deletion has finished all other trips and the account although one trip failed.
    expect(await memberIn(bob, stuck, ann)).toEqual(before);
    for (const { id } of own) expect(await tablesWith(id)).toEqual({});
    const last = await memberIn(bob, shared[2]?.id ?? "", ann);
    expect(last).toMatchObject({ leftAt: expect.any(String) });
    expect((await removeAccount(ann)).status).toBe(401);
    await pool.query("drop trigger fail on trip_members; drop function fail()");
    await runTick();
    expect(await memberIn(bob, stuck, ann)).toEqual(before);
    await Promise.all([dueTick(), dueTick(), dueTick()]);
    for (const [index, { id }] of shared.entries()) {
      const op = id === stuck && standing !== "is in" ? "member.updated" : "member.left";
      expect(await lastGroup(bob, id, seqs[index] ?? 0)).toMatchObject([{ op, actorId: ann.userId }]);
    }
    expect(await tablesWith(PICTURE)).toEqual({});
  },
);

test("two that do it at once leave each trip once", async () => {
  const [ann, bob] = [await newPerson(), await newPerson()];
  const [own, shared] = [await newTrip(ann), await newTrip(bob)];
  await acceptInvite(ann, (await newInvite(bob, shared.id)).token);
  const { seq } = await readTrip(bob, shared.id);
  const locks = [await lockTripRow(own.id), await lockTripRow(shared.id)] as const;
  expect((await removeAccount(ann)).status).toBe(204);
  const again = leaveTrips(freshDatabase(), { userId: ann.userId, image: null });
  await locks[0].untilWaiting(2);
  for (const lock of locks) await lock.release();
  await again;
  await awaitDeferredWork();
  expect(await lastGroup(bob, shared.id, seq)).toMatchObject([{ op: "member.left" }]);
  expect(await tablesWith(own.id)).toEqual({});
});

test("what dies before any trip was left is finished by the tick", async () => {
  const [ann, bob] = [await newPerson(), await newPerson()];
  const [own, shared] = [await newTrip(ann), await newTrip(bob)];
  await acceptInvite(ann, (await newInvite(bob, shared.id)).token);
  // The statement leaves the database as a process does that dies right after the first transaction of a deletion.
  await freshDatabase().pool.query(
    "with gone as (delete from users where id = $1 returning id) insert into account_deletions (user_id, due_at) select id, now() from gone",
    [ann.userId],
  );
  await runTick(new Date(Date.now() + 1000));
  expect(await tablesWith(own.id)).toEqual({});
  expect(await memberIn(bob, shared.id, ann)).toMatchObject({ leftAt: expect.any(String), name: ann.name });
});
