// @alone: looks at whole tables
import { afterEach, describe, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { connectAccountEvents } from "#lib/server/account/account-events.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { runTick } from "#lib/server/realtime/tick.ts";
import { accountApi } from "#lib/shared/api/account.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { realtimeApi } from "#lib/shared/api/realtime.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { DEMO_TRIP_ID } from "#lib/shared/trips.ts";
import { enterAsGuest } from "#tests/factories/guests.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { lastGroup, newInvite, newStop, newTrip, patchTrip, readTrip } from "#tests/factories/trips.ts";
import { authApi, refusedWith } from "#tests/helpers/auth-api.ts";
import { send } from "#tests/helpers/handlers.ts";
import { useMailbox } from "#tests/helpers/mailbox.ts";
import { expectAbsent, expectRefused } from "#tests/helpers/refusals.ts";
import { uniqueEmail } from "#tests/helpers/unique.ts";

connectAccountEvents();
useMailbox();
afterEach(awaitDeferredWork);

const LIMITED = "Guests read, vote and comment in one trip. Sign up to do this.";

async function revoke(token: string): Promise<void> {
  await freshDatabase().pool.query("delete from sessions where token = $1", [token]);
}

describe("a guest", () => {
  test("reads, votes and comments in the trip, and is refused elsewhere", async () => {
    const scene = await newTripFixture();
    const { tripId, owner, stop } = scene;
    const guest = await enterAsGuest((await newInvite(owner, tripId)).token);
    const by = { token: guest.token };
    const vote = { params: { tripId, stopId: stop.id }, body: { value: 1 }, ...by };
    expect((await send(stopsApi.vote, vote)).status).toBe(200);
    const body = { target: { kind: "trip", id: tripId }, body: "Nice." };
    expect((await send(commentsApi.create, { params: { tripId }, body, ...by })).status).toBe(201);
    expect((await send(realtimeApi.ticket, { params: { tripId }, ...by })).status).toBe(200);
    expectRefused(await send(tripsApi.list, by), 403, "GUEST_LIMITED", LIMITED);
    expectRefused(
      await send(tripsApi.create, { ...by, body: { title: "Mine" } }),
      403,
      "GUEST_LIMITED",
      LIMITED,
    );
    expectRefused(await send(accountApi.export, by), 403, "GUEST_LIMITED", LIMITED);
    for (const demo of [DEMO_TRIP_ID, DEMO_TRIP_ID.toUpperCase()]) {
      expectAbsent(await send(tripsApi.get, { params: { tripId: demo }, ...by }), "trip");
      expectAbsent(await send(realtimeApi.ticket, { params: { tripId: demo }, ...by }), "trip");
    }
    const other = await newTrip(owner);
    expectAbsent(await send(tripsApi.get, { params: { tripId: other.id }, ...by }), "trip");
  });

  test("has no account to change, but a name", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const guest = await enterAsGuest((await newInvite(ann, trip.id)).token);
    const bearer = { authorization: `Bearer ${guest.token}` };
    const newEmail = uniqueEmail();
    for (const [path, body] of [
      ["/email-otp/request-email-change", { newEmail }],
      ["/email-otp/change-email", { newEmail, otp: "123456" }],
      ["/change-email", { newEmail }],
      ["/change-password", { currentPassword: "12345678", newPassword: "12345678" }],
      ["/two-factor/enable", {}],
      ["/two-factor/disable", {}],
      ["/two-factor/generate-backup-codes", {}],
      ["/unlink-account", { accountId: uuidv7() }],
    ] as const) {
      const answer = await authApi().post(path, body, bearer);
      expect(answer, path).toEqual(
        refusedWith(403, "GUEST_LIMITED", "Sign up first: a guest has no account to change."),
      );
    }
    expect(await authApi().post("/update-user", { name: "Gilbert" }, bearer)).toMatchObject({ status: 200 });
    await awaitDeferredWork();
    const member = (await readTrip(ann, trip.id)).members.find(({ userId }) => userId === guest.userId);
    expect(member).toMatchObject({ name: "Gilbert" });
  });

  test("gets no other role, and no trip, without an account", async () => {
    const { owner, tripId, anonymousGuest, guest } = await newTripFixture();
    const { members } = await readTrip(owner, tripId);
    const accountOf = (id: string) => members.find(({ userId }) => userId === id)?.hasAccount;
    expect([anonymousGuest, guest, owner].map(({ userId }) => accountOf(userId))).toEqual([
      false,
      true,
      true,
    ]);
    const params = { tripId, userId: anonymousGuest.userId };
    for (const role of ["viewer", "editor"]) {
      const sent = await send(membersApi.update, { params, token: owner.token, body: { role } });
      const message = "Only someone with an account can have another role. Guests sign up first.";
      expectRefused(sent, 409, "NEEDS_ACCOUNT", message);
    }
    const body = { userId: anonymousGuest.userId };
    expectRefused(
      await send(tripsApi.transfer, { params: { tripId }, token: owner.token, body }),
      409,
      "NEEDS_ACCOUNT",
      "Only someone with an account can own a trip. Guests sign up first.",
    );
    // A person with an account and the role guest can get any role.
    const withAccount = { tripId, userId: guest.userId };
    for (const role of ["editor", "guest"]) {
      const sent = await send(membersApi.update, { params: withAccount, token: owner.token, body: { role } });
      expect(sent).toMatchObject({ status: 200, body: { role } });
    }
  });
});

