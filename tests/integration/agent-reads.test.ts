import { describe, expect, test } from "vitest";
import { MAX_RESULT_BYTES } from "#lib/server/agent/tools/fit-result.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { newAttachment, newReservation } from "#tests/factories/bookings.ts";
import { newExpense, expenseSharedBy } from "#tests/factories/money.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import {
  newComment,
  newDecision,
  newItem,
  newStop,
  newTrip,
  patchTrip,
  readTrip,
} from "#tests/factories/trips.ts";
import { callTool, newToolRun } from "#tests/helpers/agent-tools.ts";
import { newMoneyFixture } from "#tests/helpers/expenses.ts";
import { send } from "#tests/helpers/handlers.ts";

/* These tests cover what the agent reads of a trip. */

const short = (id: string) => id.slice(-8);

describe("the whole trip", () => {
  test("comes with the ids that other tools take, and its seq is what writes go by", async () => {
    const scene = await newTripFixture();
    const { tripId, trip, owner, editor, stop } = scene;
    const place = { lat: 35.005012, lng: 135.764912, address: "Nishiki" };
    const market = await newStop(owner, trip, {
      name: "錦市場",
      dayId: null,
      place,
      category: "food",
      startTime: "10:00",
      endTime: "11:30",
      cost: { amount: 4800, currency: "JPY" },
      notes: "刀".repeat(300),
    });
    await send(stopsApi.vote, {
      params: { tripId, stopId: market.id },
      body: { value: 1 },
      token: owner.token,
    });
    await newReservation(owner, tripId, {
      confirmation: "SECRET-CONFIRMATION",
      contact: "+81 75",
      stopId: stop.id,
    });
    await newDecision(owner, tripId, { title: "Lunch?", candidates: [market.id] });
    await newItem(owner, tripId, { text: "Umbrella" });
    await newAttachment(owner, tripId, { name: "map.pdf" });
    const run = await newToolRun(editor, tripId);
    const { told, step, cards } = await callTool(run, "read_trip", {});
    const { seq, members } = await readTrip(editor, tripId);
    expect(run.readSeq).toBe(seq);
    expect(step).toMatchObject({ state: "done", about: { count: 2 }, result: null });
    expect(cards).toEqual([]);
    const me = members.find(({ userId }) => userId === editor.userId);
    expect(told).toMatchObject({
      trip: { title: "Kyoto", startDate: "2026-11-14", timezone: "Asia/Tokyo", currency: "JPY" },
      asker: { id: short(me?.id ?? ""), role: "editor" },
      ideas: [
        {
          id: short(market.id),
          name: "錦市場",
          at: [35.00501, 135.76491],
          time: "10:00-11:30",
          category: "food",
          cost: "4800 JPY",
          votes: 1,
          notes: `${"刀".repeat(199)}…`,
        },
      ],
      bookings: [
        {
          kind: "lodging",
          title: "Ryokan",
          start: "2026-11-14T15:00 Asia/Tokyo",
          end: "2026-11-15T11:00 Asia/Tokyo",
          stopId: short(stop.id),
          isConfirmed: true,
        },
      ],
      decisions: [{ title: "Lunch?", status: "open", candidates: [short(market.id)] }],
      packing: [{ text: "Umbrella" }],
      files: ["map.pdf"],
    });
    expect(told["days"]).toEqual(
      trip.days.map(({ id, date }, index) => {
        const day = { id: short(id), date };
        const stops = [{ id: short(stop.id), name: "Kiyomizu-dera" }];
        return index === 0 ? Object.assign(day, { stops }) : day;
      }),
    );
    expect(told["members"]).toHaveLength(5);
    expect(JSON.stringify(told)).not.toMatch(/SECRET-CONFIRMATION|\+81 75|example\.test/);
  });

  test("with 500 stops it is told in 12,000 tokens, every stop of it, and says what is missing", async () => {
    const owner = (await newTripFixture()).owner;
    const trip = await newTrip(owner);
    await fill(
      trip.id,
      trip.days.map(({ id }) => id),
      500,
    );
    const run = await newToolRun(owner, trip.id);
    const { told } = await callTool(run, "read_trip", {});
    const text = JSON.stringify(told);
    expect(Buffer.byteLength(text)).toBeLessThan(MAX_RESULT_BYTES);
    expect(text.match(/第\d+站/g)).toHaveLength(500);
    expect(told["cut"]).toMatch(
      /^All notes and titles of days are left out\. .*read_day tells one day whole\.$/,
    );
  });

  test("with all that a trip holds it still is, and says how much there is", async () => {
    const owner = (await newTripFixture()).owner;
    const trip = await newTrip(owner, { startDate: "2026-01-01", endDate: "2026-12-31" });
    await fill(
      trip.id,
      trip.days.map(({ id }) => id),
      2000,
    );
    const run = await newToolRun(owner, trip.id);
    const { told } = await callTool(run, "read_trip", {});
    expect(Buffer.byteLength(JSON.stringify(told))).toBeLessThan(MAX_RESULT_BYTES);
    expect(told["cut"]).toMatch(/Only these are told: the first \d+ of 2000 stops\./);
    const [day] = trip.days;
    const { told: one } = await callTool(run, "read_day", { dayId: day?.id ?? "" });
    expect(one["stops"]).toHaveLength(5);
    await freshDatabase().pool.query("update stops set day_id = $1 where trip_id = $2", [day?.id, trip.id]);
    const { told: all } = await callTool(run, "read_day", { dayId: day?.id ?? "" });
    expect(Buffer.byteLength(JSON.stringify(all))).toBeLessThan(MAX_RESULT_BYTES);
    expect(all["cut"]).toMatch(/^Only the first \d+ of 2000 stops are told\./);
  });
});

