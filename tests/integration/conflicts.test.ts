import { expect, test } from "vitest";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { daysApi } from "#lib/shared/api/days.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { historyAfter, newComment, readTrip } from "#tests/factories/trips.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { expectAbsent, expectInvalid, expectRefused, expectWritten } from "#tests/helpers/refusals.ts";

interface Desk extends TripFixture {
  /** The seq at which both people read the trip. */
  base: number;
  patch: (by: "owner" | "editor", body: object, base?: number, force?: boolean) => Promise<RawAnswer>;
}

async function newDesk(endpoint: Endpoint = stopsApi.update): Promise<Desk> {
  const scene = await newTripFixture();
  const { tripId, stop, trip } = scene;
  const { seq: base } = await readTrip(scene.owner, tripId);
  const params = { tripId, stopId: stop.id, dayId: trip.days[0]?.id ?? "" };
  return {
    ...scene,
    base,
    patch: (by, body, baseSeq, force = false) => {
      const headers: Record<string, string> = force ? { "x-force": "true" } : {};
      if (baseSeq !== undefined) headers["x-base-seq"] = String(baseSeq);
      return send(endpoint, { params, token: scene[by].token, body, headers });
    },
  };
}

function expectConflict(sent: RawAnswer, fields: string[], current: unknown): void {
  const message = "Someone else changed this in the meantime.";
  expectRefused(sent, 409, "FIELD_CONFLICT", message, { details: { fields, current } });
}

