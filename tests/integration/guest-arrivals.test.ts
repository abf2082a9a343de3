import { afterEach, describe, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { connectAccountEvents } from "#lib/server/account/account-events.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { enterAsGuest } from "#tests/factories/guests.ts";
import { newPerson } from "#tests/factories/people.ts";
import { lastGroup, newInvite, newPlaceholder, newTrip, readTrip } from "#tests/factories/trips.ts";
import { authApi, ORIGIN, refusedWith, sessionOf } from "#tests/helpers/auth-api.ts";
import { send } from "#tests/helpers/handlers.ts";
import { useMailbox } from "#tests/helpers/mailbox.ts";
import { expectRefused } from "#tests/helpers/refusals.ts";
import { uniqueAddress } from "#tests/helpers/unique.ts";

connectAccountEvents();
useMailbox();
afterEach(awaitDeferredWork);

const PATH = "/sign-in/anonymous";
const NOBODYS_TOKEN = "A".repeat(32);
const ONE_TRIP = "A guest is in one trip only. Sign up to join this one.";

async function guestRows(): Promise<{ users: number; sessions: number }> {
  const text = `select (select count(*)::int from users where is_anonymous) as users, (select count(*)::int from sessions) as sessions`;
  const { rows } = await freshDatabase().pool.query<{ users: number; sessions: number }>(text);
  return rows[0] ?? { users: -1, sessions: -1 };
}

describe("coming in as a guest", () => {
  test("is refused without a working invite and a name, and then makes nothing", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const { token: inviteToken } = await newInvite(ann, trip.id);
    const personal = await newInvite(ann, trip.id, { email: "bob@people.test" });
    const revoked = await newInvite(ann, trip.id);
    await send(invitesApi.revoke, { params: { tripId: trip.id, inviteId: revoked.id }, token: ann.token });
    const before = await guestRows();
    const says =
      "Guests come by an invite: open its link, and send its token as `inviteToken` with your `name`.";
    for (const body of [undefined, {}, { name: "Gil" }, { inviteToken }]) {
      expect(await authApi().post(PATH, body)).toEqual(refusedWith(400, "INVITE_NEEDED", says));
    }
    expect(await authApi().post(PATH, { inviteToken, name: " " })).toEqual(refusedWith(400, "INVALID_NAME"));
    expect(await authApi().post(PATH, { inviteToken: 5, name: "Gil" })).toMatchObject({ status: 400 });
    for (const token of [NOBODYS_TOKEN, "short", revoked.token]) {
      expect(await authApi().post(PATH, { inviteToken: token, name: "Gil" })).toEqual(
        refusedWith(410, "INVITE_GONE", "This invite no longer works. Ask for a new link."),
      );
    }
    expect(await authApi().post(PATH, { inviteToken: personal.token, name: "Gil" })).toEqual(
      refusedWith(
        403,
        "INVITE_OTHER_ADDRESS",
        "This invite is for one e-mail address. Sign up or sign in with it.",
      ),
    );
    await send(tripsApi.archive, { params: { tripId: trip.id }, token: ann.token });
    expect(await authApi().post(PATH, { inviteToken, name: "Gil" })).toEqual(refusedWith(409, "ARCHIVED"));
    expect(await guestRows()).toEqual(before);
    expect((await readTrip(ann, trip.id)).members).toHaveLength(1);
  });

  test("makes a session, and a member with the role of a guest whatever the invite gives", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const { token: inviteToken } = await newInvite(ann, trip.id, { role: "editor", maxUses: 1 });
    const { seq } = await readTrip(ann, trip.id);
    const answer = await authApi().post(PATH, { inviteToken, name: "  Gil  " });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        token: expect.any(String),
        tripId: trip.id,
        user: {
          name: "Gil",
          isAnonymous: true,
          emailVerified: false,
          image: expect.stringMatching(/^data:/),
        },
      },
    });
    const { user, token } = answer.body as { user: { id: string; email: string }; token: string };
    expect(user.email).toMatch(/@guest\.invalid$/);
    expect(sessionOf(answer)).toMatchObject({ token, cookie: expect.stringMatching(/session_token=/) });
    const [joined] = await lastGroup(ann, trip.id, seq);
    expect(joined).toMatchObject({
      op: "member.joined",
      actorId: user.id,
      via: "user",
      entity: { userId: user.id, name: "Gil", role: "guest", leftAt: null },
    });
    const own = await readTrip({ ...ann, token }, trip.id);
    expect(own).toMatchObject({ id: trip.id, role: "guest" });
    // The guest's entry has used the invite up, so it lets nobody else in.
    expect(await authApi().post(PATH, { inviteToken, name: "Gil" })).toEqual(refusedWith(410, "INVITE_GONE"));
    const { rows } = await freshDatabase().pool.query(
      "select 1 from trip_members m join trips t on t.id = m.trip_id where m.user_id = $1 and t.is_sample",
      [user.id],
    );
    expect(rows, "a sample trip").toEqual([]);
  });

  test("twenty times at once by a link for one lets one in", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const { token: inviteToken } = await newInvite(ann, trip.id, { maxUses: 1 });
    const before = await guestRows();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => authApi().post(PATH, { inviteToken, name: `Gil ${index}` })),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 410)]);
    expect(await guestRows()).toEqual({ users: before.users + 1, sessions: before.sessions + 1 });
    expect((await readTrip(ann, trip.id)).members).toHaveLength(2);
  });
});

