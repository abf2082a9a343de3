import { v7 as uuidv7 } from "uuid";
import { describe, expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { usersApi } from "#lib/shared/api/users.ts";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import type { CreatedInvite } from "#lib/shared/invites.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { historyAfter, newStop, newTrip, readTrip } from "#tests/factories/trips.ts";
import { send, type SendInput, type RawAnswer } from "#tests/helpers/handlers.ts";
import { expectInvalid, expectRefused, expectWritten } from "#tests/helpers/refusals.ts";

const TIMES = 20;

function expectIdTaken(sent: RawAnswer): void {
  expectRefused(sent, 409, "ID_TAKEN", "This id is in use. Send a new UUID of version 7.");
}

function expectKeyReused(sent: RawAnswer): void {
  const message = "This Idempotency-Key was used for another request. Use a new one.";
  expectRefused(sent, 409, "KEY_REUSED", message);
}

function keyed(input: SendInput, key: string): SendInput {
  return { ...input, headers: { ...input.headers, "idempotency-key": key } };
}

/** Sends the same request many times at once. */
function atOnce(endpoint: Endpoint, input: SendInput): Promise<RawAnswer[]> {
  return Promise.all(Array.from({ length: TIMES }, () => send(endpoint, input)));
}

function expectSame(answers: RawAnswer[]): void {
  expect(new Set(answers.map(({ text }) => JSON.stringify(sorted(JSON.parse(text))))).size).toBe(1);
}

/** Sorts keys, because PostgreSQL's JSON and ours write the fields in a different order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, field]) => [name, sorted(field)]));
}

/** Returns every endpoint that creates a row, with its input. */
async function creates() {
  const { owner, tripId, stop } = await newTripFixture();
  const params = { tripId };
  const target = { kind: "stop", id: stop.id };
  const make = (endpoint: Endpoint, body: object) => ({
    endpoint,
    owner,
    input: { params, token: owner.token, body },
  });
  return [
    make(tripsApi.create, { title: "Kyoto", startDate: "2027-01-01", endDate: "2027-01-03" }),
    make(stopsApi.create, { name: "Gion", dayId: null }),
    make(commentsApi.create, { target, body: "Hi" }),
    make(invitesApi.create, { role: "viewer" }),
  ] as const;
}

async function countRows(): Promise<Record<string, number>> {
  const { rows } = await freshDatabase().pool.query(
    `select (select count(*) from trips)::int as trips, (select count(*) from stops)::int as stops,
      (select count(*) from comments)::int as comments, (select count(*) from invites)::int as invites,
      (select count(*) from trip_events)::int as events, (select count(*) from days)::int as days`,
  );
  return rows[0];
}

const KINDS = [0, 1, 2, 3];

describe("a create that is repeated", () => {
  test.each(KINDS)("under its own id makes one row and one event (%i)", async (kind) => {
    const { endpoint, input } = (await creates())[kind] ?? (await creates())[0];
    const again = { ...input, body: { id: uuidv7(), ...input.body } };
    const before = await countRows();
    const answers = await atOnce(endpoint, again);
    expectSame(answers);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(TIMES - 1);
    const after = await countRows();
    const made = Object.entries(after).map(([table, count]) => [table, count - (before[table] ?? 0)]);
    const expected = [
      { trips: 1, events: 5, days: 3 },
      { stops: 1, events: 1 },
      { comments: 1, events: 1 },
      { invites: 1 },
    ][kind];
    expect(Object.fromEntries(made.filter(([, count]) => count !== 0))).toEqual(expected);
  });

  test.each(KINDS)("under one key makes one row and gives one answer (%i)", async (kind) => {
    const { endpoint, input } = (await creates())[kind] ?? (await creates())[0];
    const before = await countRows();
    const answers = await atOnce(endpoint, keyed(input, uuidv7()));
    expectSame(answers);
    expect(answers.map(({ status }) => status)).toEqual(Array(TIMES).fill(201));
    expect(new Set(answers.map(({ headers }) => headers.get("x-trip-seq"))).size).toBe(1);
    const after = await countRows();
    const table = ["trips", "stops", "comments", "invites"][kind] ?? "";
    expect(after[table]).toBe((before[table] ?? 0) + 1);
  });

  test.each(KINDS)("under both, as the web does it, does too (%i)", async (kind) => {
    const { endpoint, input } = (await creates())[kind] ?? (await creates())[0];
    const both = keyed({ ...input, body: { id: uuidv7(), ...input.body } }, uuidv7());
    const before = await countRows();
    const answers = await atOnce(endpoint, both);
    expectSame(answers);
    expect(answers.every(({ status }) => status === 201 || status === 200)).toBe(true);
    const table = ["trips", "stops", "comments", "invites"][kind] ?? "";
    expect((await countRows())[table]).toBe((before[table] ?? 0) + 1);
  });

  test("after it was changed and deleted answers the row as it is now, with deletedAt", async () => {
    const { owner, tripId } = await newTripFixture();
    const input = {
      params: { tripId },
      token: owner.token,
      body: { id: uuidv7(), name: "Gion", dayId: null },
    };
    await send(stopsApi.create, input);
    const params = { tripId, stopId: input.body.id };
    await send(stopsApi.update, { params, token: owner.token, body: { name: "Pontocho" } });
    expect(await send(stopsApi.create, input)).toMatchObject({
      status: 200,
      body: { name: "Pontocho", version: 2, deletedAt: null },
    });
    await send(stopsApi.delete, { params, token: owner.token });
    const again = await send(stopsApi.create, input);
    expect(again).toMatchObject({ status: 200, body: { name: "Pontocho", deletedAt: expect.any(String) } });
    expect((await readTrip(owner, tripId)).stops).toHaveLength(1);
  });
});

describe("an id that is taken", () => {
  test("is refused to another person, trip, kind and input, and nothing is revealed", async () => {
    const { owner, editor, tripId, stop } = await newTripFixture();
    const other = await newTrip(owner);
    const id = uuidv7();
    const body = { id, name: "Gion", dayId: null };
    const input = { params: { tripId }, token: owner.token, body };
    expectWritten(await send(stopsApi.create, input), 201);
    expectIdTaken(await send(stopsApi.create, { ...input, token: editor.token }));
    expectIdTaken(await send(stopsApi.create, { ...input, params: { tripId: other.id } }));
    expectIdTaken(await send(stopsApi.create, { ...input, body: { ...body, name: "Other" } }));
    const comment = { id, target: { kind: "stop", id: stop.id }, body: "Hi" };
    expectIdTaken(await send(commentsApi.create, { ...input, body: comment }));
    expectIdTaken(await send(tripsApi.create, { token: owner.token, body: { id, title: "Kyoto" } }));
    const invite = { ...input, body: { id, role: "viewer" } };
    expectIdTaken(await send(invitesApi.create, invite));
    const taken = { ...input, body: { ...body, id: stop.id } };
    expectIdTaken(await send(stopsApi.create, taken));
    const stranger = await newPerson();
    expectIdTaken(
      await send(tripsApi.create, { token: stranger.token, body: { id: tripId, title: "Mine" } }),
    );
    expect((await readTrip(owner, tripId)).stops).toHaveLength(2);
  });
});

describe("a change that is repeated under one key", () => {
  test("acts once, at once or later, and gives its first answer", async () => {
    const { owner, tripId, stop } = await newTripFixture();
    const params = { tripId, stopId: stop.id };
    const { seq } = await readTrip(owner, tripId);
    const edit = keyed({ params, token: owner.token, body: { name: "One" } }, uuidv7());
    const answers = await atOnce(stopsApi.update, edit);
    expectSame(answers);
    expect((await readTrip(owner, tripId)).seq).toBe(seq + 1);
    await send(stopsApi.update, { params, token: owner.token, body: { name: "Two" } });
    const late = await send(stopsApi.update, edit);
    expect(late).toMatchObject({ status: 200, body: { name: "One" } });
    expect(late.headers.get("x-trip-seq")).toBe(String(seq + 1));
    expect((await readTrip(owner, tripId)).stops).toMatchObject([{ name: "Two" }]);
  });

  test("undoes once", async () => {
    const { owner, tripId, stop } = await newTripFixture();
    const params = { tripId, stopId: stop.id };
    await send(stopsApi.update, { params, token: owner.token, body: { name: "One" } });
    const { seq } = await readTrip(owner, tripId);
    const undo = keyed({ params: { tripId, seq: String(seq) }, token: owner.token }, uuidv7());
    const answers = await atOnce(eventsApi.undo, undo);
    expectSame(answers);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await historyAfter(owner, tripId, seq)).toHaveLength(1);
  });

  test("deletes, moves, joins and sets preferences once", async () => {
    const { owner, stranger, tripId, trip, stop } = await newTripFixture();
    const invite = await send(invitesApi.create, {
      params: { tripId },
      token: owner.token,
      body: { role: "viewer", maxUses: 1 },
    });
    const { token } = invite.body as CreatedInvite;
    const params = { tripId, stopId: stop.id, token };
    const deeds = [
      [stopsApi.move, { params, token: owner.token, body: { dayId: trip.days[1]?.id, afterId: null } }, 200],
      [stopsApi.delete, { params, token: owner.token }, 204],
      [invitesApi.accept, { params, token: stranger.token }, 200],
      [usersApi.updatePreferences, { token: owner.token, body: { theme: "dark" } }, 200],
      [
        membersApi.update,
        { params: { tripId, userId: stranger.userId }, token: owner.token, body: { role: "editor" } },
        200,
      ],
      [tripsApi.leave, { params, token: stranger.token }, 204],
    ] as const;
    for (const [endpoint, input, status] of deeds) {
      const { seq } = await readTrip(owner, tripId);
      const answers = await atOnce(endpoint, keyed(input, uuidv7()));
      expect(
        answers.map((sent) => sent.status),
        endpoint.id,
      ).toEqual(Array(TIMES).fill(status));
      expect((await readTrip(owner, tripId)).seq - seq).toBe(endpoint === usersApi.updatePreferences ? 0 : 1);
    }
  });

  test("is answered as it was, even when it could not be done today", async () => {
    const { owner, viewer, tripId, stop } = await newTripFixture();
    const params = { tripId, stopId: stop.id };
    const body = { target: { kind: "stop", id: stop.id }, body: "Hi" };
    const comment = keyed({ params, token: viewer.token, body }, uuidv7());
    const first = await send(commentsApi.create, comment);
    await send(stopsApi.delete, { params, token: owner.token });
    const again = await send(commentsApi.create, comment);
    expect({ status: again.status, body: again.body }).toEqual({ status: 201, body: first.body });
    await send(tripsApi.archive, { params, token: owner.token });
    expect((await send(commentsApi.create, comment)).status).toBe(201);
  });
});

