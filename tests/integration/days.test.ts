import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { daysApi } from "#lib/shared/api/days.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { lastGroup, newTrip, patchTrip, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import {
  expectAbsent,
  expectForbidden,
  expectInvalid,
  expectUnauthenticated,
  expectWritten,
} from "#tests/helpers/refusals.ts";

test("a day is changed by editors and owners, and only one of this trip", async () => {
  const scene = await newTripFixture();
  const other = await newTripFixture();
  const params = { tripId: scene.tripId, dayId: scene.trip.days[0]?.id ?? "" };
  const input = { params, body: { title: "Arrival" } };
  expectUnauthenticated(await send(daysApi.update, input));
  expectAbsent(await send(daysApi.update, { ...input, token: scene.stranger.token }), "trip");
  expectForbidden(await send(daysApi.update, { ...input, token: scene.guest.token }), "guest", "editor");
  expectForbidden(await send(daysApi.update, { ...input, token: scene.viewer.token }), "viewer", "editor");
  const { token } = scene.owner;
  for (const dayId of [uuidv7(), other.trip.days[0]?.id ?? ""]) {
    expectAbsent(await send(daysApi.update, { ...input, token, params: { ...params, dayId } }), "day");
  }
  expectAbsent(await send(daysApi.update, { ...input, token, params: { ...params, dayId: "first" } }));
  expect((await readTrip(scene.owner, scene.tripId)).days).toEqual(scene.trip.days);
});

test.each<[string, object, ...[string, string][]]>([
  ["nothing", {}, ["", "Send at least one field to change."]],
  ["a date", { title: "A", date: "2027-01-01" }, ["date", "This field is unknown."]],
  ["a long title", { title: "x".repeat(121) }, ["title", "At most 120 characters."]],
  ["a bell", { notes: "a\u0007" }, ["notes", "Remove control characters."]],
  ["no zone", { timezone: "Mars/Base" }, ["timezone", "Use an IANA time zone such as Asia/Tokyo."]],
])("a day refuses %s", async (_, body, ...issues) => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const params = { tripId: trip.id, dayId: trip.days[0]?.id ?? "" };
  expectInvalid(await send(daysApi.update, { params, token: ann.token, body }), ...issues);
  expect(await readTrip(ann, trip.id)).toEqual(trip);
});

test("a day's title, notes and zone are written, told and read", async () => {
  const scene = await newTripFixture();
  const day = scene.trip.days[1];
  const params = { tripId: scene.tripId, dayId: day?.id ?? "" };
  const { seq } = await readTrip(scene.editor, scene.tripId);
  const body = { title: "Fushimi", notes: "Two lines:\nearly and late.", timezone: "Asia/Seoul" };
  const sent = await send(daysApi.update, { params, token: scene.editor.token, body });
  expect(expectWritten(sent)).toBe(seq + 1);
  expect(sent.body).toEqual({ ...day, ...body, version: 2, updatedAt: expect.any(String) });
  const { days } = await readTrip(scene.viewer, scene.tripId);
  expect(days).toEqual(scene.trip.days.map((other, index) => (index === 1 ? sent.body : other)));
  expect(await lastGroup(scene.viewer, scene.tripId, seq)).toMatchObject([
    {
      op: "day.updated",
      actorId: scene.editor.userId,
      entity: sent.body,
      changes: { title: [null, "Fushimi"], notes: [null, body.notes], timezone: [null, "Asia/Seoul"] },
    },
  ]);
  const again = await send(daysApi.update, { params, token: scene.owner.token, body });
  expect(expectWritten(again)).toBe(seq + 1);
  const cleared = await send(daysApi.update, { params, token: scene.owner.token, body: { title: null } });
  expect(cleared.body).toMatchObject({ title: null, notes: body.notes, version: 3 });
});

test("a retired day can't be changed: nobody would see it", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const params = { tripId: trip.id, dayId: trip.days[4]?.id ?? "" };
  await patchTrip(ann, trip.id, { startDate: "2026-11-14", endDate: "2026-11-15" });
  expectAbsent(await send(daysApi.update, { params, token: ann.token, body: { title: "A" } }), "day");
});
