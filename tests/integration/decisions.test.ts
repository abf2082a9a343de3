import { v7 as uuidv7 } from "uuid";
import { describe, expect, test } from "vitest";
import { decisionsApi } from "#lib/shared/api/decisions.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import type { DecisionDto } from "#lib/shared/decisions.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { lastGroup, newDecision, newStop, newTrip, patchTrip, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import {
  expectAbsent,
  expectForbidden,
  expectInvalid,
  expectRefused,
  expectUnauthenticated,
  expectWritten,
} from "#tests/helpers/refusals.ts";

const NO_STOP = "This is no stop of the trip.";
const TAKEN = "This stop is in another vote. Close that one first.";
const PAST = "Choose a moment that is still to come.";
const NOWHERE = "01a1fea0-fa5a-7365-a54d-b8396911c8f9";
const LATER = "2999-11-13T20:00:00.000Z";

async function decisionsOf({ owner, tripId }: TripFixture): Promise<DecisionDto[]> {
  return (await readTrip(owner, tripId)).decisions;
}

function idea(scene: TripFixture, name: string) {
  return newStop(scene.owner, scene.trip, { name, dayId: null });
}

describe("asking the group is refused", () => {
  test("to all but editors and owners; everyone in the trip reads what is asked", async () => {
    const scene = await newTripFixture();
    const { tripId, stranger, viewer, guest } = scene;
    const input = { params: { tripId }, body: { title: "Dinner" } };
    expectUnauthenticated(await send(decisionsApi.create, input));
    expectAbsent(await send(decisionsApi.create, { ...input, token: stranger.token }), "trip");
    expectForbidden(await send(decisionsApi.create, { ...input, token: guest.token }), "guest", "editor");
    expectForbidden(await send(decisionsApi.create, { ...input, token: viewer.token }), "viewer", "editor");
    expectUnauthenticated(await send(decisionsApi.list, { params: { tripId } }));
    expectAbsent(await send(decisionsApi.list, { params: { tripId }, token: stranger.token }), "trip");
    expect((await send(decisionsApi.list, { params: { tripId }, token: guest.token })).body).toEqual([]);
  });

  test.each<[string, object, ...[string, string][]]>([
    ["no question", { title: " " }, ["title", "Fill this in."]],
    ["a stop of nowhere", { candidates: [NOWHERE] }, ["candidates.0", NO_STOP]],
    ["a stop twice", { candidates: [NOWHERE, NOWHERE] }, ["candidates", "List each stop once."]],
    ["a day of nowhere", { dayId: NOWHERE }, ["dayId", "This is no day of the trip."]],
    ["a deadline that is past", { deadline: "2020-01-01T00:00:00Z" }, ["deadline", PAST]],
    [
      "a year that no file of the trip could name",
      { deadline: "3000-01-01T00:00:00Z" },
      ["deadline", "Choose a moment before the year 3000."],
    ],
    ["the year 0", { deadline: "0000-01-01T00:00:00Z" }, ["deadline", PAST]],
    [
      "fields that are not the client's",
      { status: "closed", winnerId: NOWHERE },
      ["status", "This field is unknown."],
      ["winnerId", "This field is unknown."],
    ],
  ])("for %s", async (_, fields, ...issues) => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const body = { title: "Dinner", ...fields };
    const params = { tripId: trip.id };
    expectInvalid(await send(decisionsApi.create, { params, token: ann.token, body }), ...issues);
    expect(await readTrip(ann, trip.id)).toEqual(trip);
  });

  test("for stops and days of other trips, deleted stops and retired days", async () => {
    const { owner, tripId, trip } = await newTripFixture();
    const other = await newTrip(owner);
    const elsewhere = await newStop(owner, other);
    const gone = await newStop(owner, trip);
    await send(stopsApi.delete, { params: { tripId, stopId: gone.id }, token: owner.token });
    await patchTrip(owner, tripId, { startDate: "2026-11-14", endDate: "2026-11-17" });
    for (const dayId of [other.days[0]?.id, trip.days[4]?.id]) {
      const body = { title: "Dinner", candidates: [elsewhere.id, gone.id], dayId };
      expectInvalid(
        await send(decisionsApi.create, { params: { tripId }, token: owner.token, body }),
        ["candidates.0", NO_STOP],
        ["candidates.1", NO_STOP],
        ["dayId", "This is no day of the trip."],
      );
    }
  });

  test("for a stop that is in another open vote; a closed or deleted one lets it go", async () => {
    const scene = await newTripFixture();
    const { owner, tripId } = scene;
    const [tea, soba] = [await idea(scene, "Tea"), await idea(scene, "Soba")];
    const first = await newDecision(owner, tripId, { candidates: [tea.id] });
    const input = {
      params: { tripId },
      token: owner.token,
      body: { title: "B", candidates: [soba.id, tea.id] },
    };
    expectInvalid(await send(decisionsApi.create, input), ["candidates.1", TAKEN]);
    const second = await newDecision(owner, tripId, { candidates: [soba.id] });
    const params = { tripId, decisionId: second.id };
    const body = { candidates: [tea.id, soba.id] };
    const patch = { params, token: owner.token, body };
    expectInvalid(await send(decisionsApi.update, patch), ["candidates.0", TAKEN]);
    await send(decisionsApi.delete, { params: { ...params, decisionId: first.id }, token: owner.token });
    expectWritten(await send(decisionsApi.update, patch));
    const back = await send(decisionsApi.restore, {
      params: { ...params, decisionId: first.id },
      token: owner.token,
    });
    expect(back.body).toMatchObject({ id: first.id, candidates: [], deletedAt: null });
    expect(await decisionsOf(scene)).toMatchObject([{ candidates: [] }, { candidates: [tea.id, soba.id] }]);
  });
});