describe("a key", () => {
  test("stands for one request: another body or path under it is refused", async () => {
    const { owner, tripId, stop } = await newTripFixture();
    const other = await newStop(owner, await readTrip(owner, tripId));
    const key = uuidv7();
    const input = { params: { tripId, stopId: stop.id }, token: owner.token, body: { name: "One" } };
    await send(stopsApi.update, keyed(input, key));
    const { seq } = await readTrip(owner, tripId);
    expectKeyReused(await send(stopsApi.update, keyed({ ...input, body: { name: "Two" } }, key)));
    const elsewhere = { ...input, params: { tripId, stopId: other.id } };
    expectKeyReused(await send(stopsApi.update, keyed(elsewhere, key)));
    expectKeyReused(await send(stopsApi.delete, keyed({ ...input, body: undefined }, key)));
    expectKeyReused(
      await send(usersApi.updatePreferences, keyed({ token: owner.token, body: { theme: "dark" } }, key)),
    );
    expectKeyReused(await send(tripsApi.create, keyed({ token: owner.token, body: { title: "A" } }, key)));
    expect((await readTrip(owner, tripId)).seq).toBe(seq);
  });

  test("is one person's own: the same key of another is another", async () => {
    const { owner, editor, tripId, stop } = await newTripFixture();
    const key = uuidv7();
    const params = { tripId, stopId: stop.id };
    const by = (token: string, name: string) =>
      send(stopsApi.update, keyed({ params, token, body: { name } }, key));
    expect((await by(owner.token, "Owner's")).body).toMatchObject({ name: "Owner's" });
    expect((await by(editor.token, "Editor's")).body).toMatchObject({ name: "Editor's" });
    expect((await by(owner.token, "Owner's")).body).toMatchObject({ name: "Owner's" });
    expect((await readTrip(owner, tripId)).stops).toMatchObject([{ name: "Editor's" }]);
  });

  test("must be a UUID, and is free again after a refusal", async () => {
    const { owner, tripId, stop } = await newTripFixture();
    const input = { params: { tripId, stopId: stop.id }, token: owner.token };
    const issue: [string, string] = ["headers.idempotency-key", "Send a UUID."];
    expectInvalid(await send(stopsApi.update, keyed({ ...input, body: { name: "A" } }, "1")), issue);
    const key = uuidv7();
    expect((await send(stopsApi.update, keyed({ ...input, body: { name: "" } }, key))).status).toBe(422);
    expectWritten(await send(stopsApi.update, keyed({ ...input, body: { name: "A" } }, key)));
  });
});
