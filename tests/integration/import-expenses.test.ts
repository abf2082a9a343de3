import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { balancesIn } from "#lib/shared/balances.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { as, historyAfter, patchTrip, readTrip } from "#tests/factories/trips.ts";
import {
  balancesByName,
  GROUP_CSV,
  miasTrip,
  GROUP_BALANCES,
  NOTHING_LOST,
  preview,
  sendFile,
} from "#tests/helpers/expense-imports.ts";
import { fingerprint } from "#tests/helpers/fingerprint.ts";
import { recordStatements } from "#tests/helpers/statements.ts";
import { expectForbidden, expectInvalid, expectRefused } from "#tests/helpers/refusals.ts";

test("everyone comes out as the file says, to the last unit, and one undo takes it out again", async () => {
  const { mia, trip } = await miasTrip();
  const before = await readTrip(mia, trip.id);
  const sent = await sendFile(mia, trip.id, GROUP_CSV);
  expect(sent.body).toEqual({ expenses: 3, settlements: 1, members: 2, skipped: 0, ...NOTHING_LOST });
  const after = await readTrip(mia, trip.id);
  expect(balancesByName(after)).toEqual(GROUP_BALANCES);
  expect([...balancesIn(after, after).values()].reduce((sum, each) => sum + each, 0)).toBe(0);
  const ferry = after.expenses.find(({ title }) => title === "Ferry");
  expect(ferry).toMatchObject({
    category: "transport",
    spentOn: "2026-11-15",
    private: false,
    rate: { to: "JPY" },
  });
  expect(ferry?.money.split.mode).toBe("equal");
  expect(["ecb", "snapshot"]).toContain(ferry?.rate?.source);
  expect(after.settlements).toMatchObject([{ note: "Ana paid Mia", paidOn: "2026-11-16", amount: 500 }]);
  const events = await historyAfter(mia, trip.id, trip.seq);
  expect(new Set(events.map((event) => ("groupId" in event ? event.groupId : null))).size).toBe(1);
  expect(Number(sent.headers.get("x-trip-seq"))).toBe(after.seq);
  for (const event of events.filter(({ op }) => op === "expense.created"))
    expect(after.expenses).toContainEqual({ ...("entity" in event ? event.entity : {}), commentCount: 0 });
  await call(eventsApi.undo, { params: { tripId: trip.id, seq: after.seq } }, as(mia));
  const undone = await readTrip(mia, trip.id);
  expect([undone.expenses, undone.settlements, undone.expenseCount]).toEqual([[], [], 0]);
  expect(undone.members.filter(({ leftAt }) => leftAt === null)).toEqual(before.members);
});

test("a preview says who is who and what is there already, and writes nothing", async () => {
  const { mia, trip } = await miasTrip();
  const before = await fingerprint();
  const first = await preview(mia, trip.id, GROUP_CSV);
  expect(await fingerprint()).toEqual(before);
  expect(first).toMatchObject({
    source: "splitwise",
    empty: 0,
    currencies: [{ currency: "EUR", rate: { to: "JPY" } }],
  });
  expect(first.people).toEqual([
    { name: "Mia", memberId: trip.members[0]?.id },
    { name: "Ana", memberId: null },
    { name: "=Ben", memberId: null },
  ]);
  expect(first.rows.map(({ line, isKnown }) => [line, isKnown])).toEqual(
    [3, 4, 5, 6].map((line) => [line, false]),
  );
  await sendFile(mia, trip.id, GROUP_CSV);
  const dinner = "2026-11-14,Dinner,Dining out,1000,JPY,667,-333,-334\n";
  const second = await preview(mia, trip.id, GROUP_CSV.replace("2026-11-17", `${dinner}2026-11-17`));
  expect(second.rows.map(({ isKnown }) => isKnown)).toEqual([true, true, true, true, false]);
  expect(second.people.every(({ memberId }) => memberId !== null)).toBe(true);
});

test("the same file again adds nothing, unless one wants it to; the same request again is the same import", async () => {
  const { mia, trip } = await miasTrip();
  const headers = { "idempotency-key": uuidv7() };
  const sent = [
    await sendFile(mia, trip.id, GROUP_CSV, { headers }),
    await sendFile(mia, trip.id, GROUP_CSV, { headers }),
  ];
  expect(sent[1]?.body).toEqual(sent[0]?.body);
  expect((await readTrip(mia, trip.id)).expenseCount).toBe(3);
  const again = await sendFile(mia, trip.id, GROUP_CSV);
  expect(again.body).toEqual({ expenses: 0, settlements: 0, members: 0, skipped: 4, ...NOTHING_LOST });
  expect(balancesByName(await readTrip(mia, trip.id))).toEqual(GROUP_BALANCES);
  const wanted = await sendFile(mia, trip.id, GROUP_CSV, { query: { known: "add" } });
  expect(wanted.body).toEqual({ expenses: 3, settlements: 1, members: 0, skipped: 0, ...NOTHING_LOST });
});