/** Inserts stops with long names, notes and places. */
async function fill(tripId: string, dayIds: string[], count: number): Promise<void> {
  await freshDatabase().pool.query(
    `with added as (
      insert into stops (id, trip_id, day_id, position, name, place, category, start_time, end_time, notes, created_at, updated_at)
      select gen_random_uuid(), $1, ($2::uuid[])[1 + n % array_length($2::uuid[], 1)], 'a' || lpad(n::text, 6, '0'),
        '第' || n || '站 Fushimi Inari 大社', jsonb_build_object('lat', 35 + n / 10000.0, 'lng', 135, 'address', repeat('路', 100), 'placeRef', null),
        'sight', '10:00', '11:30', repeat('很长的备注', 200), now(), now()
      from generate_series(1, $3::int) n returning 1)
    update trips set stop_count = (select count(*) from added) where id = $1`,
    [tripId, dayIds, count],
  );
}

describe("one day", () => {
  test("is told whole, with the newest comments, its bookings and its ways", async () => {
    const scene = await newTripFixture();
    const { tripId, trip, owner, editor, viewer, stop } = scene;
    const params = { tripId, stopId: stop.id };
    const body = {
      place: { lat: 34.9948, lng: 135.785 },
      notes: "寺".repeat(900),
      url: "https://example.org/a",
    };
    await send(stopsApi.update, { params, body, token: owner.token });
    const lunch = await newStop(owner, trip, { name: "Lunch", place: { lat: 35.0052, lng: 135.7649 } });
    for (const text of ["one", "two", "three", "四"]) {
      await newComment(viewer, tripId, { target: { kind: "stop", id: stop.id }, body: text });
    }
    await newReservation(owner, tripId);
    const run = await newToolRun(editor, tripId);
    const dayId = trip.days[0]?.id ?? "";
    const { told, step } = await callTool(run, "read_day", { dayId: short(dayId) });
    expect(step.about).toEqual({ date: "2026-11-14" });
    expect(told).toMatchObject({
      day: { id: short(dayId), date: "2026-11-14" },
      stops: [
        {
          id: short(stop.id),
          at: [34.9948, 135.785],
          url: "https://example.org/a",
          notes: "寺".repeat(900),
          comments: ["two", "three", "四"].map((says) => ({ by: viewer.name, says })),
        },
        { id: short(lunch.id), name: "Lunch" },
      ],
      ways: [{ from: short(stop.id), to: short(lunch.id), mode: "ride", meters: expect.any(Number) }],
      bookings: [{ title: "Ryokan" }],
    });
    // A run that has read one day has not read the whole trip.
    expect(run.readSeq).toBe(0);
    const edit = await callTool(run, "edit_stop", { stopId: stop.id, notes: "寺" });
    expect(edit.told).toMatchObject({ ok: true });
  });

  test("Ideas are one too", async () => {
    const { tripId, trip, owner, editor } = await newTripFixture();
    const idea = await newStop(owner, trip, { name: "Onsen", dayId: null });
    const run = await newToolRun(editor, tripId);
    const { told } = await callTool(run, "read_day", { dayId: null });
    expect(told).toEqual({ stops: [{ id: short(idea.id), name: "Onsen", category: "other" }] });
  });

  test("read anew, it hides nothing that others did elsewhere meanwhile", async () => {
    const { tripId, trip, owner, editor, stop } = await newTripFixture();
    const run = await newToolRun(editor, tripId);
    await callTool(run, "read_trip", {});
    const params = { tripId, stopId: stop.id };
    await send(stopsApi.update, { params, body: { startTime: "07:00" }, token: owner.token });
    await callTool(run, "read_day", { dayId: trip.days[1]?.id ?? "" });
    await callTool(run, "read_history", {});
    const refused = await callTool(run, "edit_stop", { stopId: stop.id, startTime: "08:00" });
    expect(refused.told).toMatchObject({
      ok: false,
      summary: expect.stringContaining("Read the trip again"),
    });
    await callTool(run, "read_day", { dayId: trip.days[0]?.id ?? "" });
    const written = await callTool(run, "edit_stop", { stopId: stop.id, startTime: "08:00" });
    expect(written.told).toMatchObject({ ok: true });
  });
});