describe("coming in once more", () => {
  test("repeated under its key answers with the same guest, also when the link is used up", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const { token: inviteToken } = await newInvite(ann, trip.id, { maxUses: 1 });
    const key = { "idempotency-key": uuidv7() };
    const answers = await Promise.all(
      [1, 2, 3].map(() => authApi().post(PATH, { inviteToken, name: "Gil" }, key)),
    );
    const [first] = answers.map(({ body }) => body as { token: string; user: { id: string } });
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { user: first?.user } });
    expect((await readTrip(ann, trip.id)).members).toHaveLength(2);
    const other = { "idempotency-key": uuidv7() };
    expect(await authApi().post(PATH, { inviteToken, name: "Gil" }, other)).toMatchObject({ status: 410 });
    await freshDatabase().pool.query(
      "update users set created_at = now() - interval '11 minutes' where id = $1",
      [first?.user.id],
    );
    expect(await authApi().post(PATH, { inviteToken, name: "Gil" }, key)).toMatchObject({ status: 410 });
  });

  test("is limited by address, and by link from wherever", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const { token: inviteToken } = await newInvite(ann, trip.id, { maxUses: 1 });
    const one = authApi(undefined, uniqueAddress());
    for (let turn = 0; turn < 20; turn++) await one.post(PATH, { inviteToken, name: "" });
    expect(await one.post(PATH, { inviteToken, name: "Gil" })).toMatchObject({
      status: 429,
      body: { code: "RATE_LIMITED" },
    });
    const token = `${uuidv7()}${uuidv7()}`.slice(0, 64);
    for (let turn = 0; turn < 300; turn++) await authApi().post(PATH, { inviteToken: token, name: "Gil" });
    expect(await authApi().post(PATH, { inviteToken: token, name: "Gil" })).toMatchObject({ status: 429 });
    expect(await authApi().post(PATH, { inviteToken, name: "Gil" })).toMatchObject({ status: 200 });
  });

  test("takes a placeholder's place by an invite for it", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const grandma = await newPlaceholder(ann, trip.id, "Grandma");
    const { token } = await newInvite(ann, trip.id, { memberId: grandma.id });
    const guest = await enterAsGuest(token, "Oma");
    const members = (await readTrip(ann, trip.id)).members;
    expect(members).toHaveLength(2);
    expect(members).toContainEqual(
      expect.objectContaining({ id: grandma.id, userId: guest.userId, name: "Oma", role: "guest" }),
    );
  });

  test("needs nobody who is signed in, and no guest of another trip", async () => {
    const ann = await newPerson();
    const [trip, other] = await Promise.all([newTrip(ann), newTrip(ann)]);
    const [here, there] = await Promise.all([newInvite(ann, trip.id), newInvite(ann, other.id)]);
    const bearer = { authorization: `Bearer ${ann.token}` };
    const body = { inviteToken: here.token, name: "Ann" };
    expect(await authApi().post(PATH, body, bearer)).toEqual(refusedWith(400, "ALREADY_SIGNED_IN"));
    const guest = await enterAsGuest(here.token);
    const own = { cookie: guest.cookie, origin: ORIGIN };
    for (const inviteToken of [here.token, there.token]) {
      const again = await authApi().post(PATH, { inviteToken, name: "Gil" }, own);
      expect(again).toEqual(refusedWith(403, "GUEST_LIMITED", ONE_TRIP));
    }
    const sent = await send(invitesApi.accept, { params: { token: there.token }, token: guest.token });
    expectRefused(sent, 403, "GUEST_LIMITED", ONE_TRIP);
    // The invite to the guest's own trip is accepted and changes nothing.
    const accepted = await send(invitesApi.accept, { params: { token: here.token }, token: guest.token });
    expect(accepted).toMatchObject({ status: 200, body: { tripId: trip.id, role: "guest" } });
    // After leaving, the guest can enter another trip.
    await send(tripsApi.leave, { params: { tripId: trip.id }, token: guest.token });
    expect(await authApi().post(PATH, { inviteToken: there.token, name: "Gil" }, own)).toMatchObject({
      status: 200,
      body: { tripId: other.id },
    });
  });
});
