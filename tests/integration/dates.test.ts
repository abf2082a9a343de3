import { describe, expect, test } from "vitest";
import { daysApi } from "#lib/shared/api/days.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto, TripPatch } from "#lib/shared/trips.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { historyAfter, newComment, newStop, newTrip, patchTrip, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import {
  expectAbsent,
  expectForbidden,
  expectInvalid,
  expectUnauthenticated,
} from "#tests/helpers/refusals.ts";

const FIRST = "2027-06-01";

/** Creates three days, each with a title and two stops: `1a`, `1b`, `2a` … */
async function newPlan() {
  const ann = await newPerson();
  const trip = await newTrip(ann, { startDate: FIRST, endDate: "2027-06-03" });
  for (const [index, day] of trip.days.entries()) {
    const params = { tripId: trip.id, dayId: day.id };
    const body = { title: `Day ${index + 1}`, notes: `Notes ${index + 1}` };
    await send(daysApi.update, { params, token: ann.token, body });
    for (const letter of ["a", "b"]) {
      await newStop(ann, trip, { dayId: day.id, name: `${index + 1}${letter}` });
    }
  }
  const change = (body: TripPatch) => patchTrip(ann, trip.id, body);
  return { ann, tripId: trip.id, dayIds: trip.days.map(({ id }) => id), change };
}

/** Returns the plan as lines: each day's date, title and stops, then Ideas. */
function outline({ days, stops }: TripDto): string[] {
  const on = (dayId: string | null) => stops.filter((stop) => stop.dayId === dayId).map(({ name }) => name);
  const lines = days.map(({ id, date, title }) => [date.slice(5), title ?? "–", ...on(id)].join(" "));
  return [...lines, ["Ideas", ...on(null)].join(" ")];
}

function onSecondDay({ stops }: TripDto) {
  return stops.filter(({ name }) => name.startsWith("2"));
}

describe("fewer days", () => {
  test("send their stops to Ideas, in order and with the day they stood on; nothing else moves", async () => {
    const { ann, tripId, change } = await newPlan();
    const before = await readTrip(ann, tripId);
    const after = await change({ startDate: "2027-06-02", endDate: "2027-06-02" });
    expect(outline(after)).toEqual(["06-02 Day 2 2a 2b", "Ideas 1a 1b 3a 3b"]);
    expect(await readTrip(ann, tripId)).toEqual(after);
    const moved = after.stops.filter(({ dayId }) => dayId === null);
    expect(moved.map(({ formerDate }) => formerDate)).toEqual([FIRST, FIRST, "2027-06-03", "2027-06-03"]);
    expect(onSecondDay(after)).toEqual(onSecondDay(before));
    expect(after.days[0]).toEqual(before.days[1]);
  });

  test("come behind the ideas that were there, whose order stays", async () => {
    const { ann, tripId, change } = await newPlan();
    const trip = await readTrip(ann, tripId);
    for (const name of ["x", "y"]) await newStop(ann, trip, { dayId: null, name });
    expect(outline(await change({ startDate: FIRST, endDate: FIRST }))).toEqual([
      "06-01 Day 1 1a 1b",
      "Ideas x y 2a 2b 3a 3b",
    ]);
  });

  test("keep votes, comments and every field of their stops", async () => {
    const { ann, tripId, change } = await newPlan();
    const { stops } = await readTrip(ann, tripId);
    const last = stops.find(({ name }) => name === "3b");
    const params = { tripId, stopId: last?.id ?? "" };
    await send(stopsApi.vote, { params, token: ann.token, body: { value: 1 } });
    await newComment(ann, tripId, { target: { kind: "stop", id: params.stopId } });
    await send(stopsApi.update, {
      params,
      token: ann.token,
      body: { notes: "Book ahead", startTime: "19:00" },
    });
    const before = (await readTrip(ann, tripId)).stops.find(({ id }) => id === last?.id);
    const after = (await change({ startDate: null, endDate: null })).stops.find(({ id }) => id === last?.id);
    expect(after).toEqual({
      ...before,
      dayId: null,
      formerDate: "2027-06-03",
      position: after?.position,
      version: (before?.version ?? 0) + 1,
      updatedAt: after?.updatedAt,
    });
  });

  test("of an undated trip are none: all stops wait in Ideas", async () => {
    const { change } = await newPlan();
    const undated = await change({ startDate: null, endDate: null });
    expect(outline(undated)).toEqual(["Ideas 1a 1b 2a 2b 3a 3b"]);
    expect(undated.status).toBe("undated");
  });
});

