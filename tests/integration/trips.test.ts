import { v7 as uuidv7 } from "uuid";
import { describe, expect, test } from "vitest";
import { emptyLists } from "#lib/shared/resources/list-resources.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { lastGroup, newStop, newTrip, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import {
  expectAbsent,
  expectForbidden,
  expectInvalid,
  expectUnauthenticated,
  expectWritten,
} from "#tests/helpers/refusals.ts";

const title = "Kyoto";

describe("creating a trip is refused", () => {
  test("without a session that exists", async () => {
    expectUnauthenticated(await send(tripsApi.create, { body: { title } }));
    expectUnauthenticated(await send(tripsApi.create, { body: { title }, token: "unknown" }));
  });

  test.each<[string, object, ...[string, string][]]>([
    ["no title", {}, ["title", "This is missing: send a text."]],
    ["a title of spaces", { title: "   " }, ["title", "Fill this in."]],
    ["a title too long", { title: "x".repeat(121) }, ["title", "At most 120 characters."]],
    ["two lines", { title: "a\nb" }, ["title", "Remove line breaks and control characters."]],
    ["half a character", { title: "a\ud800" }, ["title", "This text has a broken character."]],
    [
      "a day that never was",
      { title, startDate: "2027-02-29", endDate: "2027-03-01" },
      ["startDate", "Use an existing date as YYYY-MM-DD."],
    ],
    ["one date", { title, startDate: "2027-02-01" }, ["endDate", "Send both dates, or neither."]],
    [
      "an end before the start",
      { title, startDate: "2027-02-02", endDate: "2027-02-01" },
      ["endDate", "The trip ends before it starts."],
    ],
    [
      "more than a leap year",
      { title, startDate: "2027-01-01", endDate: "2028-01-02" },
      ["endDate", "At most 366 days."],
    ],
    ["an offset", { title, timezone: "+09:00" }, ["timezone", "Use an IANA time zone such as Asia/Tokyo."]],
    ["no currency", { title, currency: "ZZZ" }, ["currency", "This is no ISO 4217 currency."]],
    [
      "half a place",
      { title, destination: { name: "A", lat: 3 } },
      ["destination", "Send lat and lng together."],
    ],
    [
      "a random id",
      { title, id: "7b1f7a2e-4b1c-4e5a-9c3d-0a1b2c3d4e5f" },
      ["id", "Use a UUID of version 7."],
    ],
    [
      "fields that are not the client's",
      { title, createdBy: uuidv7(), isDemo: true },
      ["createdBy", "This field is unknown."],
      ["isDemo", "This field is unknown."],
    ],
  ])("for %s", async (_, body, ...issues) => {
    const { token } = await newPerson();
    expectInvalid(await send(tripsApi.create, { token, body }), ...issues);
    expect((await send(tripsApi.list, { token, query: { filter: "all" } })).body).toHaveLength(1);
  });
});

describe("creating a trip", () => {
  test("answers the whole trip, as it is read later", async () => {
    const ann = await newPerson({ name: "Ann", image: "https://pictures.test/ann.png" });
    const destination = { name: "Kyoto", lat: 35.0116, lng: 135.7681, countryCode: "JP" };
    const dates = { startDate: "2027-04-01", endDate: "2027-04-03" };
    const body = {
      id: uuidv7(),
      title: "  Kyoto  ",
      destination,
      currency: "EUR",
      timezone: "Asia/Tokyo",
      ...dates,
    };
    const sent = await send(tripsApi.create, { token: ann.token, body });
    const seq = expectWritten(sent, 201);
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const row = { id: expect.any(String), version: 1, updatedAt: instant };
    const dayOn = (date: string) => ({ ...row, date, title: null, notes: null, timezone: null });
    expect(sent.body).toEqual({
      id: body.id,
      title: "Kyoto",
      destination: { ...destination, timezone: "Asia/Tokyo" },
      ...dates,
      timezone: "Asia/Tokyo",
      currency: "EUR",
      formerCurrencies: [],
      budget: null,
      cover: null,
      isSample: false,
      isDemo: false,
      archivedAt: null,
      deletedAt: null,
      version: 1,
      createdAt: instant,
      updatedAt: instant,
      status: "upcoming",
      role: "owner",
      seq,
      days: ["2027-04-01", "2027-04-02", "2027-04-03"].map(dayOn),
      stops: [],
      reservations: [],
      attachments: [],
      decisions: [],
      suggestions: [],
      items: [],
      ...emptyLists(),
      expenses: [],
      expenseCount: 0,
      settlements: [],
      commentCount: 0,
      members: [
        {
          ...row,
          userId: ann.userId,
          hasAccount: true,
          name: "Ann",
          image: "https://pictures.test/ann.png",
          role: "owner",
          leftAt: null,
        },
      ],
    });
    expect(await readTrip(ann, body.id)).toEqual(sent.body);
  });

  test("needs no more than a title: currency and zone come from what is known", async () => {
    const ann = await newPerson({ defaultCurrency: "CHF" });
    const bare = await send(tripsApi.create, { token: ann.token, body: { title } });
    expect(bare.body).toMatchObject({ currency: "CHF", timezone: "UTC", status: "undated", days: [] });
    const destination = { name: "Lisbon", timezone: "Europe/Lisbon" };
    const both = { title, destination, timezone: "Asia/Tokyo" };
    const placed = await send(tripsApi.create, { token: ann.token, body: both });
    expect(placed.body).toMatchObject({ timezone: "Europe/Lisbon", destination });
    const zoned = await send(tripsApi.create, {
      token: ann.token,
      body: { title, timezone: "Asia/Tokyo" },
    });
    expect(zoned.body).toMatchObject({ timezone: "Asia/Tokyo" });
  });

  test("is told to the history as one write with an event per row", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann, { startDate: "2027-04-01", endDate: "2027-04-02" });
    const events = await lastGroup(ann, trip.id, 0);
    expect(events.map(({ op, entityId, actorId, via }) => [op, entityId, actorId, via])).toEqual([
      ["trip.created", trip.id, ann.userId, "user"],
      ["member.joined", trip.members[0]?.id, ann.userId, "user"],
      ["day.created", trip.days[0]?.id, ann.userId, "user"],
      ["day.created", trip.days[1]?.id, ann.userId, "user"],
    ]);
    expect(events.at(-1)?.seq).toBe(trip.seq);
  });
});

