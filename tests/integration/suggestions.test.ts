import { describe, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { eventsApi } from "#lib/shared/api/events.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { suggestionsApi } from "#lib/shared/api/suggestions.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { newStop, newSuggestion, newTrip, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import {
  expectAbsent,
  expectForbidden,
  expectInvalid,
  expectUnauthenticated,
} from "#tests/helpers/refusals.ts";

async function accept(
  scene: Awaited<ReturnType<typeof newTripFixture>>,
  suggestionId: string,
  { body = {}, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
) {
  const { tripId, editor } = scene;
  const params = { tripId, suggestionId };
  return send(suggestionsApi.accept, { params, body, headers, token: editor.token });
}

describe("suggesting", () => {
  test("is refused to strangers and guests", async () => {
    const { tripId, stranger, guest } = await newTripFixture();
    const input = {
      params: { tripId },
      body: { changes: [{ op: "trips.update", input: { title: "Nara" } }] },
    };
    expectUnauthenticated(await send(suggestionsApi.create, input));
    expectAbsent(await send(suggestionsApi.create, { ...input, token: stranger.token }), "trip");
    expectForbidden(await send(suggestionsApi.create, { ...input, token: guest.token }), "guest", "viewer");
  });

  test("names every line that its own path would refuse, and keeps none of them", async () => {
    const scene = await newTripFixture();
    const { tripId, viewer, stop } = scene;
    const other = await newTrip(scene.stranger);
    const elsewhere = await newStop(scene.stranger, other);
    const changes = [
      { op: "stops.update", entityId: stop.id, input: { name: "" } },
      { op: "stops.update", entityId: elsewhere.id, input: { name: "Mine" } },
      { op: "stops.delete", input: {} },
      { op: "stops.create", entityId: stop.id, input: { dayId: null, name: "Nara" } },
      { op: "stops.create", input: { dayId: null, name: "Nara", price: 3 } },
      { op: "items.create", input: { list: "packing", text: "Hat", isPrivate: true } },
    ];
    const sent = await send(suggestionsApi.create, {
      params: { tripId },
      token: viewer.token,
      body: { changes },
    });
    expectInvalid(
      sent,
      ["changes.0.input.name", "Fill this in."],
      ["changes.1.entityId", "This is not in the trip, or was deleted."],
      ["changes.2.entityId", "Say what it changes."],
      ["changes.3.entityId", "Leave this out here."],
      ["changes.4.input", 'Unrecognized key: "price"'],
      ["changes.5.input.isPrivate", "Private items need no suggestion: add it."],
    );
    expect((await readTrip(viewer, tripId)).suggestions).toEqual([]);
  });

  test("of what is nested without end is refused like everything else that no path takes", async () => {
    const { tripId, viewer } = await newTripFixture();
    async function sendNested(depth: number) {
      const deep = "[".repeat(depth) + "]".repeat(depth);
      const line = `{"op":"stops.create","input":{"dayId":null,"name":"Nara","hours":${deep}}}`;
      const body = `{"id":"${uuidv7()}","changes":[${line}]}`;
      return send(suggestionsApi.create, { params: { tripId }, token: viewer.token, body });
    }
    expectInvalid(await sendNested(50), ["changes.0.input", "This is nested too deeply."]);
    const endless = await sendNested(20_000);
    expect(endless.status).toBe(400);
    expect(endless.text).toContain("The body is nested too deeply.");
  });

  test("changes nothing, and keeps what it would replace", async () => {
    const { tripId, viewer, stop, trip } = await newTripFixture();
    const id = uuidv7();
    const { seq } = await readTrip(viewer, tripId);
    const changes = [
      { op: "stops.update" as const, entityId: stop.id, input: { notes: "Go early." } },
      { op: "stops.move" as const, entityId: stop.id, input: { dayId: null, afterId: null } },
    ];
    const made = await newSuggestion(viewer, tripId, { id, changes, note: "For the light" });
    const before = { name: stop.name };
    expect(made).toEqual({
      id,
      memberId: trip.members.find(({ userId }) => userId === viewer.userId)?.id ?? expect.any(String),
      note: "For the light",
      lines: [
        { ...changes[0], before: { ...before, notes: null }, isAccepted: null },
        { ...changes[1], before: { ...before, dayId: stop.dayId }, isAccepted: null },
      ],
      baseSeq: seq,
      status: "open",
      answer: null,
      answeredBy: null,
      answeredAt: null,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const after = await readTrip(viewer, tripId);
    expect(after.stops).toEqual((await readTrip(viewer, tripId)).stops);
    expect(after.suggestions).toEqual([made]);
    expect(after.seq).toBe(seq + 1);
  });
});

test("a suggestion that is sent again is the same one, and anything else under its id is refused", async () => {
  const { tripId, viewer, editor } = await newTripFixture();
  const id = uuidv7();
  const made = await newSuggestion(viewer, tripId, { id });
  const again = await newSuggestion(viewer, tripId, { id });
  expect(again).toEqual(made);
  expect((await readTrip(viewer, tripId)).suggestions).toHaveLength(1);
  const body = { id, changes: [{ op: "trips.update", input: { title: "Other" } }] };
  const sent = await send(suggestionsApi.create, { params: { tripId }, body, token: editor.token });
  expect(sent).toMatchObject({ status: 409, body: { code: "ID_TAKEN" } });
});

describe("accepting", () => {
  test("is an editor's", async () => {
    const { tripId, viewer } = await newTripFixture();
    const { id } = await newSuggestion(viewer, tripId);
    const params = { tripId, suggestionId: id };
    const sent = await send(suggestionsApi.accept, { params, body: {}, token: viewer.token });
    expectForbidden(sent, "viewer", "editor");
    const nowhere = { params: { tripId, suggestionId: uuidv7() }, body: {} };
    expectAbsent(
      await send(suggestionsApi.accept, { ...nowhere, token: (await newTripFixture()).editor.token }),
      "trip",
    );
  });

  test("writes all lines as one group, which one undo takes back and opens again", async () => {
    const scene = await newTripFixture();
    const { tripId, viewer, editor, stop, trip } = scene;
    const stopId = uuidv7();
    const changes = [
      { op: "stops.create" as const, input: { id: stopId, dayId: trip.days[0]?.id, name: "Nara Park" } },
      { op: "stops.move" as const, entityId: stopId, input: { dayId: trip.days[2]?.id, afterId: null } },
      { op: "stops.update" as const, entityId: stop.id, input: { name: "Nanzen-ji" } },
      { op: "days.update" as const, entityId: trip.days[2]?.id, input: { title: "Deer" } },
    ];
    const made = await newSuggestion(viewer, tripId, { changes });
    const before = await readTrip(editor, tripId);
    const sent = await accept(scene, made.id);
    expect(sent.body).toMatchObject({ status: "accepted", answeredBy: expect.any(String), version: 2 });
    const after = await readTrip(editor, tripId);
    expect(after.suggestions).toEqual([]);
    expect(after.stops.find(({ id }) => id === stopId)?.dayId).toBe(trip.days[2]?.id);
    expect(after.stops.find(({ id }) => id === stop.id)?.name).toBe("Nanzen-ji");
    expect(after.days[2]?.title).toBe("Deer");
    const undone = await send(eventsApi.undo, {
      params: { tripId, seq: String(after.seq) },
      token: editor.token,
    });
    expect(undone.status, undone.text).toBe(200);
    const restored = await readTrip(editor, tripId);
    const plain = (list: typeof before.stops) => list.map(({ id, name, dayId }) => ({ id, name, dayId }));
    expect(plain(restored.stops)).toEqual(plain(before.stops));
    expect(restored.suggestions).toMatchObject([{ id: made.id, status: "open", answeredBy: null }]);
  });

  test("is possible again after an undo, with what it had created", async () => {
    const scene = await newTripFixture();
    const { tripId, viewer, editor, trip } = scene;
    const input = { id: uuidv7(), dayId: trip.days[0]?.id, name: "Nara Park" };
    const made = await newSuggestion(viewer, tripId, { changes: [{ op: "stops.create" as const, input }] });
    await accept(scene, made.id);
    const { seq } = await readTrip(editor, tripId);
    await send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token: editor.token });
    expect((await readTrip(editor, tripId)).stops.some(({ id }) => id === input.id)).toBe(false);
    const again = await accept(scene, made.id);
    expect(again.status, again.text).toBe(200);
    expect((await readTrip(editor, tripId)).stops.find(({ id }) => id === input.id)?.name).toBe("Nara Park");
  });

  test("takes single lines, and says which", async () => {
    const scene = await newTripFixture();
    const { tripId, viewer, editor } = scene;
    const changes = ["Nara", "Kobe"].map((name) => ({
      op: "stops.create" as const,
      input: { dayId: null, name },
    }));
    const made = await newSuggestion(viewer, tripId, { changes });
    expectInvalid(await accept(scene, made.id, { body: { lines: [2] } }), ["lines", "There is no line 2."]);
    const sent = await accept(scene, made.id, { body: { lines: [1] } });
    expect(sent.body).toMatchObject({
      status: "partly",
      lines: [{ isAccepted: false }, { isAccepted: true }],
    });
    const names = (await readTrip(editor, tripId)).stops.map(({ name }) => name);
    expect(names).toContain("Kobe");
    expect(names).not.toContain("Nara");
  });
});

describe("accepting what no longer fits", () => {
  test("refuses what was changed since, unless it is forced, and writes nothing then", async () => {
    const scene = await newTripFixture();
    const { tripId, viewer, editor, owner, stop } = scene;
    const changes = [
      { op: "trips.update" as const, input: { currency: "EUR" } },
      { op: "stops.update" as const, entityId: stop.id, input: { name: "Nanzen-ji" } },
    ];
    const made = await newSuggestion(viewer, tripId, { changes });
    const params = { tripId, stopId: stop.id };
    await send(stopsApi.update, { params, token: owner.token, body: { name: "Ginkaku-ji" } });
    const refused = await accept(scene, made.id);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: "FIELD_CONFLICT",
        details: { line: 1, fields: ["name"], current: { name: "Ginkaku-ji" } },
      },
    });
    expect((await readTrip(editor, tripId)).currency).toBe("JPY");
    const forced = await accept(scene, made.id, { headers: { "x-force": "true" } });
    expect(forced.status, forced.text).toBe(200);
    const trip = await readTrip(editor, tripId);
    expect([trip.currency, trip.stops.find(({ id }) => id === stop.id)?.name]).toEqual(["EUR", "Nanzen-ji"]);
  });

  test("refuses a line whose stop is gone, by its path", async () => {
    const scene = await newTripFixture();
    const { tripId, viewer, owner, stop } = scene;
    const changes = [{ op: "stops.update" as const, entityId: stop.id, input: { name: "Nanzen-ji" } }];
    const made = await newSuggestion(viewer, tripId, { changes });
    await send(stopsApi.delete, { params: { tripId, stopId: stop.id }, token: owner.token });
    expect(await accept(scene, made.id)).toMatchObject({
      status: 422,
      body: {
        code: "VALIDATION_FAILED",
        issues: [{ path: "lines.0", message: "This stop does not exist, or you have no access to it." }],
      },
    });
    expect((await readTrip(viewer, tripId)).suggestions).toHaveLength(1);
  });

  test("happens once, however many editors do it at the same time", async () => {
    const scene = await newTripFixture();
    const { tripId, viewer, editor } = scene;
    const changes = [{ op: "stops.create" as const, input: { dayId: null, name: "Nara" } }];
    const made = await newSuggestion(viewer, tripId, { changes });
    const sent = await Promise.all(Array.from({ length: 8 }, () => accept(scene, made.id)));
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409, 409, 409, 409,
    ]);
    expect(sent.find(({ status }) => status === 409)?.body).toMatchObject({ code: "NOT_OPEN" });
    const names = (await readTrip(editor, tripId)).stops.map(({ name }) => name);
    expect(names.filter((name) => name === "Nara")).toHaveLength(1);
  });

  test("of what somebody has created meanwhile under its id is refused, and says so", async () => {
    const scene = await newTripFixture();
    const { tripId, viewer, owner } = scene;
    const input = { id: uuidv7(), dayId: null, name: "Nara" };
    const made = await newSuggestion(viewer, tripId, { changes: [{ op: "stops.create", input }] });
    await send(stopsApi.create, { params: { tripId }, body: input, token: owner.token });
    const message = "What a line creates is in the trip already. Leave it out, or dismiss it.";
    expect(await accept(scene, made.id)).toMatchObject({
      status: 422,
      body: { code: "VALIDATION_FAILED", issues: [{ path: "lines", message }] },
    });
  });

  test("of dates moves the days as a change of dates does", async () => {
    const scene = await newTripFixture();
    const { tripId, viewer, editor } = scene;
    const input = { startDate: "2026-11-14", endDate: "2026-11-15" };
    const made = await newSuggestion(viewer, tripId, { changes: [{ op: "trips.update", input }] });
    const sent = await accept(scene, made.id);
    expect(sent.status, sent.text).toBe(200);
    expect((await readTrip(editor, tripId)).days.map(({ date }) => date)).toEqual([
      "2026-11-14",
      "2026-11-15",
    ]);
  });
});
