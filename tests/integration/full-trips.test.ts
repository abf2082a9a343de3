import { v7 as uuidv7 } from "uuid";
import { afterEach, expect, test } from "vitest";
import { connectAccountEvents } from "#lib/server/account/account-events.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { enterAsGuest } from "#tests/factories/guests.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newInvite, newMember, newPlaceholder, newTrip, readTrip } from "#tests/factories/trips.ts";
import { authApi, refusedWith } from "#tests/helpers/auth-api.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { useMailbox } from "#tests/helpers/mailbox.ts";
import { expectRefused, expectWritten } from "#tests/helpers/refusals.ts";

/* However many people use one link, a trip never gets more members than its limit. */

connectAccountEvents();
useMailbox();
afterEach(awaitDeferredWork);

const MOST = 200;
const FULL = "This trip is full: at most 200 people can be in one.";

/** Inserts members who came by a link and are present, or who have left. */
async function crowd(tripId: string, count: number, role: string, leftAt: Date | null = null): Promise<void> {
  const { pool } = freshDatabase();
  const ids = Array.from({ length: count }, () => uuidv7());
  await pool.query(
    "insert into users (id, name, email) select u.id, 'Person', u.id || '@people.test' from unnest($1::uuid[]) u(id)",
    [ids],
  );
  await pool.query(
    `insert into trip_members (id, trip_id, user_id, name, role, left_at)
     select gen_random_uuid(), $1, u.id, 'Person', $3, $4 from unnest($2::uuid[]) u(id)`,
    [tripId, ids, role, leftAt],
  );
}

function accept(person: Person, token: string): Promise<RawAnswer> {
  return send(invitesApi.accept, { params: { token }, token: person.token });
}

async function present(owner: Person, tripId: string): Promise<number> {
  const { members } = await readTrip(owner, tripId);
  return members.filter(({ userId, leftAt }) => userId !== null && leftAt === null).length;
}

test("of many who come at once, accounts and guests, only as many get in as there is room for", async () => {
  const owner = await newPerson();
  const { id: tripId } = await newTrip(owner);
  const { token } = await newInvite(owner, tripId);
  await newPlaceholder(owner, tripId);
  await crowd(tripId, 50, "viewer", new Date());
  await crowd(tripId, MOST - 4, "viewer");
  const people = await Promise.all(Array.from({ length: 5 }, () => newPerson()));
  const sent = await Promise.all([
    ...people.map((person) => accept(person, token)),
    ...["Gil", "Gus", "Gia"].map((name) =>
      authApi().post("/sign-in/anonymous", { inviteToken: token, name }),
    ),
  ]);
  expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 200, 200, 422, 422, 422, 422, 422,
  ]);
  expect(await present(owner, tripId)).toBe(MOST);
  expectRefused(await accept(await newPerson(), token), 422, "LIMIT_REACHED", FULL);
  const guest = await authApi().post("/sign-in/anonymous", { inviteToken: token, name: "Gil" });
  expect(guest).toEqual(refusedWith(422, "LIMIT_REACHED", FULL));
});

test("who is in a full trip gets another role, and who leaves makes room", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  const viewer = await newMember(owner, trip, "viewer");
  const away = await newMember(owner, trip, "viewer");
  await send(tripsApi.leave, { params: { tripId: trip.id }, token: away.token });
  const [first] = await Promise.all([
    newInvite(owner, trip.id, { role: "editor" }),
    crowd(trip.id, MOST - 2, "viewer"),
  ]);
  expect(await accept(viewer, first.token)).toMatchObject({ status: 200, body: { role: "editor" } });
  expectRefused(await accept(away, first.token), 422, "LIMIT_REACHED", FULL);
  // An invite for a placeholder counts against the limit like any other.
  const { id: memberId } = await newPlaceholder(owner, trip.id);
  const place = await newInvite(owner, trip.id, { memberId });
  expectRefused(await accept(await newPerson(), place.token), 422, "LIMIT_REACHED", FULL);
  const params = { tripId: trip.id, userId: viewer.userId };
  expectWritten(await send(membersApi.remove, { params, token: owner.token }), 204);
  expectWritten(await accept(away, first.token));
});

test("guests who come and go without end are refused in the end, and accounts are not", async () => {
  const owner = await newPerson();
  const { id: tripId } = await newTrip(owner);
  const { token } = await newInvite(owner, tripId);
  await crowd(tripId, 599, "guest", new Date());
  await enterAsGuest(token);
  const refused = await authApi().post("/sign-in/anonymous", { inviteToken: token, name: "Gil" });
  const message = "Too many guests have come to this trip. Sign up to join it.";
  expect(refused).toEqual(refusedWith(422, "LIMIT_REACHED", message));
  expectWritten(await accept(await newPerson(), token));
});
