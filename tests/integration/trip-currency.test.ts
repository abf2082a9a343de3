import { describe, expect, test } from "vitest";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { exportsApi } from "#lib/shared/api/exports.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { moneyApi } from "#lib/shared/api/money.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { BalancesDto } from "#lib/shared/budget.ts";
import { MAX_AMOUNT } from "#lib/shared/money.ts";
import type { TripDto, TripPatch } from "#lib/shared/trips.ts";
import { newExpense, newSettlement, expenseSharedBy } from "#tests/factories/money.ts";
import type { Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { historyAfter, readTrip } from "#tests/factories/trips.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import {
  expectAbsent,
  expectForbidden,
  expectInvalid,
  expectUnauthenticated,
  expectWritten,
} from "#tests/helpers/refusals.ts";

/** Creates a trip in yen, with its owner and editor as members and functions that change its currency. */
async function newPurse() {
  const scene = await newTripFixture();
  const { tripId, owner, editor } = scene;
  const params = { tripId };
  const { members } = await readTrip(owner, tripId);
  const idOf = (person: Person) => members.find(({ userId }) => userId === person.userId)?.id ?? "";
  const patch = (body: TripPatch, person = editor, headers = {}): Promise<RawAnswer> =>
    send(tripsApi.update, { params, body, token: person.token, headers });
  const change = async (currency: string, value?: string) =>
    expectWritten(await patch({ currency, ...(value === undefined ? {} : { currencyRate: { value } }) }));
  const undo = async (seq: number) =>
    expectWritten(await send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token: owner.token }));
  const balances = async () => {
    const sent = await send(moneyApi.balances, { params, token: owner.token });
    expect(sent.status, sent.text).toBe(200);
    return sent.body as BalancesDto;
  };
  const preview = (body: object, person = owner) =>
    send(moneyApi.previewCurrency, { params, body, token: person.token });
  return { ...scene, patch, change, undo, balances, preview, ann: idOf(owner), ben: idOf(editor) };
}

function amountOf({ balances }: BalancesDto, memberId: string): number | undefined {
  return balances.find((each) => each.memberId === memberId)?.amount;
}

describe("a trip in another currency", () => {
  test("one event, no expense is touched, and everything is converted on", async () => {
    const { tripId, owner, change, balances, ann, ben } = await newPurse();
    const dinner = await newExpense(owner, tripId, expenseSharedBy(1000, "EUR", ann, ben), {
      rate: { value: "180" },
    });
    await newExpense(owner, tripId, expenseSharedBy(2000, "JPY", ann, ben));
    const before = await readTrip(owner, tripId);
    const seq = await change("USD", "0.01");
    const events = await historyAfter(owner, tripId, before.seq);
    expect(events).toMatchObject([
      {
        op: "trip.updated",
        seq,
        entity: {
          currency: "USD",
          formerCurrencies: [{ currency: "JPY", value: "0.01", source: "typed", date: expect.any(String) }],
        },
      },
    ]);
    const after = await readTrip(owner, tripId);
    expect(after.expenses).toEqual(before.expenses);
    expect(after.expenses).toContainEqual(dinner);
    // €10 are ¥1800 and therefore $18, ¥2000 are $20, and each member owes half of both.
    expect(await balances()).toMatchObject({
      currency: "USD",
      balances: expect.arrayContaining([
        { memberId: ann, amount: 1900 },
        { memberId: ben, amount: -1900 },
      ]),
    });
    await newExpense(owner, tripId, expenseSharedBy(100, "USD", ben, ann));
    expect(amountOf(await balances(), ann)).toBe(1850);
    await change("EUR", "0.5");
    // The expense in euros counts as €10 again; the balance was $18.50 and is converted by the agreed rate.
    expect(amountOf(await balances(), ann)).toBe(1850 / 2);
  });

  test("looked up where no rate is given", async () => {
    const { tripId, owner, change } = await newPurse();
    await change("USD");
    const { formerCurrencies } = await readTrip(owner, tripId);
    expect(formerCurrencies).toEqual([
      { currency: "JPY", value: expect.stringMatching(/^0\.00\d+$/), source: "snapshot", date: "2026-09-29" },
    ]);
  });

  test("that it has already changes nothing", async () => {
    const { tripId, owner, patch } = await newPurse();
    const { seq } = await readTrip(owner, tripId);
    await patch({ currency: "JPY", currencyRate: { value: "7" } });
    expect(await readTrip(owner, tripId)).toMatchObject({ seq, currency: "JPY", formerCurrencies: [] });
  });

  test("a rate that is not known has to be sent, whatever is recorded", async () => {
    const { tripId, owner, change, patch } = await newPurse();
    expectInvalid(await patch({ currency: "CHE" }), [
      "currencyRate",
      "No rate from JPY to CHE is known. Send one along.",
    ]);
    await change("CHE", "0.0055");
    expectInvalid(await patch({ currency: "JPY" }), [
      "currencyRate",
      "No rate from CHE to JPY is known. Send one along.",
    ]);
    await change("JPY", "170.5");
    expect(await readTrip(owner, tripId)).toMatchObject({
      formerCurrencies: [{ currency: "CHE", value: "170.5" }],
    });
  });

  test.each(["0.0000000009", "0.00000000000000000001"])("not by a rate of %s", async (value) => {
    const { patch } = await newPurse();
    expectInvalid(await patch({ currency: "USD", currencyRate: { value } }), [
      "currencyRate",
      "This rate is too large or too small.",
    ]);
  });

  test("not where an amount would become too large to count, a deleted one included", async () => {
    const { tripId, owner, patch, preview, ann } = await newPurse();
    const { id } = await newExpense(owner, tripId, expenseSharedBy(MAX_AMOUNT, "JPY", ann));
    const gone = await send(expensesApi.delete, { params: { tripId, expenseId: id }, token: owner.token });
    expectWritten(gone, 204);
    const currencyRate = { value: "0.011" };
    const message = "An amount comes to too much in USD.";
    expectInvalid(await patch({ currency: "USD", currencyRate }), ["currency", message]);
    expectInvalid(await preview({ currency: "USD", rate: currencyRate }), ["currency", message]);
    expectWritten(await patch({ currency: "USD", currencyRate: { value: "0.01" } }));
  });

  test("conflicts with another change of it since", async () => {
    const { tripId, owner, patch, change } = await newPurse();
    const { seq } = await readTrip(owner, tripId);
    await change("USD", "0.01");
    const sent = await patch({ currency: "EUR" }, owner, { "x-base-seq": String(seq) });
    expect(sent).toMatchObject({
      status: 409,
      body: { code: "FIELD_CONFLICT", details: { fields: ["currency", "formerCurrencies"] } },
    });
    expectWritten(await patch({ title: "Nara" }, owner, { "x-base-seq": String(seq) }));
  });
});

