import { describe, expect, test } from "vitest";
import { instructionsFor } from "#lib/server/agent/instructions.ts";
import { TOOLS } from "#lib/server/agent/tools.ts";
import { addSuggestion } from "#lib/server/suggestions/add-suggestion.ts";
import { wallClock } from "#lib/shared/wall-clock.ts";
import { newReservation } from "#tests/factories/bookings.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { newComment, newStop, newTrip, readTrip } from "#tests/factories/trips.ts";
import { callTool, newToolRun } from "#tests/helpers/agent-tools.ts";
import { newMoneyFixture } from "#tests/helpers/expenses.ts";

/* These tests check that the model receives exact times, amounts and dates. */

const short = (id: string) => id.slice(-8);
const HONG_KONG = { lat: 22.2819, lng: 114.1582 };

describe("clocks", () => {
  test("a stop whose clock is not its day's is told with its zone", async () => {
    const { tripId, trip, owner, editor } = await newTripFixture();
    const far = await newStop(owner, trip, { name: "茶餐廳", place: HONG_KONG, startTime: "19:00" });
    expect(far.timezone).toBe("Asia/Hong_Kong");
    const run = await newToolRun(editor, tripId);
    const stop = { id: short(far.id), name: "茶餐廳", time: "19:00", zone: "Asia/Hong_Kong" };
    const { told } = await callTool(run, "read_trip", {});
    expect(told["days"]).toMatchObject([{ stops: [{ name: "Kiyomizu-dera" }, stop] }, {}, {}, {}, {}]);
    expect(JSON.stringify(told).match(/"zone"/g)).toHaveLength(1);
    const { told: day } = await callTool(run, "read_day", { dayId: far.dayId });
    expect(day["stops"]).toMatchObject([{}, stop]);
  });

  test("comments, like all else, are told by the trip's", async () => {
    const { tripId, stop, owner, editor } = await newTripFixture();
    const { createdAt } = await newComment(owner, tripId, {
      target: { kind: "stop", id: stop.id },
      body: "早！",
    });
    const run = await newToolRun(editor, tripId);
    const { told } = await callTool(run, "read_day", { dayId: stop.dayId });
    const { date, time } = wallClock(Date.parse(createdAt), "Asia/Tokyo");
    expect(told["stops"]).toMatchObject([{ comments: [{ says: "早！", at: `${date} ${time}` }] }]);
  });

  test("the model knows what day it is where the trip is, and which days of the week its dates are", async () => {
    const { tripId, editor } = await newTripFixture();
    const run = await newToolRun(editor, tripId);
    const words = await instructionsFor({
      ...run,
      ctx: { ...run.ctx, now: () => new Date("2026-11-13T15:30:00Z") },
    });
    expect(words).toContain('"clockOfTheTrip":"2026-11-14 00:30, Saturday"');
    expect(words).toContain('"startDate":"2026-11-14, Saturday","endDate":"2026-11-18, Wednesday"');
  });
});

describe("amounts", () => {
  test("of a write are told back with their decimals, so that a wrong one is seen", async () => {
    const { tripId, trip, stop, editor } = await newTripFixture();
    const { seq } = await readTrip(editor, tripId);
    const run = await newToolRun(editor, tripId, { readSeq: seq });
    const added = await callTool(run, "add_stop", { name: "Tea", dayId: trip.days[0]?.id, ...cost("KWD") });
    expect(added.told).toMatchObject({ ok: true, cost: "4.800 KWD" });
    const changed = await callTool(run, "edit_stop", { stopId: stop.id, ...cost("JPY") });
    expect(changed.told).toMatchObject({ ok: true, cost: "4800 JPY" });
    const booked = await callTool(run, "add_reservation", { kind: "other", title: "Bath", ...cost("EUR") });
    expect(booked.told).toMatchObject({ ok: true, cost: "48.00 EUR" });
  });

  test.each([
    ["KWD", "4.805 KWD"],
    ["JPY", "4805 JPY"],
    ["CNY", "48.05 CNY"],
  ])("of a draft in %s are %s", async (currency, amount) => {
    const { tripId, editor, ids } = await newMoneyFixture();
    const run = await newToolRun(editor, tripId);
    const { told, cards } = await callTool(run, "draft_expense", draft(ids.editor, currency));
    expect(told).toMatchObject({ isRecorded: false, amount });
    expect(told).not.toHaveProperty("note");
    expect(cards).toMatchObject([{ expense: { money: { amount: 4805, currency } } }]);
  });

  test("as texts and parts of the smallest unit are no amounts", () => {
    const schema = TOOLS.find(({ name }) => name === "draft_expense")?.input;
    const whole = draft("0199b6a0", "EUR");
    expect(schema?.safeParse(whole).success).toBe(true);
    for (const amount of ["4805", "48.05", 48.05, 1e15, null]) {
      expect(schema?.safeParse({ ...whole, amount }).success).toBe(false);
    }
    for (const currency of ["eur", "€", "EURO", "XXX"]) {
      expect(schema?.safeParse({ ...whole, currency }).success).toBe(false);
    }
  });

  test("in a currency whose rate nobody knows can be drafted: whoever records it types the rate", async () => {
    const { tripId, editor, ids } = await newMoneyFixture();
    const run = await newToolRun(editor, tripId);
    const { told, cards, step } = await callTool(run, "draft_expense", draft(ids.editor, "CLF"));
    expect(told).toMatchObject({
      amount: "0.4805 CLF",
      note: "No rate from CLF to JPY is known: whoever records it has to type one.",
    });
    expect([step.state, cards.length]).toEqual(["done", 1]);
  });
});