test("two at once add everything once", async () => {
  const { mia, trip } = await miasTrip();
  await Promise.all([sendFile(mia, trip.id, GROUP_CSV), sendFile(mia, trip.id, GROUP_CSV)]);
  const after = await readTrip(mia, trip.id);
  expect([after.expenseCount, after.settlements.length, after.members.length]).toEqual([3, 1, 3]);
  expect(balancesByName(after)).toEqual(GROUP_BALANCES);
});

const GOLD = "Date,Description,Category,Cost,Currency,Mia,Ana\n2026-11-14,Gold,General,2.00,USN,1.00,-1.00\n";

test("a currency that nobody knows a rate of needs one", async () => {
  const { mia, trip } = await miasTrip();
  const text = GOLD;
  expect(await preview(mia, trip.id, text)).toMatchObject({
    currency: "JPY",
    currencies: [{ currency: "USN", rate: null }],
  });
  const before = await fingerprint();
  expectRefused(
    await sendFile(mia, trip.id, text),
    422,
    "VALIDATION_FAILED",
    "This file can't be imported.",
    {
      issues: [{ path: "file.2", message: "Line 2: no rate for USN → JPY is known. Send one along." }],
      details: { leftOut: [expect.objectContaining({ line: 2, reason: "noRate", text: "USN → JPY" })] },
    },
  );
  expect(await fingerprint()).toEqual(before);
  const sent = await sendFile(mia, trip.id, text, { query: { rates: "USN:85.5", ratesTo: "JPY" } });
  expect(sent.status, sent.text).toBe(200);
  const rate = { to: "JPY", value: "85.5", source: "typed", date: "2026-11-14" };
  expect((await readTrip(mia, trip.id)).expenses).toMatchObject([{ rate }]);
  expectInvalid(await sendFile(mia, trip.id, text, { query: { rates: "USN=1", ratesTo: "JPY" } }), [
    "query.rates",
    "List rates as VND:0.0062,TWD:4.8.",
  ]);
});

test("rates that were typed in for another currency of the trip are a conflict", async () => {
  const { mia, trip } = await miasTrip();
  const { currency: ratesTo } = await preview(mia, trip.id, GOLD);
  await patchTrip(mia, trip.id, { currency: "USD" });
  const before = await fingerprint();
  const stray = { query: { rates: "USN:85.5", ratesTo } };
  const message = "The trip's currency is USD by now. Look at the file again, and give the rates to that.";
  const details = { fields: ["ratesTo"], current: { currency: "USD" } };
  expectRefused(await sendFile(mia, trip.id, GOLD, stray), 409, "FIELD_CONFLICT", message, { details });
  expectInvalid(await sendFile(mia, trip.id, GOLD, { query: { rates: "USN:85.5" } }), [
    "query.ratesTo",
    "Send along which currency of the trip the rates lead to.",
  ]);
  expect(await fingerprint()).toEqual(before);
  const sent = await sendFile(mia, trip.id, GOLD, { query: { rates: "USN:1.5", ratesTo: "USD" } });
  expect(sent.status, sent.text).toBe(200);
});

test("a unit more than can be counted is too much in the trip's own currency, too", async () => {
  const { mia, trip } = await miasTrip();
  // Rounding makes the payer's part one unit larger than the cost.
  const whole = "1000000000000";
  const text = `Date,Description,Category,Cost,Currency,Mia,Ana,Ben\n2026-11-14,Castle,General,${whole},JPY,${whole},-${whole},-1\n`;
  const sent = await sendFile(mia, trip.id, text);
  expect(sent).toMatchObject({ status: 422 });
  expect(sent.text).toContain("Line 2: this comes to too much in JPY.");
});

test("a bad line is named in the preview and left out, and the others come in", async () => {
  const { mia, trip } = await miasTrip();
  const bad = GROUP_CSV.replace("-10.00,20.00,-10.00", "-10.00,21.00,-10.00");
  const found = await preview(mia, trip.id, bad);
  expect(found.rows.map(({ line }) => line)).toEqual([3, 4, 6]);
  expect(found.leftOut).toEqual([
    {
      line: 5,
      reason: "sum",
      text: null,
      message: "Line 5: what people paid and owe does not add up to 0.",
    },
    // Line 8 is the currency's total; without the invalid line 5, it does not match the sum.
    {
      line: 8,
      reason: "noCost",
      text: null,
      message: "Line 8: it has no cost, and is not what the lines above come to.",
    },
  ]);
  const sent = await sendFile(mia, trip.id, bad);
  expect([sent.status, sent.body]).toEqual([
    200,
    { expenses: 2, settlements: 1, members: 2, skipped: 2, leftOut: found.leftOut, notices: [] },
  ]);
});