describe("the end of a guest", () => {
  test("ends with the session, and leaves a name behind", async () => {
    const { owner, tripId, stop } = await newTripFixture();
    const guest = await enterAsGuest((await newInvite(owner, tripId)).token, "Gil");
    const vote = { params: { tripId, stopId: stop.id }, token: guest.token, body: { value: 1 } };
    await send(stopsApi.vote, vote);
    await revoke(guest.token);
    expect((await send(tripsApi.get, { params: { tripId }, token: guest.token })).status).toBe(401);
    await tickMuchLater();
    const member = (await readTrip(owner, tripId)).members.find(({ userId }) => userId === guest.userId);
    expect(member).toMatchObject({ name: "Gil", role: "guest", leftAt: expect.any(String) });
    const { rows } = await freshDatabase().pool.query("select 1 from users where id = $1", [guest.userId]);
    expect(rows).toEqual([]);
  });

  test("ends when removed, while those who are in a trip stay", async () => {
    const { owner, tripId, anonymousGuest } = await newTripFixture();
    const stays = await enterAsGuest((await newInvite(owner, tripId)).token);
    const params = { tripId, userId: anonymousGuest.userId };
    expect((await send(membersApi.remove, { params, token: owner.token })).status).toBe(204);
    expect((await send(tripsApi.get, { params: { tripId }, token: anonymousGuest.token })).status).toBe(404);
    await tickMuchLater();
    const left = await freshDatabase().pool.query<{ id: string }>("select id from users where id = any($1)", [
      [anonymousGuest.userId, stays.userId],
    ]);
    expect(left.rows).toEqual([{ id: stays.userId }]);
  });

  test("may end it themselves", async () => {
    const { owner, tripId, anonymousGuest } = await newTripFixture();
    const { seq } = await readTrip(owner, tripId);
    await freshDatabase().pool.query(
      "update sessions set created_at = now() - interval '1 day' where token = $1",
      [anonymousGuest.token],
    );
    const sent = await send(accountApi.delete, { token: anonymousGuest.token, body: {} });
    expect(sent.status).toBe(204);
    await awaitDeferredWork();
    expect((await lastGroup(owner, tripId, seq)).map(({ op }) => op)).toEqual(["member.left"]);
  });

  test("never makes anything of the plan", async () => {
    const {
      owner,
      tripId,
      trip,
      anonymousGuest: { token },
    } = await newTripFixture();
    const stop = await newStop(owner, trip);
    await patchTrip(owner, tripId, { title: "Nara" });
    const refused = [
      await send(stopsApi.delete, { params: { tripId, stopId: stop.id }, token }),
      await send(invitesApi.list, { params: { tripId }, token }),
      await send(membersApi.addPlaceholder, { params: { tripId }, token, body: { name: "Bob" } }),
    ];
    for (const sent of refused) expect(sent).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
  });
});

let hours = 1;

/** Runs the tick so late that all jobs that run every minute are due. */
async function tickMuchLater(): Promise<void> {
  hours += 1;
  await runTick(new Date(Date.now() + hours * 60_000));
  await runTick(new Date(Date.now() + hours * 60_000 + 1));
  await awaitDeferredWork();
}
