import { v7 as uuidv7 } from "uuid";
import { describe, expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { MAX_EXPENSES } from "#lib/shared/money-limits.ts";
import { newReservation } from "#tests/factories/bookings.ts";
import { newExpense, expenseSharedBy } from "#tests/factories/money.ts";
import { historyAfter, lastGroup, newPlaceholder, newStop, readTrip } from "#tests/factories/trips.ts";
import {
  deleteExpense,
  listedExpenses,
  newMoneyFixture,
  patchExpense,
  postExpense,
  restoreExpense,
} from "#tests/helpers/expenses.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectAbsent, expectInvalid, expectRefused, expectWritten } from "#tests/helpers/refusals.ts";

const UNKNOWN = "01a1fea0-fa5a-7365-a54d-b8396911c8f9";

describe("adding an expense", () => {
  test("answers the row, logs it, and puts it into everybody's trip", async () => {
    const { tripId, owner, guest, ids } = await newMoneyFixture();
    const { seq } = await readTrip(owner, tripId);
    const money = expenseSharedBy(1000, "JPY", ids.owner, ids.editor, ids.guest);
    const sent = await postExpense(owner, tripId, { title: " Ramen ", money });
    expect(expectWritten(sent, 201)).toBe(seq + 1);
    const times = { createdAt: expect.any(String), updatedAt: expect.any(String) };
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Tokyo" }).format(new Date());
    expect(sent.body).toEqual({
      id: expect.any(String),
      title: "Ramen",
      money,
      rate: null,
      category: "other",
      spentOn: today,
      notes: null,
      stopId: null,
      reservationId: null,
      nights: null,
      private: false,
      createdBy: ids.owner,
      deletedAt: null,
      version: 1,
      commentCount: 0,
      ...times,
    });
    const { commentCount: _, ...entity } = Object(sent.body);
    expect(await lastGroup(guest, tripId, seq)).toMatchObject([{ op: "expense.created", entity }]);
    expect(await listedExpenses(guest, tripId)).toEqual([sent.body]);
  });

  test("takes all its fields, of a bill by items", async () => {
    const { tripId, owner, stop, ids } = await newMoneyFixture();
    const { id: reservationId } = await newReservation(owner, tripId);
    const items = [
      { name: "Soup", amount: 900, memberIds: [ids.owner, ids.editor] },
      { name: "Tea", amount: 300, memberIds: [ids.editor] },
    ];
    const split = { mode: "items", parts: [], items, tax: 120, tip: 0, discount: 20 };
    const money = { amount: 1300, currency: "JPY", payers: [{ memberId: ids.editor, amount: 1300 }], split };
    const links = { stopId: stop.id, reservationId, nights: 3 };
    const body = { title: "Inn", money, category: "lodging", spentOn: "2026-11-14", notes: "", ...links };
    const sent = await postExpense(owner, tripId, body);
    expectWritten(sent, 201);
    expect(sent.body).toMatchObject(body);
    expect(await listedExpenses(owner, tripId)).toEqual([sent.body]);
  });

  test("of money that came back is an amount below 0", async () => {
    const { tripId, owner, ids } = await newMoneyFixture();
    const sent = await postExpense(owner, tripId, {
      title: "Deposit",
      money: expenseSharedBy(-500, "JPY", ids.owner, ids.editor),
    });
    expectWritten(sent, 201);
    expect(sent.body).toMatchObject({ money: { amount: -500, payers: [{ amount: -500 }] } });
  });

  test("for people without an account, and guests, is an editor's to do", async () => {
    const { tripId, editor, ids } = await newMoneyFixture();
    const grandma = await newPlaceholder(editor, tripId);
    const money = expenseSharedBy(300, "JPY", grandma.id, ids.guest);
    expectWritten(await postExpense(editor, tripId, { title: "Tea", money }), 201);
  });
});

describe("what it is for", () => {
  test("is a stop and a booking of this trip that are there", async () => {
    const { tripId, trip, owner, ids } = await newMoneyFixture();
    const other = await newMoneyFixture();
    const stop = await newStop(owner, trip);
    const booking = await newReservation(owner, tripId);
    const linked = { stopId: stop.id, reservationId: booking.id };
    const money = expenseSharedBy(900, "JPY", ids.owner);
    const made = await newExpense(owner, tripId, money, linked);
    await send(stopsApi.delete, { params: { tripId, stopId: stop.id }, token: owner.token });
    const params = { tripId, reservationId: booking.id };
    await send(reservationsApi.delete, { params, token: owner.token });
    // The expense stays linked to the deleted reservation, but no new link to it is possible.
    expect(await listedExpenses(owner, tripId)).toEqual([made]);
    expectWritten(await patchExpense(owner, tripId, made.id, { ...linked, title: "Tea" }));
    const NO_STOP: [string, string] = ["stopId", "This is no stop of the trip."];
    const NO_BOOKING: [string, string] = ["reservationId", "This is no reservation of the trip."];
    for (const stopId of [stop.id, other.stop.id, UNKNOWN])
      expectInvalid(await postExpense(owner, tripId, { title: "Tea", money, stopId }), NO_STOP);
    for (const reservationId of [booking.id, UNKNOWN])
      expectInvalid(await postExpense(owner, tripId, { title: "Tea", money, reservationId }), NO_BOOKING);
    const unlinked = await patchExpense(owner, tripId, made.id, { stopId: null });
    expect(unlinked.body).toMatchObject({ stopId: null, reservationId: booking.id });
    expectInvalid(await patchExpense(owner, tripId, made.id, { stopId: stop.id }), NO_STOP);
  });
});

describe("changing, deleting and restoring", () => {
  test("changes what is sent and nothing else", async () => {
    const { tripId, owner, editor, ids } = await newMoneyFixture();
    const made = await newExpense(owner, tripId, expenseSharedBy(900, "JPY", ids.owner), { notes: "Cash." });
    const { seq } = await readTrip(owner, tripId);
    const sent = await patchExpense(editor, tripId, made.id, { title: "Lunch", spentOn: "2026-11-16" });
    expect(expectWritten(sent)).toBe(seq + 1);
    const changed = { title: "Lunch", spentOn: "2026-11-16", version: 2, updatedAt: expect.any(String) };
    expect(sent.body).toEqual({ ...made, ...changed });
    expect(await lastGroup(owner, tripId, seq)).toMatchObject([
      {
        op: "expense.updated",
        entity: sent.body,
        changes: { title: ["Dinner", "Lunch"], spentOn: ["2026-11-15", "2026-11-16"] },
      },
    ]);
    // A change to the same values writes no event.
    expect(expectWritten(await patchExpense(owner, tripId, made.id, { title: "Lunch" }))).toBe(seq + 1);
    expectInvalid(await patchExpense(owner, tripId, made.id, {}), ["", "Send at least one field to change."]);
    expectInvalid(await patchExpense(owner, tripId, made.id, { private: true }), [
      "private",
      "What others have seen can't become private.",
    ]);
  });

  test("a deleted one is in no list, and comes back as it was", async () => {
    const { tripId, owner, editor, ids } = await newMoneyFixture();
    const made = await newExpense(owner, tripId, expenseSharedBy(900, "JPY", ids.owner));
    expect((await deleteExpense(editor, tripId, made.id)).status).toBe(204);
    expect(await listedExpenses(owner, tripId)).toEqual([]);
    expectAbsent(await patchExpense(owner, tripId, made.id, { title: "Tea" }), "expense");
    expectAbsent(await deleteExpense(owner, tripId, made.id), "expense");
    const back = await restoreExpense(owner, tripId, made.id);
    expectWritten(back);
    expect(back.body).toEqual({ ...made, version: 3, updatedAt: expect.any(String) });
    expect(await listedExpenses(editor, tripId)).toEqual([back.body]);
    // Restoring the expense a second time changes nothing.
    const { seq } = await readTrip(owner, tripId);
    expect(expectWritten(await restoreExpense(owner, tripId, made.id))).toBe(seq);
    const ops = (await historyAfter(owner, tripId, seq - 3)).map(({ op }) => op);
    expect(ops).toEqual(["expense.created", "expense.deleted", "expense.restored"]);
    const other = await newMoneyFixture();
    for (const expenseId of [UNKNOWN, made.id])
      expectAbsent(await restoreExpense(other.owner, other.tripId, expenseId), "expense");
  });
});

describe("the list", () => {
  test("is in pages, newest day first, and within a day what was added last", async () => {
    const { tripId, owner, guest, ids } = await newMoneyFixture();
    const made: ExpenseDto[] = [];
    for (const spentOn of ["2026-11-14", "2026-11-16", "2026-11-14", "2026-11-15", "2026-11-16"])
      made.push(await newExpense(owner, tripId, expenseSharedBy(900, "JPY", ids.owner), { spentOn }));
    const seen: unknown[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 3; page++) {
      const query = { limit: "2", ...(cursor === undefined ? {} : { cursor }) };
      const sent = await send(expensesApi.list, { params: { tripId }, query, token: guest.token });
      seen.push(...(sent.body as unknown[]));
      const link = sent.headers.get("link");
      cursor = link
        ? (new URL(link.slice(1, link.indexOf(">")), "http://x").searchParams.get("cursor") ?? "")
        : undefined;
    }
    expect(cursor).toBeUndefined();
    expect(seen).toEqual([4, 1, 3, 2, 0].map((index) => made[index]));
    expect(await listedExpenses(guest, tripId)).toEqual(seen);
    for (const bad of ["x", `2026-02-30~${UNKNOWN}`, "2026-11-14~", `${UNKNOWN}~2026-11-14`]) {
      const sent = await send(expensesApi.list, {
        params: { tripId },
        query: { cursor: bad },
        token: guest.token,
      });
      expectInvalid(sent, ["query.cursor", "Take the cursor from the Link header."]);
    }
  });

  test("ends at a limit, which others' private ones are no part of", async () => {
    const { tripId, owner, editor, ids } = await newMoneyFixture();
    const money = expenseSharedBy(900, "JPY", ids.owner);
    const { pool } = freshDatabase();
    await pool.query(
      `insert into expenses (id, trip_id, title, money, category, spent_on, people)
         select gen_random_uuid(), $1, 'Tea', $2, 'food', '2026-11-14', case when n > 5 then array[$3::uuid] end
         from generate_series(1, $4::int) n`,
      [tripId, JSON.stringify(money), ids.owner, MAX_EXPENSES],
    );
    expectRefused(
      await postExpense(owner, tripId, { id: uuidv7(), title: "Tea", money }),
      422,
      "LIMIT_REACHED",
      "A trip holds at most 8000 expenses. Delete some first.",
    );
    expectWritten(await postExpense(editor, tripId, { title: "Tea", money }), 201);
    const trip = await readTrip(owner, tripId);
    expect([trip.expenses.length, trip.expenseCount]).toEqual([300, MAX_EXPENSES + 1]);
    expect((await readTrip(editor, tripId)).expenseCount).toBe(6);
  });
});
