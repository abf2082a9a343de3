import { describe, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { moneyApi } from "#lib/shared/api/money.ts";
import { settlementsApi } from "#lib/shared/api/settlements.ts";
import { MAX_SETTLEMENTS } from "#lib/shared/money-limits.ts";
import type { Person } from "#tests/factories/people.ts";
import { newExpense, newSettlement, expenseSharedBy } from "#tests/factories/money.ts";
import { as, lastGroup, newPlaceholder, readTrip } from "#tests/factories/trips.ts";
import {
  expectConverged,
  newMoneyFixture,
  patchSettlement,
  postSettlement,
} from "#tests/helpers/expenses.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { expectAbsent, expectInvalid, expectRefused, expectWritten } from "#tests/helpers/refusals.ts";

const UNKNOWN = "01a1fea0-fa5a-7365-a54d-b8396911c8f9";
const OTHER = "01a1fea0-fa5a-7365-a54d-b8396911c8fa";

function remove(by: Person, tripId: string, settlementId: string): Promise<RawAnswer> {
  return send(settlementsApi.delete, { params: { tripId, settlementId }, token: by.token });
}

function restore(by: Person, tripId: string, settlementId: string): Promise<RawAnswer> {
  return send(settlementsApi.restore, { params: { tripId, settlementId }, token: by.token });
}

describe("adding a settlement", () => {
  test("answers the row, logs it, and puts it into everybody's trip", async () => {
    const { tripId, owner, editor, guest, ids } = await newMoneyFixture();
    const old = await readTrip(guest, tripId);
    const body = { from: ids.guest, to: ids.owner, amount: 450, currency: "JPY" };
    const sent = await postSettlement(editor, tripId, body);
    expect(expectWritten(sent, 201)).toBe(old.seq + 1);
    expect(sent.body).toEqual({
      ...body,
      id: expect.any(String),
      rate: null,
      paidOn: new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Tokyo" }).format(new Date()),
      note: null,
      private: false,
      createdBy: ids.editor,
      deletedAt: null,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await lastGroup(owner, tripId, old.seq)).toMatchObject([
      { op: "settlement.created", entity: sent.body },
    ]);
    expect((await expectConverged(guest, old)).settlements).toEqual([sent.body]);
  });

  test("takes any currency, a part, more than is owed, and its own words", async () => {
    const { tripId, owner, ids } = await newMoneyFixture();
    const body = {
      from: ids.owner,
      to: ids.editor,
      amount: 1,
      currency: "EUR",
      rate: { value: "160.5" },
      paidOn: "2026-11-14",
      note: " By card. ",
    };
    const sent = await postSettlement(owner, tripId, body);
    expectWritten(sent, 201);
    const rate = { to: "JPY", value: "160.5", source: "typed", date: "2026-11-14" };
    expect(sent.body).toMatchObject({ ...body, rate, note: "By card." });
  });

  test("is between two people of the trip, above 0", async () => {
    const { tripId, owner, ids } = await newMoneyFixture();
    const body = { from: ids.owner, to: ids.editor, amount: 450, currency: "JPY" };
    const cases: [object, [string, string][]][] = [
      [{ to: ids.owner }, [["to", "Choose two different people."]]],
      [{ from: UNKNOWN }, [["from", "This is no member of the trip."]]],
      [
        { from: UNKNOWN, to: OTHER },
        [
          ["from", "This is no member of the trip."],
          ["to", "This is no member of the trip."],
        ],
      ],
      [{ amount: 0 }, [["amount", "Give an amount above 0."]]],
      [{ amount: -5 }, [["amount", "Give an amount above 0."]]],
      [{ amount: 2e12 }, [["amount", "This amount is too large."]]],
      [{ currency: "XYZ" }, [["currency", "This is no ISO 4217 currency."]]],
      [{ paidOn: "2026-02-30" }, [["paidOn", "Use an existing date as YYYY-MM-DD."]]],
      [{ note: "x".repeat(201) }, [["note", "At most 200 characters."]]],
    ];
    for (const [change, issues] of cases)
      expectInvalid(await postSettlement(owner, tripId, { ...body, ...change }), ...issues);
    expect((await readTrip(owner, tripId)).settlements).toEqual([]);
  });

  test("settles what somebody who has left still owes", async () => {
    const { tripId, owner, ids } = await newMoneyFixture();
    const gone = await newPlaceholder(owner, tripId);
    await newExpense(owner, tripId, expenseSharedBy(900, "JPY", ids.owner, gone.id));
    const params = { tripId, memberId: gone.id };
    await send(membersApi.removePlaceholder, { params, token: owner.token });
    const transfersOf = async () =>
      (await call(moneyApi.settleUp, { params: { tripId }, query: {} }, as(owner))).data.transfers;
    const transfers = await transfersOf();
    expect(transfers).toEqual([{ from: gone.id, to: ids.owner, amount: 450, currency: "JPY" }]);
    expectWritten(await postSettlement(owner, tripId, Object(transfers[0])), 201);
    expect(await transfersOf()).toEqual([]);
  });

  test("ends at a limit", async () => {
    const { tripId, owner, ids } = await newMoneyFixture();
    await freshDatabase().pool.query(
      `insert into settlements (id, trip_id, from_id, to_id, amount, currency, paid_on)
         select gen_random_uuid(), $1, $2, $3, 1, 'JPY', '2026-11-14' from generate_series(1, $4::int)`,
      [tripId, ids.owner, ids.editor, MAX_SETTLEMENTS],
    );
    expectRefused(
      await postSettlement(owner, tripId, { from: ids.owner, to: ids.editor, amount: 1, currency: "JPY" }),
      422,
      "LIMIT_REACHED",
      "A trip holds at most 1000 settlements. Delete some first.",
    );
    const { seq, settlements } = await readTrip(owner, tripId);
    expect(settlements).toHaveLength(MAX_SETTLEMENTS);
    const [one] = settlements;
    expect((await remove(owner, tripId, one?.id ?? "")).status).toBe(204);
    await newSettlement(owner, tripId, { from: ids.owner, to: ids.editor, amount: 1, currency: "JPY" });
    const undo = { params: { tripId, seq: String(seq + 1) }, token: owner.token };
    for (const sent of [await restore(owner, tripId, one?.id ?? ""), await send(eventsApi.undo, undo)])
      expectRefused(sent, 422, "LIMIT_REACHED", "A trip holds at most 1000 settlements. Delete some first.");
  });
});

test("changing one leaves who gave whom; deleted and restored it is the same", async () => {
  const { tripId, owner, editor, guest, ids } = await newMoneyFixture();
  const sum = { from: ids.guest, to: ids.owner, amount: 450, currency: "JPY", paidOn: "2026-11-14" };
  const made = await newSettlement(owner, tripId, sum);
  const old = await readTrip(guest, tripId);
  const patch = { amount: 3, currency: "EUR", note: "Coins." };
  const changed = await patchSettlement(editor, tripId, made.id, patch);
  expectWritten(changed);
  const rate = { to: "JPY", source: "snapshot", value: expect.any(String), date: expect.any(String) };
  expect(changed.body).toEqual({ ...made, ...patch, rate, version: 2, updatedAt: expect.any(String) });
  expect(await lastGroup(owner, tripId, old.seq)).toMatchObject([
    { op: "settlement.updated", changes: { amount: [450, 3], currency: ["JPY", "EUR"], rate: [null, rate] } },
  ]);
  expectInvalid(
    await patchSettlement(owner, tripId, made.id, { from: ids.owner }),
    ["from", "This field is unknown."],
    ["", "Send at least one field to change."],
  );
  expect((await remove(editor, tripId, made.id)).status).toBe(204);
  expect((await expectConverged(guest, old)).settlements).toEqual([]);
  expectAbsent(await remove(editor, tripId, made.id), "settlement");
  expectAbsent(await patchSettlement(owner, tripId, made.id, { amount: 1 }), "settlement");
  expectAbsent(await restore(owner, tripId, UNKNOWN), "settlement");
  const back = await restore(owner, tripId, made.id);
  expect(back.body).toEqual({ ...Object(changed.body), version: 4, updatedAt: expect.any(String) });
  expect((await expectConverged(guest, old)).settlements).toEqual([back.body]);
});

test("the list is newest day first", async () => {
  const { tripId, owner, guest, ids } = await newMoneyFixture();
  const sum = { from: ids.guest, to: ids.owner, amount: 450, currency: "JPY" };
  const early = await newSettlement(owner, tripId, { ...sum, paidOn: "2026-11-14" });
  const late = await newSettlement(owner, tripId, { ...sum, paidOn: "2026-11-16" });
  const between = await newSettlement(owner, tripId, { ...sum, paidOn: "2026-11-15" });
  const sent = await send(settlementsApi.list, { params: { tripId }, token: guest.token });
  expect(sent.body).toEqual([late, between, early]);
});

test("counts as the debt that it pays in its currency, whatever rates its expenses have", async () => {
  const { tripId, owner, ids } = await newMoneyFixture();
  for (const value of ["160.5", "90"])
    await newExpense(owner, tripId, expenseSharedBy(10_001, "USD", ids.owner, ids.editor), {
      rate: { value },
    });
  const read = async () => {
    const { data } = await call(moneyApi.balances, { params: { tripId } }, as(owner));
    const sums = data.byCurrency.find(({ currency }) => currency === "USD")?.balances ?? [];
    const of = (list: typeof sums) => list.find(({ memberId }) => memberId === ids.editor)?.amount ?? 0;
    return { trip: of(data.balances), usd: of(sums) };
  };
  const pay = (from: string, to: string, amount: number) =>
    newSettlement(owner, tripId, { from, to, amount, currency: "USD" });
  const before = await read();
  const part = await pay(ids.editor, ids.owner, 2500);
  expect(await read()).toEqual({
    usd: before.usd + 2500,
    trip: before.trip + Math.round((before.trip * 2500) / before.usd),
  });
  await pay(ids.editor, ids.owner, -before.usd - 2500);
  expect(await read()).toEqual({ usd: 0, trip: 0 });
  // The editor pays too much and gets it back.
  await pay(ids.editor, ids.owner, 777);
  await pay(ids.owner, ids.editor, 777);
  expect(await read()).toEqual({ usd: 0, trip: 0 });
  // A partial payment is changed to the full amount.
  for (const row of (await readTrip(owner, tripId)).settlements)
    if (row.id !== part.id) await remove(owner, tripId, row.id);
  await patchSettlement(owner, tripId, part.id, { amount: -before.usd });
  expect(await read()).toEqual({ usd: 0, trip: 0 });
});

test("a changed sum counts anew as the debt that it pays, though its expenses have come to other rates", async () => {
  const { tripId, owner, ids } = await newMoneyFixture();
  const spend = (amount: number, value: string) =>
    newExpense(owner, tripId, expenseSharedBy(amount, "USD", ids.owner, ids.editor), { rate: { value } });
  await spend(10_000, "160");
  const paid = { from: ids.editor, to: ids.owner, amount: 5000, currency: "USD" };
  const { id, rate } = await newSettlement(owner, tripId, paid);
  expect(rate).toMatchObject({ value: "160", source: "debt" });
  await spend(4000, "90");
  await patchSettlement(owner, tripId, id, { amount: 7000 });
  const { data } = await call(moneyApi.balances, { params: { tripId } }, as(owner));
  expect(
    [data, ...data.byCurrency].flatMap(({ balances }) => balances).filter(({ amount }) => amount !== 0),
  ).toEqual([]);
});

test("a rate that somebody has typed stays with a changed sum", async () => {
  const { tripId, owner, ids } = await newMoneyFixture();
  await newExpense(owner, tripId, expenseSharedBy(10_000, "USD", ids.owner, ids.editor), {
    rate: { value: "160" },
  });
  const paid = { from: ids.editor, to: ids.owner, amount: 2500, currency: "USD", rate: { value: "160" } };
  const { id } = await newSettlement(owner, tripId, paid);
  await newExpense(owner, tripId, expenseSharedBy(4000, "USD", ids.owner, ids.editor), {
    rate: { value: "90" },
  });
  await patchSettlement(owner, tripId, id, { amount: 7000 });
  const { settlements } = await readTrip(owner, tripId);
  expect(settlements).toMatchObject([{ amount: 7000, rate: { value: "160", source: "typed" } }]);
});