describe("reading a trip", () => {
  test("is refused to strangers in the words for a trip that isn't there", async () => {
    const { tripId, stranger } = await newTripFixture();
    expectUnauthenticated(await send(tripsApi.get, { params: { tripId } }));
    expectAbsent(await send(tripsApi.get, { params: { tripId }, token: stranger.token }), "trip");
    expectAbsent(await send(tripsApi.get, { params: { tripId: uuidv7() }, token: stranger.token }), "trip");
    expectAbsent(await send(tripsApi.get, { params: { tripId: "1" }, token: stranger.token }));
  });

  test("gives every member the same trip, each with their own role", async () => {
    const scene = await newTripFixture();
    const trip = await readTrip(scene.owner, scene.tripId);
    for (const role of ["guest", "viewer", "editor"] as const) {
      expect(await readTrip(scene[role], scene.tripId)).toEqual({ ...trip, role });
    }
    expect(trip.members.map(({ role }) => role)).toEqual(["owner", "editor", "viewer", "guest", "guest"]);
  });
});

describe("changing a trip", () => {
  test("is refused to strangers, and to members who only read", async () => {
    const scene = await newTripFixture();
    const input = { params: { tripId: scene.tripId }, body: { title: "Mine" } };
    expectUnauthenticated(await send(tripsApi.update, input));
    expectAbsent(await send(tripsApi.update, { ...input, token: scene.stranger.token }), "trip");
    expectForbidden(await send(tripsApi.update, { ...input, token: scene.guest.token }), "guest", "editor");
    expectForbidden(await send(tripsApi.update, { ...input, token: scene.viewer.token }), "viewer", "editor");
    expect(await readTrip(scene.owner, scene.tripId)).toMatchObject({ title, version: 1 });
  });

  test.each<[string, object, ...[string, string][]]>([
    ["nothing", {}, ["", "Send at least one field to change."]],
    ["a mode without dates", { dateMode: "shift" }, ["", "Send at least one field to change."]],
    ["one date", { endDate: "2027-01-01" }, ["startDate", "Send both dates, or neither."]],
    [
      "half a range",
      { startDate: null, endDate: "2027-01-01" },
      ["startDate", "Send both dates, or neither."],
    ],
    ["no title", { title: null }, ["title", "Send a text."]],
    [
      "another's fields",
      { title: "K", archivedAt: null, version: 7, seq: 1 },
      ["archivedAt", "This field is unknown."],
      ["version", "This field is unknown."],
      ["seq", "This field is unknown."],
    ],
  ])("refuses %s", async (_, body, ...issues) => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const sent = await send(tripsApi.update, { params: { tripId: trip.id }, token: ann.token, body });
    expectInvalid(sent, ...issues);
    expect(await readTrip(ann, trip.id)).toEqual(trip);
  });

  test("writes what was sent and nothing else, as one event with old and new", async () => {
    const { tripId, editor, owner } = await newTripFixture();
    const before = await readTrip(editor, tripId);
    const body = { title: "Kyoto and Nara", destination: { name: "Kansai" }, currency: "USD" };
    const sent = await send(tripsApi.update, { params: { tripId }, token: editor.token, body });
    const seq = expectWritten(sent);
    const rate = { value: expect.any(String), source: "snapshot", date: expect.any(String) };
    const formerCurrencies = [{ currency: "JPY", ...rate }];
    expect(sent.body).toEqual({
      ...before,
      ...body,
      formerCurrencies,
      version: 2,
      seq: before.seq + 1,
      updatedAt: expect.any(String),
    });
    expect(seq).toBe(before.seq + 1);
    expect(await readTrip(editor, tripId)).toEqual(sent.body);
    const [event] = await lastGroup(owner, tripId, before.seq);
    expect(event).toMatchObject({ op: "trip.updated", actorId: editor.userId, via: "user" });
    expect(event).toHaveProperty("changes", {
      title: [title, "Kyoto and Nara"],
      destination: [null, { name: "Kansai" }],
      currency: ["JPY", "USD"],
      formerCurrencies: [[], formerCurrencies],
    });
  });

  test("to what it is already writes nothing", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const input = { params: { tripId: trip.id }, token: ann.token, body: { title, currency: "JPY" } };
    const sent = await send(tripsApi.update, input);
    expect(expectWritten(sent)).toBe(trip.seq);
    expect(sent.body).toEqual(trip);
    expect(await readTrip(ann, trip.id)).toEqual(trip);
  });

  test("carries the stops, votes and comment counts of the trip in its answer", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    await newStop(ann, trip);
    const sent = await send(tripsApi.update, {
      params: { tripId: trip.id },
      token: ann.token,
      body: { title: "K" },
    });
    expect(sent.body).toEqual(await readTrip(ann, trip.id));
  });
});
