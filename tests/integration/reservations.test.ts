import { v7 as uuidv7 } from "uuid";
import { describe, expect, test } from "vitest";
import { reservations } from "#db/schema/reservations.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { MAX_RESERVATIONS } from "#lib/shared/reservation-kinds.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import { newReservation } from "#tests/factories/bookings.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { lastGroup, newStop, newTrip, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import {
  expectAbsent,
  expectForbidden,
  expectInvalid,
  expectRefused,
  expectUnauthenticated,
  expectWritten,
} from "#tests/helpers/refusals.ts";

const NOBODY = "01a1fea0-fa5a-7365-a54d-b8396911c8f9";
const TOKYO = "Asia/Tokyo";
const ANGELES = "America/Los_Angeles";

async function listed({ owner, tripId }: TripFixture): Promise<ReservationDto[]> {
  const sent = await send(reservationsApi.list, { params: { tripId }, token: owner.token });
  expect(sent.status).toBe(200);
  const { reservations: inTrip } = await readTrip(owner, tripId);
  expect(sent.body).toEqual(inTrip);
  return inTrip;
}

describe("adding a reservation is refused", () => {
  test("to all but editors and owners", async () => {
    const scene = await newTripFixture();
    const input = { params: { tripId: scene.tripId }, body: { kind: "bus", title: "205" } };
    expectUnauthenticated(await send(reservationsApi.create, input));
    expectAbsent(await send(reservationsApi.create, { ...input, token: scene.stranger.token }), "trip");
    for (const role of ["guest", "viewer"] as const) {
      const sent = await send(reservationsApi.create, { ...input, token: scene[role].token });
      expectForbidden(sent, role, "editor");
    }
    expect(await listed(scene)).toEqual([]);
  });

  test.each<[string, object, ...[string, string][]]>([
    ["no title", { kind: "bus", title: " " }, ["title", "Fill this in."]],
    [
      "a time of no clock",
      { kind: "bus", title: "A", start: { local: "2026-11-14T24:00", zone: TOKYO } },
      ["start.local", "Use YYYY-MM-DDTHH:mm, or YYYY-MM-DD while the time is unknown."],
    ],
    [
      "a date that no calendar has",
      { kind: "bus", title: "A", start: { local: "2026-02-30", zone: TOKYO } },
      ["start.local", "Use YYYY-MM-DDTHH:mm, or YYYY-MM-DD while the time is unknown."],
    ],
    [
      "an offset for a zone",
      { kind: "bus", title: "A", start: { local: "2026-11-14", zone: "+09:00" } },
      ["start.zone", "Use an IANA time zone such as Asia/Tokyo."],
    ],
    [
      "an end without a start",
      { kind: "bus", title: "A", end: { local: "2026-11-14", zone: TOKYO } },
      ["end", "Give the start too, or remove the end."],
    ],
    [
      "an end before the start",
      {
        kind: "flight",
        title: "A",
        start: { local: "2026-11-14T10:00", zone: ANGELES },
        end: { local: "2026-11-14T20:00", zone: TOKYO },
      },
      ["end", "The end is before the start."],
    ],
    [
      "a stop of nowhere",
      { kind: "bus", title: "A", stopId: NOBODY },
      ["stopId", "This is no stop of the trip."],
    ],
    [
      "people who aren't in the trip",
      { kind: "bus", title: "A", participants: [NOBODY] },
      ["participants", "List each member of the trip at most once."],
    ],
    [
      "half a place",
      { kind: "bus", title: "A", from: { name: "Gion", lat: 35 } },
      ["from", "Send lat and lng together."],
    ],
    [
      "fields that are not the client's",
      { kind: "bus", title: "A", tripId: "x", startAt: "x", deletedAt: null },
      ["tripId", "This field is unknown."],
      ["startAt", "This field is unknown."],
      ["deletedAt", "This field is unknown."],
    ],
  ])("for %s", async (_, body, ...issues) => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const sent = await send(reservationsApi.create, { params: { tripId: trip.id }, token: ann.token, body });
    expectInvalid(sent, ...issues);
    expect(await readTrip(ann, trip.id)).toEqual(trip);
  });

  test("for stops of other trips, and deleted ones", async () => {
    const ann = await newPerson();
    const [trip, other] = [await newTrip(ann), await newTrip(ann)];
    const [elsewhere, gone] = [await newStop(ann, other), await newStop(ann, trip)];
    const params = { tripId: trip.id };
    await send(stopsApi.delete, { params: { ...params, stopId: gone.id }, token: ann.token });
    for (const { id: stopId } of [elsewhere, gone]) {
      const body = { kind: "restaurant", title: "Sushi", stopId };
      const sent = await send(reservationsApi.create, { params, token: ann.token, body });
      expectInvalid(sent, ["stopId", "This is no stop of the trip."]);
    }
  });

  test("beyond as many as a trip holds; deleted ones don't count", async () => {
    const ann = await newPerson();
    const { id: tripId } = await newTrip(ann);
    const rows = Array.from({ length: MAX_RESERVATIONS }, () => ({
      id: uuidv7(),
      tripId,
      kind: "other" as const,
      title: "x",
    }));
    await freshDatabase().drizzle.insert(reservations).values(rows);
    const input = { params: { tripId }, token: ann.token, body: { kind: "bus", title: "One more" } };
    const message = `A trip holds at most ${MAX_RESERVATIONS} reservations. Delete some first.`;
    expectRefused(await send(reservationsApi.create, input), 422, "LIMIT_REACHED", message);
    const params = { tripId, reservationId: rows[0]?.id ?? "" };
    expectWritten(await send(reservationsApi.delete, { params, token: ann.token }), 204);
    expectWritten(await send(reservationsApi.create, input), 201);
  });
});