test("changes of different fields at once both stay", async () => {
  const { base, owner, tripId, patch } = await newDesk();
  const answers = await Promise.all([
    patch("owner", { notes: "Steep stairs" }, base),
    patch("editor", { startTime: "08:00", url: "https://temple.test/" }, base),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const { stops } = await readTrip(owner, tripId);
  expect(stops).toMatchObject([
    { notes: "Steep stairs", startTime: "08:00", url: "https://temple.test/", version: 3 },
  ]);
});

test("a field that someone changed since is refused with the row as it is, and nothing is written", async () => {
  const { base, owner, tripId, patch } = await newDesk();
  const first = await patch("editor", { name: "Theirs", notes: "Theirs" }, base);
  const before = await readTrip(owner, tripId);
  const late = await patch("owner", { name: "Mine", url: "https://mine.test/" }, base);
  expectConflict(late, ["name"], first.body);
  expect(await readTrip(owner, tripId)).toEqual(before);
  expect(await historyAfter(owner, tripId, before.seq)).toEqual([]);
});

test("who insists wins; who read the newest wins; who asks for no check wins", async () => {
  const { base, owner, tripId, patch } = await newDesk();
  const seq = expectWritten(await patch("editor", { name: "Theirs" }, base));
  expect((await patch("owner", { name: "Forced" }, base, true)).body).toMatchObject({ name: "Forced" });
  expect((await patch("editor", { name: "Read" }, seq + 1)).body).toMatchObject({ name: "Read" });
  expect((await patch("owner", { name: "Unchecked" })).body).toMatchObject({ name: "Unchecked" });
  expect((await readTrip(owner, tripId)).stops).toMatchObject([{ name: "Unchecked", version: 5 }]);
});

test("of two changes of one field at once one is told, whichever comes second", async () => {
  const { base, owner, tripId, patch } = await newDesk();
  const answers = await Promise.all([
    patch("owner", { name: "Mine" }, base),
    patch("editor", { name: "Theirs" }, base),
  ]);
  const [stop] = (await readTrip(owner, tripId)).stops;
  const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
  expect(won).toMatchObject({ status: 200, body: { name: stop?.name } });
  if (lost) expectConflict(lost, ["name"], stop);
});

test("moves, votes and comments don't stand in the way of an edit", async () => {
  const { base, viewer, owner, tripId, trip, stop, patch } = await newDesk();
  const params = { tripId, stopId: stop.id };
  await send(stopsApi.vote, { params, token: viewer.token, body: { value: 1 } });
  await newComment(viewer, tripId, { target: { kind: "stop", id: stop.id } });
  await send(stopsApi.move, { params, token: owner.token, body: { dayId: trip.days[1]?.id, afterId: null } });
  expect((await patch("editor", { name: "Mine" }, base)).body).toMatchObject({
    name: "Mine",
    dayId: trip.days[1]?.id,
    commentCount: 1,
    votes: [{ value: 1 }],
  });
});

test("an edit of something that was deleted since is a 404", async () => {
  const { base, owner, tripId, stop, patch } = await newDesk();
  await send(stopsApi.delete, { params: { tripId, stopId: stop.id }, token: owner.token });
  expectAbsent(await patch("editor", { name: "Mine" }, base), "stop");
  expectAbsent(await patch("editor", { name: "Mine" }, base, true), "stop");
});

test("a trip's title and dates: the two dates are one field", async () => {
  const { base, owner, tripId, patch } = await newDesk(tripsApi.update);
  await patch("editor", { startDate: "2026-11-14", endDate: "2026-11-20" }, base);
  expectWritten(await patch("owner", { title: "Kansai" }, base));
  const trip = await readTrip(owner, tripId);
  const late = await patch("owner", { startDate: "2026-11-13", endDate: "2026-11-18" }, base);
  const { details } = late.body as { details: { fields: string[]; current: object } };
  expectConflict(late, details.fields, details.current);
  expect(details.fields).toContain("endDate");
  expect(trip).toMatchObject(details.current);
  expect(await readTrip(owner, tripId)).toEqual(trip);
});

test("a day's fields", async () => {
  const { base, owner, tripId, patch } = await newDesk(daysApi.update);
  await patch("editor", { title: "Theirs" }, base);
  expectWritten(await patch("owner", { notes: "Mine" }, base));
  const [day] = (await readTrip(owner, tripId)).days;
  expectConflict(await patch("owner", { title: "Mine", timezone: "Asia/Seoul" }, base), ["title"], day);
});

test("a comment's words, edited in two windows of one person", async () => {
  const { owner, viewer, tripId } = await newTripFixture();
  const comment = await newComment(viewer, tripId);
  const { seq } = await readTrip(owner, tripId);
  const edit = (body: string) =>
    send(commentsApi.update, {
      params: { tripId, commentId: comment.id },
      token: viewer.token,
      body: { body },
      headers: { "x-base-seq": String(seq) },
    });
  const first = await edit("One window");
  expectWritten(first);
  expectConflict(await edit("Another window"), ["body"], first.body);
});

test("what was read is named by a whole seq", async () => {
  const { patch, owner, tripId } = await newDesk();
  const before = await readTrip(owner, tripId);
  for (const wrong of [-1, 1.5, 2 ** 31, Number.NaN]) {
    const sent = await patch("owner", { name: "Mine" }, wrong);
    expect(sent.status).toBe(422);
    expect(sent.body).toMatchObject({ issues: [{ path: "headers.x-base-seq" }] });
  }
  expectInvalid(await patch("owner", { name: "Mine" }, Number.NaN), [
    "headers.x-base-seq",
    "Send the seq as a whole number.",
  ]);
  expect(await readTrip(owner, tripId)).toEqual(before);
});

test("a destination that brings its zone along conflicts with a zone that someone else set", async () => {
  const { tripId, owner, editor } = await newTripFixture();
  const { seq } = await readTrip(owner, tripId);
  const params = { tripId };
  await send(tripsApi.update, { params, token: editor.token, body: { timezone: "Asia/Kathmandu" } });
  const body = { destination: { name: "Apia", timezone: "Pacific/Apia" } };
  const headers = { "x-base-seq": String(seq) };
  const answer = await send(tripsApi.update, { params, token: owner.token, headers, body });
  expect(answer).toMatchObject({
    status: 409,
    body: { code: "FIELD_CONFLICT", details: { fields: ["timezone"] } },
  });
  expect((await readTrip(owner, tripId)).timezone).toBe("Asia/Kathmandu");
});

test("a destination without a zone does not", async () => {
  const { tripId, owner, editor } = await newTripFixture();
  const { seq } = await readTrip(owner, tripId);
  const params = { tripId };
  await send(tripsApi.update, { params, token: editor.token, body: { timezone: "Asia/Kathmandu" } });
  const headers = { "x-base-seq": String(seq) };
  const body = { destination: { name: "Pokhara" } };
  const answer = await send(tripsApi.update, { params, token: owner.token, headers, body });
  expect(answer).toMatchObject({
    status: 200,
    body: { destination: { name: "Pokhara" }, timezone: "Asia/Kathmandu" },
  });
});

test("a comment under the id of a stop, or of the trip, is in nobody's way", async () => {
  const { tripId, stop, owner, guest } = await newTripFixture();
  const params = { tripId };
  const renamed = await send(stopsApi.update, {
    params: { tripId, stopId: stop.id },
    token: owner.token,
    body: { name: "Renamed" },
  });
  const titled = await send(tripsApi.update, { params, token: owner.token, body: { title: "New title" } });
  for (const id of [stop.id, tripId]) {
    const body = { id, target: { kind: "trip", id: tripId }, body: "Nice" };
    expect((await send(commentsApi.create, { params, token: guest.token, body })).status).toBe(201);
  }
  for (const { headers } of [titled, renamed]) {
    const seq = headers.get("x-trip-seq") ?? "";
    expect((await send(eventsApi.undo, { params: { tripId, seq }, token: owner.token })).status).toBe(200);
  }
});