describe("taken back", () => {
  test("the old balances come back to the unit, and what was recorded since is there too", async () => {
    const { tripId, owner, change, undo, balances, ann, ben } = await newPurse();
    await newExpense(owner, tripId, expenseSharedBy(333, "EUR", ann, ben), { rate: { value: "178.905547" } });
    await newExpense(owner, tripId, expenseSharedBy(777, "KWD", ben, ann), { rate: { value: "500.1234" } });
    const before = await balances();
    const seq = await change("USD", "0.0063");
    await undo(seq);
    expect(await balances()).toEqual(before);
    const redone = (await readTrip(owner, tripId)).seq;
    await undo(redone);
    expect(await readTrip(owner, tripId)).toMatchObject({ currency: "USD" });
    await newExpense(owner, tripId, expenseSharedBy(1000, "USD", ann, ben));
    await newExpense(owner, tripId, expenseSharedBy(1000, "EUR", ann, ben), { rate: { value: "1.1" } });
    await undo((await readTrip(owner, tripId)).seq - 2);
    const after = await balances();
    expect(after.currency).toBe("JPY");
    const added = Math.round(1000 / 0.63) + Math.round((1000 * 1.1) / 0.63);
    expect(
      Math.abs((amountOf(after, ann) ?? 0) - (amountOf(before, ann) ?? 0) - added / 2),
    ).toBeLessThanOrEqual(1);
  });

  test("two changes, newest first", async () => {
    const { tripId, owner, change, undo, balances, ann, ben } = await newPurse();
    await newExpense(owner, tripId, expenseSharedBy(999, "JPY", ann, ben));
    const before = await balances();
    const first = await change("USD", "0.0063");
    const second = await change("EUR", "0.87");
    await undo(second);
    await undo(first);
    expect(await balances()).toEqual(before);
    expect(await readTrip(owner, tripId)).toMatchObject({ currency: "JPY" });
  });

  test("not below another change that stands", async () => {
    const { tripId, owner, change } = await newPurse();
    const first = await change("USD", "0.0063");
    const second = await change("JPY", "150");
    const sent = await send(eventsApi.undo, { params: { tripId, seq: String(first) }, token: owner.token });
    expect(sent).toMatchObject({ status: 409, body: { code: "UNDO_CONFLICT", details: { seqs: [second] } } });
  });

  test("not where an amount would become too large to count", async () => {
    const { tripId, owner, change, ann } = await newPurse();
    const seq = await change("USD", "0.0001");
    await newExpense(owner, tripId, expenseSharedBy(MAX_AMOUNT, "USD", ann));
    const sent = await send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token: owner.token });
    expect(sent).toMatchObject({ status: 409, body: { code: "NOT_UNDOABLE" } });
  });
});

