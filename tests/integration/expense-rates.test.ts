import { describe, expect, test } from "vitest";
import { withRates } from "#lib/server/money/stored-rate.ts";
import { MAX_AMOUNT } from "#lib/shared/money.ts";
import { newExpense, newSettlement, expenseSharedBy } from "#tests/factories/money.ts";
import { patchTrip, readTrip } from "#tests/factories/trips.ts";
import {
  listedExpenses,
  newMoneyFixture,
  patchExpense,
  patchSettlement,
  postExpense,
  postSettlement,
} from "#tests/helpers/expenses.ts";
import { expectInvalid, expectRefused, expectWritten } from "#tests/helpers/refusals.ts";

const DAY = "2026-11-14";
const LOOKED_UP = { to: "JPY", value: expect.any(String), source: "snapshot", date: expect.any(String) };

describe("the rate that an expense is stored with", () => {
  test("is none in the trip's currency, and looked up in another", async () => {
    const { tripId, owner, ids } = await newMoneyFixture();
    const own = await newExpense(owner, tripId, expenseSharedBy(900, "JPY", ids.owner));
    const foreign = await newExpense(owner, tripId, expenseSharedBy(900, "EUR", ids.owner));
    expect([own.rate, foreign.rate]).toEqual([null, LOOKED_UP]);
    expect(await listedExpenses(owner, tripId)).toEqual([foreign, own]);
  });

  test("is what someone types in, of its day unless they say another", async () => {
    const { tripId, owner, ids } = await newMoneyFixture();
    const money = expenseSharedBy(900, "EUR", ids.owner);
    const at = { title: "Tea", spentOn: DAY, money };
    const sent = await postExpense(owner, tripId, { ...at, rate: { value: "160.5" } });
    const typed = { to: "JPY", value: "160.5", source: "typed", date: DAY };
    expect(sent.body).toMatchObject({ rate: typed });
    const older = await postExpense(owner, tripId, { ...at, rate: { value: "160.5", date: "2026-11-01" } });
    expect(older.body).toMatchObject({ rate: { ...typed, date: "2026-11-01" } });
    const needless = { title: "Tea", money: expenseSharedBy(900, "JPY", ids.owner), rate: { value: "1" } };
    expectInvalid(await postExpense(owner, tripId, needless), [
      "rate",
      "JPY is the trip's own currency: leave the rate out.",
    ]);
    for (const value of ["0", "-1", "1,5", "1e3", "", "0.000"])
      expectInvalid(await postExpense(owner, tripId, { ...at, rate: { value } }), [
        "rate.value",
        "Give the rate as a number above 0 such as 178.906.",
      ]);
  });

  test("has to be sent where none is known", async () => {
    const { tripId, owner, ids } = await newMoneyFixture();
    const at = { title: "Tea", money: expenseSharedBy(900, "UYW", ids.owner) };
    const message = "No rate from UYW to JPY is known. Send one along.";
    expectInvalid(await postExpense(owner, tripId, at), ["rate", message]);
    expectInvalid(
      await postSettlement(owner, tripId, { from: ids.owner, to: ids.editor, amount: 5, currency: "UYW" }),
      ["rate", message],
    );
    expectWritten(await postExpense(owner, tripId, { ...at, rate: { value: "200" } }), 201);
  });

  test("must not make more of it than can be counted", async () => {
    const { tripId, owner, ids } = await newMoneyFixture();
    const money = expenseSharedBy(MAX_AMOUNT, "KWD", ids.owner);
    const rate = { value: "999999999" };
    expectInvalid(await postExpense(owner, tripId, { title: "Tea", money, rate }), [
      "money.amount",
      "This comes to too much in JPY.",
    ]);
    const made = await newExpense(owner, tripId, expenseSharedBy(MAX_AMOUNT, "KWD", ids.owner), {
      rate: { value: "1" },
    });
    expectInvalid(await patchExpense(owner, tripId, made.id, { rate }), [
      "money.amount",
      "This comes to too much in JPY.",
    ]);
    const sum = { from: ids.owner, to: ids.editor, amount: MAX_AMOUNT, currency: "KWD", rate };
    expectInvalid(await postSettlement(owner, tripId, sum), ["amount", "This comes to too much in JPY."]);
  });

  test("follows the currency, and the day where it was looked up", async () => {
    const { tripId, owner, ids } = await newMoneyFixture();
    const made = await newExpense(owner, tripId, expenseSharedBy(900, "EUR", ids.owner), {
      rate: { value: "160" },
    });
    const rateAfter = async (patch: object): Promise<unknown> => {
      const sent = await patchExpense(owner, tripId, made.id, patch);
      expectWritten(sent);
      return Object(sent.body).rate;
    };
    const typed = { to: "JPY", value: "160", source: "typed", date: "2026-11-15" };
    expect(await rateAfter({ spentOn: DAY, title: "Tea" })).toEqual(typed);
    expect(await rateAfter({ money: expenseSharedBy(950, "EUR", ids.owner) })).toEqual(typed);
    expect(await rateAfter({ money: expenseSharedBy(950, "USD", ids.owner) })).toEqual(LOOKED_UP);
    expect(await rateAfter({ rate: { value: "150", date: "2026-11-01" } })).toMatchObject({ value: "150" });
    expect(await rateAfter({ rate: null })).toEqual(LOOKED_UP);
    expect(await rateAfter({ spentOn: "2026-11-13" })).toEqual(LOOKED_UP);
    expect(await rateAfter({ money: expenseSharedBy(950, "JPY", ids.owner) })).toBeNull();
  });

  test("stays where the trip's currency changes, and new ones lead to the new one", async () => {
    const { tripId, owner, ids } = await newMoneyFixture();
    const own = await newExpense(owner, tripId, expenseSharedBy(900, "JPY", ids.owner));
    const foreign = await newExpense(owner, tripId, expenseSharedBy(900, "EUR", ids.owner));
    await patchTrip(owner, tripId, { currency: "USD" });
    expect(await listedExpenses(owner, tripId)).toEqual([foreign, own]);
    const title = { title: "Tea" };
    expect((await patchExpense(owner, tripId, own.id, title)).body).toMatchObject({ rate: null });
    expect((await patchExpense(owner, tripId, foreign.id, title)).body).toMatchObject({ rate: foreign.rate });
    const again = await patchExpense(owner, tripId, foreign.id, { rate: null });
    expect(again.body).toMatchObject({ rate: { ...LOOKED_UP, to: "USD" } });
  });
});