test("a file of which no line is good leaves nothing behind", async () => {
  const { mia, trip } = await miasTrip();
  const before = await fingerprint();
  const [head] = GROUP_CSV.split("\n");
  const bad = `${head}\n2026-11-15,Ferry,Transportation,30.00,EUR,-10.00,21.00,-10.00\n`;
  expectRefused(await sendFile(mia, trip.id, bad), 422, "VALIDATION_FAILED", "This file can't be imported.", {
    issues: [{ path: "file.2", message: "Line 2: what people paid and owe does not add up to 0." }],
    details: { leftOut: [expect.objectContaining({ line: 2, reason: "sum" })] },
  });
  const json = await sendFile(mia, trip.id, "{}");
  expect(json).toMatchObject({ status: 415, body: { code: "UNSUPPORTED_MEDIA_TYPE" } });
  expect(await fingerprint()).toEqual(before);
});

test("only who may write imports, and nobody into an archived trip", async () => {
  const { viewer, stranger, tripId } = await newTripFixture();
  expectForbidden(await sendFile(viewer, tripId, GROUP_CSV), "viewer", "editor");
  expect((await sendFile(stranger, tripId, GROUP_CSV)).status).toBe(404);
});

test("two thousand rows are one write, and one undo", async () => {
  const { mia, trip } = await miasTrip();
  const rows = Array.from({ length: 2000 }, (_, n) => `2026-11-14,Coffee ${n},Dining out,301,JPY,151,-150`);
  const text = ["Date,Description,Category,Cost,Currency,Mia,Ana", ...rows].join("\n");
  const sent = await sendFile(mia, trip.id, text);
  expect(sent.body).toEqual({ expenses: 2000, settlements: 0, members: 1, skipped: 0, ...NOTHING_LOST });
  const after = await readTrip(mia, trip.id);
  expect([after.expenses.length, after.expenseCount]).toEqual([300, 2000]);
  expect(after.seq).toBe(trip.seq + 2001);
  const undo = (seq: number) =>
    recordStatements(() => call(eventsApi.undo, { params: { tripId: trip.id, seq } }, as(mia)));
  expect((await undo(after.seq)).length).toBeLessThan(20);
  const undone = await readTrip(mia, trip.id);
  expect(undone.expenseCount).toBe(0);
  expect((await undo(undone.seq)).length).toBeLessThan(20);
  const redone = await readTrip(mia, trip.id);
  expect(redone.expenses.map(({ title, money }) => [title, money])).toEqual(
    after.expenses.map(({ title, money }) => [title, money]),
  );
});

test("a file's payments count as the debts that they pay, in the trip and in the file, whatever their days' rates are", async () => {
  const { mia, trip } = await miasTrip();
  const head = "Date,Description,Category,Cost,Currency,Mia,Ana";
  const dinners = Array.from(
    { length: 9 },
    (_, n) => `2026-11-${10 + n},Dinner ${n},Food,33.33,EUR,16.66,-16.66`,
  );
  const first = [head, ...dinners.slice(0, 5)].join("\n");
  const later = [head, "2026-11-21,Ana paid Mia,Payment,100.00,EUR,-100.00,100.00", ...dinners].join("\n");
  await sendFile(mia, trip.id, first, { query: { rates: "EUR:160.37", ratesTo: "JPY" } });
  const rest = { rates: "EUR:171.9", ratesTo: "JPY" };
  const sent = await sendFile(mia, trip.id, later, { query: rest });
  expect(sent.body).toMatchObject({ expenses: 4, settlements: 1 });
  const last = [head, "2026-11-22,Ana paid Mia,Payment,49.94,EUR,-49.94,49.94"].join("\n");
  await sendFile(mia, trip.id, last, { query: rest });
  const whole = await readTrip(mia, trip.id);
  expect(balancesByName(whole)).toEqual({ EUR: { Mia: 0, Ana: 0 } });
  expect([...balancesIn(whole, whole).values()]).toEqual([0, 0]);
  expect(whole.settlements.map(({ rate }) => rate?.source)).toEqual(["debt", "debt"]);
});