test("a decision is answered and read with all its fields, and repeated without a second one", async () => {
  const scene = await newTripFixture();
  const { owner, editor, tripId, trip } = scene;
  const [tea, soba] = [await idea(scene, "Tea"), await idea(scene, "Soba")];
  const { seq } = await readTrip(owner, tripId);
  const body = {
    id: uuidv7(),
    title: " Dinner on Saturday ",
    notes: "",
    candidates: [soba.id, tea.id],
    deadline: "2999-11-13T20:00:00Z",
    dayId: trip.days[1]?.id,
  };
  const input = { params: { tripId }, token: editor.token, body };
  const sent = await send(decisionsApi.create, input);
  expect(expectWritten(sent, 201)).toBe(seq + 1);
  const row = {
    ...body,
    title: "Dinner on Saturday",
    notes: null,
    deadline: LATER,
    status: "open",
    winnerId: null,
    closedAt: null,
    deletedAt: null,
    version: 1,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  };
  expect(sent.body).toEqual(row);
  expect(await decisionsOf(scene)).toEqual([sent.body]);
  expect((await send(decisionsApi.list, { params: { tripId }, token: editor.token })).body).toEqual([
    sent.body,
  ]);
  const [event] = await lastGroup(owner, tripId, seq);
  expect(event).toMatchObject({ op: "decision.created", actorId: editor.userId, entity: row });
  expect(await send(decisionsApi.create, input)).toMatchObject({ status: 200, body: sent.body });
});