function cost(currency: string) {
  return { cost: { amount: 4800, currency } };
}

function draft(memberId: string, currency: string) {
  const payers = [{ memberId, amount: 4805 }];
  return { title: "茶", currency, amount: 4805, payers, split: { mode: "equal", parts: [{ memberId }] } };
}

describe("dates", () => {
  test("that move past a change of clocks leave bookings at their own times", async () => {
    const { owner } = await newTripFixture();
    const dates = { startDate: "2026-03-26", endDate: "2026-03-28" };
    const { id: tripId } = await newTrip(owner, { ...dates, timezone: "Europe/Berlin" });
    const zone = "Europe/Berlin";
    await newReservation(owner, tripId, {
      title: "酒店",
      confirmation: null,
      start: { local: "2026-03-26T02:30", zone },
      end: { local: "2026-03-28T11:00", zone },
    });
    const run = await newToolRun(owner, tripId);
    const asked = { startDate: "2026-03-29", endDate: "2026-03-31", mode: "shift" };
    const { told, cards } = await callTool(run, "preview_dates", asked);
    expect(told).toMatchObject({
      shiftedDays: [
        "2026-03-26 becomes 2026-03-29",
        "2026-03-27 becomes 2026-03-30",
        "2026-03-28 becomes 2026-03-31",
      ],
      shiftedBookings: ["酒店: 2026-03-26 becomes 2026-03-29"],
    });
    expect(cards).toEqual([{ type: "dates", ...asked, movedStops: 0 }]);
  });

  test("are a leap year at most", async () => {
    const { tripId, editor } = await newTripFixture();
    const run = await newToolRun(editor, tripId);
    const until = (endDate: string) =>
      callTool(run, "preview_dates", { startDate: "2028-01-01", endDate, mode: "keep" });
    expect((await until("2028-12-31")).step.state).toBe("done");
    const { told, step } = await until("2029-01-01");
    expect(told).toMatchObject({ ok: false, summary: expect.stringContaining("At most 366 days.") });
    expect(step).toMatchObject({ refusal: { code: "VALIDATION_FAILED" } });
  });
});

test("a way whose time nobody knows is not counted as none", async () => {
  const { tripId, trip, owner, editor } = await newTripFixture();
  await newStop(owner, trip, { name: "清水寺", place: { lat: 34.9948, lng: 135.785 } });
  await newStop(owner, trip, { name: "錦市場", place: { lat: 35.005, lng: 135.7649 } });
  await newStop(owner, trip, { name: "茶餐廳", place: HONG_KONG });
  const run = await newToolRun(editor, tripId);
  const { told } = await callTool(run, "estimate_route", { dayId: trip.days[0]?.id });
  expect(told).toMatchObject({
    minutes: 15,
    note: "The times of 1 of these ways are not known; minutes leaves them out.",
  });
  expect(told["ways"]).toMatchObject([{ minutes: 15 }, { mode: "far" }]);
});

describe("stops", () => {
  test("do not follow themselves, nor what was moved elsewhere meanwhile", async () => {
    const { tripId, trip, stop, owner, editor } = await newTripFixture();
    const { seq } = await readTrip(owner, tripId);
    const run = await newToolRun(editor, tripId, { readSeq: seq });
    const [first, second] = trip.days;
    const itself = { stopId: stop.id, dayId: first?.id, afterStopId: stop.id };
    expect((await callTool(run, "move_stop", itself)).told).toMatchObject({
      summary: "A stop can't follow itself: name another.",
    });
    const other = await newToolRun(owner, (await newTrip(owner)).id);
    expect((await callTool(other, "move_stop", itself)).told).toMatchObject({ ok: false });
    const before = await readTrip(owner, tripId);
    const behind = { name: "茶", dayId: second?.id, afterStopId: stop.id };
    expect((await callTool(run, "add_stop", behind)).told).toMatchObject({
      ok: false,
      summary: expect.stringMatching(/^“Kiyomizu-dera” is not on that day/),
    });
    expect(await readTrip(owner, tripId)).toEqual(before);
  });

  test("that are only proposed are not in the trip yet, and whoever reads it is told so", async () => {
    const { tripId, trip, viewer } = await newTripFixture();
    const run = await newToolRun(viewer, tripId);
    const dayId = trip.days[0]?.id;
    const reads = [
      ["read_trip", {}],
      ["read_day", { dayId }],
      ["check_trip", {}],
      ["estimate_route", { dayId }],
    ] as const;
    for (const [name, input] of reads)
      expect((await callTool(run, name, input)).told).not.toHaveProperty("notYet");
    await callTool(run, "add_stop", { name: "茶", dayId });
    for (const [name, input] of reads) {
      expect((await callTool(run, name, input)).told).toMatchObject({
        notYet: "This is the trip as it stands, without the change that you have proposed.",
      });
    }
  });

  test("that a run has proposed and taken back leave the rest of the proposal whole", async () => {
    const { tripId, trip, viewer, editor } = await newTripFixture();
    const run = await newToolRun(viewer, tripId);
    const dayId = trip.days[0]?.id;
    const { told } = await callTool(run, "add_stop", { name: "茶", dayId });
    await callTool(run, "remove_stop", { stopId: String(told["stopId"]) });
    await callTool(run, "add_packing_item", { text: "Cups" });
    const { id } = await addSuggestion({ ...run.ctx, run: undefined }, tripId, { changes: run.proposed });
    const { suggestions } = await readTrip(editor, tripId);
    expect(suggestions.find((each) => each.id === id)?.lines.map(({ op }) => op)).toContain("items.create");
  });
});
