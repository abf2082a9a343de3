import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { describe, expect, test, vi } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { accounts, sessions, twoFactors } from "#db/schema/auth.ts";
import { tripEvents } from "#db/schema/events.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { accountApi } from "#lib/shared/api/account.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { usersApi } from "#lib/shared/api/users.ts";
import { DEMO_TRIP_ID } from "#lib/shared/trips.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { historyAfter, newComment, newInvite, newTrip, patchTrip, readTrip } from "#tests/factories/trips.ts";
import { exportOf } from "#tests/helpers/account-steps.ts";
import { handlerFetch, send } from "#tests/helpers/handlers.ts";
import { expectInvalid, expectUnauthenticated } from "#tests/helpers/refusals.ts";

describe("the answer of the export", () => {
  test("is for oneself, and takes no questions", async () => {
    const ann = await newPerson();
    expectUnauthenticated(await send(accountApi.export));
    expectInvalid(await send(accountApi.export, { token: ann.token, query: { userId: uuidv7() } }), [
      "query.userId",
      "This field is unknown.",
    ]);
  });

  test("is one file to download that nobody may keep, and leaves none behind", async () => {
    const ann = await newPerson();
    const sent = await send(accountApi.export, { token: ann.token });
    const { headers } = sent;
    const today = new Date().toISOString().slice(0, 10);
    expect(headers.get("content-disposition")).toBe(`attachment; filename="wayfare-export-${today}.json"`);
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("content-length")).toBe(String(Buffer.byteLength(sent.text)));
    expect(readdirSync(tmpdir()).filter((name) => /^wayfare-[\da-f-]{36}$/.test(name))).toEqual([]);
  });

  test("is not made for someone who asks for its headers only", async () => {
    const { token } = await newPerson();
    const headers = { authorization: `Bearer ${token}` };
    const made = vi.spyOn(freshDatabase(), "transaction");
    // A user may request an export less often than this per hour, but HEAD requests do not count.
    for (let turn = 0; turn < 25; turn++) {
      const response = await handlerFetch("/api/users/me/export", { method: "HEAD", headers });
      expect(response.status).toBe(200);
      expect(response.headers.get("content-disposition")).toMatch(/^attachment/);
      expect(response.headers.get("content-length")).toBeNull();
      expect(response.body).toBeNull();
    }
    expect(made).not.toHaveBeenCalled();
    made.mockRestore();
    expect((await handlerFetch("/api/users/me/export", { method: "HEAD" })).status).toBe(401);
    expect((await send(accountApi.export, { token })).status).toBe(200);
  });

  test("that is not read to its end lets go of the database", async () => {
    const ann = await newPerson();
    const headers = { authorization: `Bearer ${ann.token}` };
    for (let turn = 0; turn < 18; turn++) {
      const response = await handlerFetch("/api/users/me/export", { headers });
      await response.body?.cancel();
    }
    expect(freshDatabase().pool.idleCount).toBe(freshDatabase().pool.totalCount);
  });
});

describe("the export", () => {
  test("holds the account without any of its secrets", async () => {
    const ann = await newPerson({ name: 'Ann "李"', twoFactorEnabled: true, defaultCurrency: "CHF" });
    const { drizzle } = freshDatabase();
    const own = { userId: ann.userId };
    await drizzle.insert(accounts).values([
      { ...own, id: uuidv7(), accountId: ann.userId, providerId: "credential", password: "secret-hash" },
      {
        ...own,
        id: uuidv7(),
        accountId: "sub-1",
        providerId: "idp-primary",
        accessToken: "secret-access",
        refreshToken: "secret-refresh",
        idToken: "secret-id",
      },
    ]);
    await drizzle
      .insert(twoFactors)
      .values({ ...own, id: uuidv7(), secret: "secret-totp", backupCodes: "secret-codes" });
    const device = { userAgent: "Firefox", ipAddress: "2001:db8::1" };
    const expiresAt = new Date(Date.now() + 60_000);
    await drizzle.insert(sessions).values([
      { ...own, ...device, id: uuidv7(), token: "secret-token", expiresAt },
      { ...own, ...device, id: uuidv7(), token: "secret-old-token", expiresAt: new Date(0) },
    ]);
    const { data: before } = await exportOf(ann);
    expect(before.preferences).toBeNull();
    await send(usersApi.updatePreferences, { token: ann.token, body: { theme: "dark" } });
    const { data, text } = await exportOf(ann);
    const at = expect.any(String);
    expect(data).toEqual({
      format: "wayfare-export",
      version: 1,
      exportedAt: at,
      profile: {
        id: ann.userId,
        name: 'Ann "李"',
        email: ann.email,
        emailVerified: true,
        image: null,
        defaultCurrency: "CHF",
        twoFactorEnabled: true,
        createdAt: at,
        updatedAt: at,
      },
      signInMethods: [
        { providerId: "credential", accountId: ann.userId, linkedAt: at },
        { providerId: "idp-primary", accountId: "sub-1", linkedAt: at },
      ],
      sessions: expect.arrayContaining([
        {
          id: ann.sessionId,
          isCurrent: true,
          userAgent: null,
          ipAddress: null,
          createdAt: at,
          lastUsedAt: at,
          expiresAt: at,
        },
        {
          id: at,
          isCurrent: false,
          ...device,
          createdAt: at,
          lastUsedAt: at,
          expiresAt: expiresAt.toISOString(),
        },
      ]),
      preferences: {
        agentPanelCollapsed: false,
        language: null,
        theme: "dark",
        units: null,
        notifications: {},
        updatedAt: at,
      },
      pushSubscriptions: [],
      notifications: [],
      trips: [],
      formerTrips: [],
    });
    expect(data.sessions).toHaveLength(2);
    for (const secret of ["secret", ann.token]) expect(text).not.toContain(secret);
    expect(text).not.toContain(DEMO_TRIP_ID);
  });

  test("shows no address where the account has none", async () => {
    const ann = await newPerson({ email: `${uuidv7()}@mini-program.invalid` });
    expect((await exportOf(ann)).data.profile.email).toBeNull();
  });
});