describe("days come back", () => {
  test("with the title and notes they had, and the same id", async () => {
    const { dayIds, change } = await newPlan();
    await change({ startDate: "2027-06-02", endDate: "2027-06-02" });
    const again = await change({ startDate: FIRST, endDate: "2027-06-04" });
    expect(again.days.map(({ id, title, notes }) => [id, title, notes])).toEqual([
      [dayIds[0], "Day 1", "Notes 1"],
      [dayIds[1], "Day 2", "Notes 2"],
      [dayIds[2], "Day 3", "Notes 3"],
      [expect.any(String), null, null],
    ]);
    expect(outline(again).at(-1)).toBe("Ideas 1a 1b 3a 3b");
  });

  test("however often the dates go to and fro", async () => {
    const { dayIds, change } = await newPlan();
    for (const endDate of [FIRST, "2027-06-03", "2027-06-02", "2027-06-05", FIRST]) {
      await change({ startDate: FIRST, endDate });
      await change({ startDate: null, endDate: null });
    }
    const { days } = await change({ startDate: FIRST, endDate: "2027-06-03" });
    expect(days.map(({ id, title }) => [id, title])).toEqual(
      dayIds.map((id, index) => [id, `Day ${index + 1}`]),
    );
  });
});

describe("shifted days", () => {
  test("take the plan along: the same days with the same stops on other dates", async () => {
    const { dayIds, change } = await newPlan();
    const later = await change({ startDate: "2027-06-02", endDate: "2027-06-04", dateMode: "shift" });
    expect(outline(later)).toEqual(["06-02 Day 1 1a 1b", "06-03 Day 2 2a 2b", "06-04 Day 3 3a 3b", "Ideas"]);
    expect(later.days.map(({ id }) => id)).toEqual(dayIds);
    const earlier = await change({ startDate: "2027-05-31", endDate: "2027-06-02", dateMode: "shift" });
    expect(outline(earlier)[0]).toBe("05-31 Day 1 1a 1b");
  });

  test("that don't fit the new length are retired like others", async () => {
    const { change } = await newPlan();
    expect(
      outline(await change({ startDate: "2027-07-01", endDate: "2027-07-02", dateMode: "shift" })),
    ).toEqual(["07-01 Day 1 1a 1b", "07-02 Day 2 2a 2b", "Ideas 3a 3b"]);
  });

  test("of a trip without dates begin where the trip begins", async () => {
    const { change } = await newPlan();
    await change({ startDate: null, endDate: null });
    const dated = await change({ startDate: "2027-06-03", endDate: "2027-06-04", dateMode: "shift" });
    expect(outline(dated)).toEqual(["06-03 Day 3", "06-04 –", "Ideas 1a 1b 2a 2b 3a 3b"]);
  });

  test("while dates are kept, days stay on their dates", async () => {
    const { change } = await newPlan();
    const kept = await change({ startDate: "2027-06-02", endDate: "2027-06-04", dateMode: "keep" });
    expect(outline(kept)).toEqual(["06-02 Day 2 2a 2b", "06-03 Day 3 3a 3b", "06-04 –", "Ideas 1a 1b"]);
  });
});