describe("changing a decision", () => {
  test("is for editors and owners, and for decisions of this trip", async () => {
    const scene = await newTripFixture();
    const other = await newTripFixture();
    const { owner, tripId, stranger, viewer } = scene;
    const decision = await newDecision(owner, tripId);
    const elsewhere = await newDecision(other.owner, other.tripId);
    const before = await readTrip(owner, tripId);
    const params = { tripId, decisionId: decision.id };
    for (const [endpoint, body] of [
      [decisionsApi.update, { title: "Lunch" }],
      [decisionsApi.close, {}],
      [decisionsApi.reopen, undefined],
      [decisionsApi.delete, undefined],
      [decisionsApi.restore, undefined],
    ] as const) {
      expectUnauthenticated(await send(endpoint, { params, body }));
      expectAbsent(await send(endpoint, { params, body, token: stranger.token }), "trip");
      expectForbidden(await send(endpoint, { params, body, token: viewer.token }), "viewer", "editor");
      for (const decisionId of [uuidv7(), elsewhere.id]) {
        const nowhere = { params: { tripId, decisionId }, body, token: owner.token };
        expectAbsent(await send(endpoint, nowhere), "decision");
      }
    }
    expect(await readTrip(owner, tripId)).toEqual(before);
  });

  test("writes the fields that were sent, keeps stops that were deleted meanwhile, and writes nothing for nothing", async () => {
    const scene = await newTripFixture();
    const { owner, tripId, trip } = scene;
    const [tea, soba] = [await idea(scene, "Tea"), await idea(scene, "Soba")];
    const decision = await newDecision(owner, tripId, { candidates: [tea.id] });
    await send(stopsApi.delete, { params: { tripId, stopId: tea.id }, token: owner.token });
    const { seq } = await readTrip(owner, tripId);
    const body = {
      candidates: [tea.id, soba.id],
      deadline: LATER,
      dayId: trip.days[0]?.id,
      notes: "Or both?",
    };
    const input = { params: { tripId, decisionId: decision.id }, token: owner.token, body };
    const sent = await send(decisionsApi.update, input);
    expect(expectWritten(sent)).toBe(seq + 1);
    expect(sent.body).toEqual({ ...decision, ...body, version: 2, updatedAt: expect.any(String) });
    expect(await decisionsOf(scene)).toEqual([sent.body]);
    expect(await lastGroup(owner, tripId, seq)).toMatchObject([
      {
        op: "decision.updated",
        changes: { candidates: [[tea.id], body.candidates], deadline: [null, LATER] },
      },
    ]);
    const again = await send(decisionsApi.update, input);
    expect(expectWritten(again)).toBe(seq + 1);
  });

  test("tells two people who change the same field, and merges different ones", async () => {
    const { owner, editor, tripId } = await newTripFixture();
    const decision = await newDecision(owner, tripId);
    const { seq } = await readTrip(owner, tripId);
    const params = { tripId, decisionId: decision.id };
    const headers = { "x-base-seq": String(seq) };
    await send(decisionsApi.update, { params, token: owner.token, headers, body: { title: "Lunch" } });
    const merged = { params, token: editor.token, headers, body: { notes: "Cheap" } };
    expectWritten(await send(decisionsApi.update, merged));
    const lost = await send(decisionsApi.update, { ...merged, body: { title: "Brunch" } });
    expect(lost).toMatchObject({
      status: 409,
      body: { code: "FIELD_CONFLICT", details: { fields: ["title"], current: { title: "Lunch" } } },
    });
  });
});

test("deleting leaves the stops, and a restore brings the question back", async () => {
  const scene = await newTripFixture();
  const { owner, tripId } = scene;
  const tea = await idea(scene, "Tea");
  const decision = await newDecision(owner, tripId, { candidates: [tea.id], deadline: LATER });
  const input = { params: { tripId, decisionId: decision.id }, token: owner.token };
  const seq = expectWritten(await send(decisionsApi.delete, input), 204);
  const after = await readTrip(owner, tripId);
  expect([after.decisions, after.stops.map(({ id }) => id)]).toEqual([[], [scene.stop.id, tea.id]]);
  expectAbsent(await send(decisionsApi.delete, input), "decision");
  expectAbsent(await send(decisionsApi.update, { ...input, body: { title: "A" } }), "decision");
  expect(await lastGroup(owner, tripId, seq - 1)).toMatchObject([
    { op: "decision.deleted", entity: { id: decision.id } },
  ]);
  const back = await send(decisionsApi.restore, input);
  expect(back.body).toEqual({ ...decision, version: 3, updatedAt: expect.any(String) });
  expect(expectWritten(await send(decisionsApi.restore, input))).toBe(seq + 1);
});

test("a trip holds 200 decisions and refuses the next", async () => {
  const { owner, tripId } = await newTripFixture();
  for (let count = 0; count < 200; count += 1) await newDecision(owner, tripId, { title: `Q${count}` });
  const sent = await send(decisionsApi.create, {
    params: { tripId },
    token: owner.token,
    body: { title: "Q" },
  });
  const message = "A trip holds at most 200 decisions. Delete some first.";
  expectRefused(sent, 422, "LIMIT_REACHED", message);
});