describe("trips in the export", () => {
  test("are whole where the caller is in, as every other read shows them", async () => {
    const scene = await newTripFixture();
    const { tripId, owner, editor, viewer, guest, stop } = scene;
    await newComment(editor, tripId, { target: { kind: "stop", id: stop.id } });
    const comment = await newComment(owner, tripId);
    const regretted = await newComment(viewer, tripId, { body: "regretted words" });
    await send(commentsApi.delete, { params: { tripId, commentId: regretted.id }, token: viewer.token });
    await send(tripsApi.archive, { params: { tripId }, token: owner.token });
    await newInvite(owner, (await newTrip(owner)).id, { email: "carl@people.test" });
    const everyone = [owner, editor, viewer, guest];
    for (const person of everyone) {
      const { data, text } = await exportOf(person);
      const found = data.trips.find(({ trip }) => trip.id === tripId);
      expect(found?.trip).toEqual(await readTrip(person, tripId));
      expect(found?.history).toEqual(await historyAfter(person, tripId, 0));
      expect(found?.membership).toMatchObject({ userId: person.userId });
      expect(found?.comments).toHaveLength(2);
      expect(found?.comments).toContainEqual(comment);
      expect(text).not.toContain("regretted words");
      const others = everyone.filter((other) => other !== person).map(({ email }) => email);
      for (const email of [...others, "carl@people.test"]) expect(text).not.toContain(email);
    }
    expect((await exportOf(scene.stranger)).data.trips).toEqual([]);
  });

  test("are complete however long their talk and history are", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const { pool } = freshDatabase();
    const member = trip.members[0]?.id;
    await pool.query(
      `insert into comments (id, trip_id, target_kind, target_id, member_id, body)
         select uuidv7(), $1, 'trip', $1, $2, 'Comment ' || n from generate_series(1, 450) n`,
      [trip.id, member],
    );
    for (let turn = 0; turn < 5; turn++) await patchTrip(ann, trip.id, { title: `Title ${turn}` });
    await pool.query(
      `insert into trip_events (trip_id, seq, group_id, via, op, entity_id, after, at)
         select $1, seq + n, gen_random_uuid(), 'system', 'members.invalidated', $1, jsonb_build_object('id', id), now()
         from trips, generate_series(1, 600) n where id = $1`,
      [trip.id],
    );
    await pool.query("update trips set seq = seq + 600, published_seq = seq + 600 where id = $1", [trip.id]);
    const { data } = await exportOf(ann);
    const [found] = data.trips;
    expect(new Set(found?.comments.map(({ body }) => body)).size).toBe(450);
    expect(found?.history).toEqual(await historyAfter(ann, trip.id, 0));
    expect(found?.history.at(-1)?.seq).toBe(found?.trip.seq);
  });

  test("keep from the reader what is not for them, without a gap", async () => {
    const { tripId, editor, owner } = await newTripFixture();
    const { seq } = await patchTrip(owner, tripId, { title: "Our secret" });
    await freshDatabase()
      .drizzle.update(tripEvents)
      .set({ visibleTo: [owner.userId] });
    const { data } = await exportOf(editor);
    expect(data.trips[0]?.history.at(-1)).toEqual({ seq, op: "redacted", at: expect.any(String) });
    expect((await exportOf(owner)).data.trips[0]?.history.at(-1)).toMatchObject({ op: "trip.updated" });
  });

  test("are all from one moment, whatever is written meanwhile", async () => {
    const ann = await newPerson();
    const trips = [await newTrip(ann), await newTrip(ann), await newTrip(ann)];
    const over = new AbortController();
    // Trips are always changed in the order of the list, so no consistent snapshot has a later trip ahead of an earlier
    // one.
    const writing = (async () => {
      for (let turn = 1; !over.signal.aborted; turn++)
        for (const { id } of trips) await patchTrip(ann, id, { title: `Title ${turn}` });
    })();
    for (let turn = 0; turn < 15; turn++) {
      const { data } = await exportOf(ann);
      const seqs = trips.map(({ id }) => data.trips.find(({ trip }) => trip.id === id));
      const numbers = seqs.map((found) => found?.trip.seq ?? 0);
      expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
      expect((numbers[0] ?? 0) - (numbers[2] ?? 0)).toBeLessThanOrEqual(1);
      for (const found of seqs) expect(found?.history.at(-1)?.seq).toBe(found?.trip.seq);
    }
    over.abort();
    await writing;
  });
});
