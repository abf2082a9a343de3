import { describe, expect, test } from "vitest";
import { eventsApi } from "#lib/shared/api/events.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import type { EventPage } from "#lib/shared/events.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { historyAfter, newStop, patchTrip, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectAbsent, expectInvalid, expectUnauthenticated } from "#tests/helpers/refusals.ts";

describe("a trip's history", () => {
  test("is for members, with a question that makes sense", async () => {
    const { tripId, stranger, guest } = await newTripFixture();
    const input = { params: { tripId } };
    expectUnauthenticated(await send(eventsApi.list, input));
    expectAbsent(await send(eventsApi.list, { ...input, token: stranger.token }), "trip");
    const query = { after: "-1", limit: "501", before: "3" };
    expectInvalid(
      await send(eventsApi.list, { ...input, token: guest.token, query }),
      ["query.after", "Send at least 0."],
      ["query.limit", "Send at most 500."],
      ["query.before", "This field is unknown."],
    );
  });

  test("is gapless and in order, page by page, and says where the trip stands", async () => {
    const { tripId, trip, owner, guest } = await newTripFixture();
    for (let index = 0; index < 5; index++) await newStop(owner, trip, { name: `Stop ${index}` });
    const { seq } = await readTrip(owner, tripId);
    const whole = await historyAfter(guest, tripId, 0);
    expect(whole.map((event) => event.seq)).toEqual(Array.from({ length: seq }, (_, index) => index + 1));
    for (const limit of [1, 3, 500]) expect(await historyAfter(guest, tripId, 0, limit)).toEqual(whole);
    const input = { params: { tripId }, token: guest.token };
    const page = await send(eventsApi.list, { ...input, query: { after: "2", limit: "3" } });
    expect(page.body).toEqual({ events: whole.slice(2, 5), seq });
    for (const after of [seq, seq + 100, 2_147_483_647]) {
      const none = await send(eventsApi.list, { ...input, query: { after: String(after) } });
      expect(none.body).toEqual({ events: [], seq });
    }
  });

  test("names who did what, in one group per write", async () => {
    const { tripId, owner, editor } = await newTripFixture();
    const { seq } = await readTrip(owner, tripId);
    await patchTrip(editor, tripId, { title: "Nara", startDate: "2026-11-15", endDate: "2026-11-19" });
    await patchTrip(owner, tripId, { title: "Kobe" });
    const events = await historyAfter(owner, tripId, seq);
    const seen = events.map((event) => event.op !== "redacted" && [event.op, event.actorId, event.via]);
    expect(seen).toEqual([
      ["trip.updated", editor.userId, "user"],
      ["stop.moved", editor.userId, "user"],
      ["day.deleted", editor.userId, "user"],
      ["day.created", editor.userId, "user"],
      ["trip.updated", owner.userId, "user"],
    ]);
    const groups = events.map((event) => (event.op === "redacted" ? "" : event.groupId));
    expect(new Set(groups.slice(0, 4)).size).toBe(1);
    expect(groups[4]).not.toBe(groups[0]);
    const instants = events.map((event) => event.at);
    expect(instants).toEqual(instants.toSorted());
  });

  test("holds nothing of what a refused write wanted", async () => {
    const { tripId, stop, owner, viewer } = await newTripFixture();
    const before = await readTrip(owner, tripId);
    const params = { tripId, stopId: stop.id };
    await send(stopsApi.update, { params, token: viewer.token, body: { name: "No" } });
    await send(stopsApi.update, { params, token: owner.token, body: { name: "" } });
    const input = { params: { tripId }, token: owner.token, query: { after: String(before.seq) } };
    expect((await send(eventsApi.list, input)).body).toEqual({
      events: [],
      seq: before.seq,
    } satisfies EventPage);
  });
});