describe("adding a reservation", () => {
  test("answers the row with all its fields, as it is read later", async () => {
    const scene = await newTripFixture();
    const { tripId, editor, trip, stop } = scene;
    const { seq: before } = await readTrip(editor, tripId);
    const body = {
      id: uuidv7(),
      kind: "flight",
      title: " JL 62 ",
      start: { local: "2026-11-14T17:25", zone: TOKYO },
      end: { local: "2026-11-14T10:25", zone: ANGELES },
      from: { name: "Narita", lat: 35.77, lng: 140.39, address: "Narita, Chiba", code: "NRT" },
      to: { name: "Los Angeles", code: "LAX" },
      confirmation: "ABC123",
      provider: "Japan Airlines",
      contact: "+81 570 025 031",
      url: "https://jal.test/",
      notes: "Window seats.\nRow 12.",
      cost: { amount: 120_000, currency: "JPY" },
      stopId: stop.id,
      participants: [trip.members[0]?.id],
    };
    const sent = await send(reservationsApi.create, { params: { tripId }, token: editor.token, body });
    const seq = expectWritten(sent, 201);
    const fields = {
      ...body,
      title: "JL 62",
      deletedAt: null,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    };
    expect(sent.body).toEqual({ ...fields, commentCount: 0 });
    expect(await listed(scene)).toEqual([sent.body]);
    const [event, ...more] = await lastGroup(editor, tripId, before);
    expect(event).toMatchObject({ seq, op: "reservation.created", entityId: body.id, entity: fields });
    expect(event?.entity).not.toHaveProperty("commentCount");
    expect(more).toEqual([]);
  });

  test("needs no more than a kind and a title", async () => {
    const scene = await newTripFixture();
    const body = { kind: "other", title: "Rail pass" };
    const sent = await send(reservationsApi.create, {
      params: { tripId: scene.tripId },
      token: scene.editor.token,
      body,
    });
    const empty = ["start", "end", "from", "to", "confirmation", "provider", "contact", "url", "notes"];
    const nothing = Object.fromEntries(
      [...empty, "cost", "stopId", "participants"].map((name) => [name, null]),
    );
    expect(sent.body).toMatchObject({ ...body, ...nothing });
    expect(await listed(scene)).toEqual([sent.body]);
  });

  test("sent again under its id answers the same row", async () => {
    const { tripId, editor } = await newTripFixture();
    const input = {
      params: { tripId },
      token: editor.token,
      body: { id: uuidv7(), kind: "bus", title: "205" },
    };
    const first = await send(reservationsApi.create, input);
    const again = await send(reservationsApi.create, input);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    const other = { ...input, body: { ...input.body, title: "206" } };
    const message = "This id is in use. Send a new UUID of version 7.";
    expectRefused(await send(reservationsApi.create, other), 409, "ID_TAKEN", message);
  });
});

test("they stand by the instant they begin, whatever clocks there show; those without a start come last", async () => {
  const scene = await newTripFixture();
  const { editor, tripId } = scene;
  const add = (title: string, start: ReservationDto["start"]) =>
    newReservation(editor, tripId, { kind: "flight", title, start, end: null });
  await add("undated", null);
  // 18:00 on the 14th in Tokyo is 01:00 on the 14th in Los Angeles.
  await add("second", { local: "2026-11-14T18:00", zone: TOKYO });
  await add("third", { local: "2026-11-14T02:00", zone: ANGELES });
  await add("first", { local: "2026-11-14", zone: TOKYO });
  expect((await listed(scene)).map(({ title }) => title)).toEqual(["first", "second", "third", "undated"]);
});