describe("the preview of dates", () => {
  test("is for viewers and up, and writes nothing", async () => {
    const scene = await newTripFixture();
    const params = { tripId: scene.tripId };
    const input = { params, body: { startDate: null, endDate: null } };
    expectUnauthenticated(await send(tripsApi.previewDates, input));
    expectAbsent(await send(tripsApi.previewDates, { ...input, token: scene.stranger.token }), "trip");
    expectForbidden(
      await send(tripsApi.previewDates, { ...input, token: scene.guest.token }),
      "guest",
      "viewer",
    );
    const before = await readTrip(scene.owner, scene.tripId);
    const { token } = scene.viewer;
    expect((await send(tripsApi.previewDates, { ...input, token })).status).toBe(200);
    expect(await readTrip(scene.owner, scene.tripId)).toEqual(before);
    expect(await historyAfter(scene.owner, scene.tripId, before.seq)).toEqual([]);
  });

  test.each<[string, object, ...[string, string][]]>([
    [
      "nothing",
      {},
      ["startDate", "This is missing: send a text."],
      ["endDate", "This is missing: send a text."],
    ],
    ["one date", { startDate: FIRST, endDate: null }, ["endDate", "Send both dates, or neither."]],
    [
      "an end before the start",
      { startDate: FIRST, endDate: "2027-05-31" },
      ["endDate", "The trip ends before it starts."],
    ],
    ["more than a year", { startDate: FIRST, endDate: "2028-12-01" }, ["endDate", "At most 366 days."]],
    [
      "no such mode",
      { startDate: null, endDate: null, mode: "move" },
      ["mode", 'Send one of "keep", "shift".'],
    ],
  ])("refuses %s", async (_, body, ...issues) => {
    const { ann, tripId } = await newPlan();
    expectInvalid(
      await send(tripsApi.previewDates, { params: { tripId }, token: ann.token, body }),
      ...issues,
    );
  });

  test("names every day and stop that the change would touch", async () => {
    const { ann, tripId, dayIds, change } = await newPlan();
    await change({ startDate: FIRST, endDate: "2027-06-02" });
    const body = { startDate: "2027-06-02", endDate: "2027-06-04" };
    const preview = await send(tripsApi.previewDates, { params: { tripId }, token: ann.token, body });
    const { stops } = await readTrip(ann, tripId);
    const idOf = (name: string) => stops.find((stop) => stop.name === name)?.id;
    expect(preview.body).toEqual({
      addedDates: ["2027-06-04"],
      revivedDays: [{ id: dayIds[2], date: "2027-06-03", title: "Day 3" }],
      shiftedDays: [],
      retiredDays: [{ id: dayIds[0], date: FIRST, title: "Day 1" }],
      stopsToIdeas: ["1a", "1b"].map((name) => ({ id: idOf(name), name, date: FIRST })),
      shiftedReservations: [],
      keptReservations: [],
    });
  });
});

test("of two days that were retired on one date the one that was in the plan last comes back", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann, { startDate: "2027-06-02", endDate: "2027-06-04" });
  const params = { tripId: trip.id, dayId: trip.days[0]?.id ?? "" };
  await send(daysApi.update, { params, token: ann.token, body: { title: "Nara", notes: "Deer" } });
  await patchTrip(ann, trip.id, { startDate: "2027-06-01", endDate: "2027-06-04" });
  await patchTrip(ann, trip.id, { startDate: "2027-06-02", endDate: "2027-06-04" });
  await patchTrip(ann, trip.id, { startDate: "2027-06-01", endDate: "2027-06-03", dateMode: "shift" });
  await patchTrip(ann, trip.id, { startDate: "2027-06-02", endDate: "2027-06-03" });
  const back = await patchTrip(ann, trip.id, { startDate: "2027-06-01", endDate: "2027-06-03" });
  expect(back.days[0]).toMatchObject({ id: params.dayId, date: "2027-06-01", title: "Nara", notes: "Deer" });
});