describe("balances", () => {
  test("are the group's, in amounts that can't be misread", async () => {
    const { tripId, owner, editor, viewer, ids } = await newMoneyFixture();
    await newExpense(owner, tripId, expenseSharedBy(9000, "JPY", ids.owner, ids.editor, ids.viewer));
    const run = await newToolRun(editor, tripId);
    const { told, step } = await callTool(run, "read_balances", {});
    expect(step.about).toEqual({ count: 2 });
    const named = { [ids.owner]: owner.name, [ids.editor]: editor.name, [ids.viewer]: viewer.name };
    const balance = (id: string, amount: string) => ({ memberId: short(id), name: named[id], amount });
    expect(told).toEqual({
      currency: "JPY",
      decimals: 0,
      balances: [ids.owner, ids.editor, ids.viewer]
        .toSorted()
        .map((id) => balance(id, id === ids.owner ? "6000 JPY" : "-3000 JPY")),
      payments: expect.arrayContaining(
        [ids.editor, ids.viewer].map((id) => ({
          fromId: short(id),
          from: named[id],
          toId: short(ids.owner),
          to: owner.name,
          amount: "3000 JPY",
        })),
      ),
    });
  });
});

test("history tells who did what, newest first, and what is gone by its name", async () => {
  const { tripId, trip, owner, editor, stop } = await newTripFixture();
  await patchTrip(owner, tripId, { title: "Nara" });
  const tea = await newStop(editor, trip, { name: "茶馆" });
  await send(stopsApi.delete, { params: { tripId, stopId: tea.id }, token: owner.token });
  await send(stopsApi.vote, { params: { tripId, stopId: stop.id }, body: { value: 1 }, token: editor.token });
  const run = await newToolRun(editor, tripId);
  const { told, step } = await callTool(run, "read_history", { limit: 4 });
  expect(step.about).toEqual({ count: 4 });
  expect(told).toEqual({
    changes: [
      { at: expect.any(String), by: editor.name, what: "vote.set", name: "Kiyomizu-dera", fields: ["value"] },
      { at: expect.any(String), by: owner.name, what: "stop.deleted", name: "茶馆" },
      { at: expect.any(String), by: editor.name, what: "stop.created", name: "茶馆" },
      {
        at: expect.any(String),
        by: owner.name,
        what: "trip.updated",
        name: "Nara",
        from: ["title: Kyoto"],
        to: ["title: Nara"],
      },
    ],
  });
});