describe("what others hide", () => {
  test("refuses nobody a rate: what it comes to ends at the largest amount", async () => {
    const { tripId, owner, viewer, change, undo, preview, balances, ann, ben } = await newPurse();
    await newExpense(owner, tripId, expenseSharedBy(-MAX_AMOUNT, "JPY", ann, ben), { private: true });
    const parties = { from: ann, to: ben, amount: MAX_AMOUNT, currency: "JPY", private: true };
    await newSettlement(owner, tripId, parties);
    const rate = { value: "900" };
    expect((await preview({ currency: "USD", rate }, viewer)).body).toMatchObject({
      balances: [],
      spent: { before: 0, after: 0 },
    });
    const seq = await change("USD", "900");
    expect((await balances()).private.balances).toContainEqual({ memberId: ann, amount: MAX_AMOUNT });
    const exported = await send(exportsApi.read, {
      params: { tripId },
      query: { format: "expenses" },
      token: owner.token,
    });
    expect(exported.status, exported.text).toBe(200);
    await undo(seq);
    expect((await balances()).private.balances).toContainEqual({ memberId: ann, amount: MAX_AMOUNT / 2 });
  });

  test("keeps no change from being taken back", async () => {
    const { tripId, owner, editor, change, undo, balances, ann } = await newPurse();
    const seq = await change("USD", "0.0001");
    await newExpense(owner, tripId, expenseSharedBy(MAX_AMOUNT, "USD", ann), { private: true });
    expectWritten(await send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token: editor.token }));
    expect((await balances()).currency).toBe("JPY");
    await undo((await readTrip(owner, tripId)).seq);
  });
});

describe("a look ahead", () => {
  test("is refused to strangers and guests", async () => {
    const { tripId, preview, stranger, guest } = await newPurse();
    const body = { currency: "USD" };
    expectUnauthenticated(await send(moneyApi.previewCurrency, { params: { tripId }, body }));
    expectAbsent(await preview(body, stranger), "trip");
    expectForbidden(await preview(body, guest), "guest", "viewer");
  });

  test("says what the change then makes of it", async () => {
    const { tripId, owner, viewer, change, preview, balances, ann, ben } = await newPurse();
    await newExpense(owner, tripId, expenseSharedBy(1000, "EUR", ann, ben), { rate: { value: "180" } });
    const sent = await preview({ currency: "USD", rate: { value: "0.01" } }, viewer);
    expect(sent.body).toEqual({
      from: "JPY",
      to: "USD",
      rate: { to: "USD", value: "0.01", source: "typed", date: expect.any(String) },
      balances: [
        { memberId: ann, before: 900, after: 900 },
        { memberId: ben, before: -900, after: -900 },
      ].toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1)),
      spent: { before: 1800, after: 1800 },
    });
    await change("USD", "0.01");
    expect(amountOf(await balances(), ann)).toBe(900);
  });

  test("of a currency without a rate, and of its own", async () => {
    const { tripId, owner, preview, ann } = await newPurse();
    await newExpense(owner, tripId, expenseSharedBy(900, "JPY", ann));
    const rest = { from: "JPY", rate: null };
    expect((await preview({ currency: "CHE" })).body).toEqual({
      ...rest,
      to: "CHE",
      balances: [{ memberId: ann, before: 0, after: null }],
      spent: { before: 900, after: null },
    });
    expect((await preview({ currency: "JPY" })).body).toEqual({
      ...rest,
      to: "JPY",
      balances: [{ memberId: ann, before: 0, after: 0 }],
      spent: { before: 900, after: 900 },
    });
  });
});

describe("the answer to a change", () => {
  test("is the whole trip in its new currency", async () => {
    const { patch } = await newPurse();
    const sent = await patch({ currency: "USD", currencyRate: { value: "0.01", date: "2026-11-01" } });
    const trip = sent.body as TripDto;
    expect(trip).toMatchObject({
      currency: "USD",
      formerCurrencies: [{ currency: "JPY", value: "0.01", source: "typed", date: "2026-11-01" }],
    });
    expect(trip).not.toHaveProperty("currencyRate");
  });
});