describe("a rate that someone typed in", () => {
  test("for the trip's former currency is a conflict", async () => {
    const { tripId, owner, editor, ids } = await newMoneyFixture();
    const made = await newExpense(owner, tripId, expenseSharedBy(900, "EUR", ids.owner));
    const paid = { from: ids.owner, to: ids.editor, amount: 900, currency: "EUR" };
    const given = await newSettlement(owner, tripId, paid);
    const { seq } = await readTrip(owner, tripId);
    await patchTrip(editor, tripId, { currency: "USD" });
    const base = { "x-base-seq": String(seq) };
    const rate = { value: "160" };
    const message = "Someone else changed this in the meantime.";
    const sent = await patchExpense(owner, tripId, made.id, { rate }, base);
    expectRefused(sent, 409, "FIELD_CONFLICT", message, { details: { fields: ["rate"], current: made } });
    const other = await patchSettlement(owner, tripId, given.id, { rate }, base);
    expectRefused(other, 409, "FIELD_CONFLICT", message, { details: { fields: ["rate"], current: given } });
    const led = { rate: { ...rate, to: "JPY" } };
    const forced = { "x-force": "true" };
    for (const headers of [{}, forced]) {
      const details = { fields: ["rate"], current: made };
      const refused = await patchExpense(owner, tripId, made.id, led, headers);
      expectRefused(refused, 409, "FIELD_CONFLICT", message, { details });
      const also = await patchSettlement(owner, tripId, given.id, led, headers);
      expectRefused(also, 409, "FIELD_CONFLICT", message, { details: { fields: ["rate"], current: given } });
    }
    const now = { rate: { value: "1.1", to: "USD" } };
    expectWritten(await patchExpense(owner, tripId, made.id, now));
  });

  test("for a new row goes to no other currency of the trip", async () => {
    const { tripId, owner, editor, ids } = await newMoneyFixture();
    const { seq } = await readTrip(owner, tripId);
    await patchTrip(editor, tripId, { currency: "USD" });
    const base = { "x-base-seq": String(seq) };
    const expense = { title: "Tea", money: expenseSharedBy(900, "EUR", ids.owner) };
    const paid = { from: ids.owner, to: ids.editor, amount: 900, currency: "EUR" };
    const message = "Someone else changed this in the meantime.";
    const more = { details: { fields: ["rate"], current: { currency: "USD" } } };
    const value = "170";
    for (const [rate, headers] of [
      [{ value, to: "JPY" }, {}],
      [{ value }, base],
    ] as const) {
      const sent = await postExpense(owner, tripId, { ...expense, rate }, headers);
      expectRefused(sent, 409, "FIELD_CONFLICT", message, more);
      const other = await postSettlement(owner, tripId, { ...paid, rate }, headers);
      expectRefused(other, 409, "FIELD_CONFLICT", message, more);
    }
    const rate = { value: "1.1", to: "USD" };
    const stored = { rate: { ...rate, source: "typed" } };
    expect((await postExpense(owner, tripId, { ...expense, rate })).body).toMatchObject(stored);
    expect((await postSettlement(owner, tripId, { ...paid, rate })).body).toMatchObject(stored);
    expectWritten(await postExpense(owner, tripId, expense, base), 201);
  });
});

test("a rate is looked up between two attempts of a write, again where the trip's currency changed meanwhile", async () => {
  const asked: string[] = [];
  let currency = "EUR";
  const rate = await withRates(
    async (find) => find({ currency: "JPY", to: currency, date: DAY }),
    async (from, to, date) => {
      asked.push(`${from} ${to} ${date}`);
      currency = "USD";
      return { to, value: "1.5", source: "ecb", date };
    },
  );
  expect(asked).toEqual([`JPY EUR ${DAY}`, `JPY USD ${DAY}`]);
  expect(rate).toEqual({ to: "USD", value: "1.5", source: "ecb", date: DAY });
});
