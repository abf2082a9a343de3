import { expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { importsApi } from "#lib/shared/api/imports.ts";
import { MAX_TRIP_DAYS } from "#lib/shared/date-range.ts";
import { MAX_ITEMS } from "#lib/shared/items.ts";
import { MAX_SETTLEMENTS } from "#lib/shared/money-limits.ts";
import { newExpense, expenseSharedBy } from "#tests/factories/money.ts";
import { newItem } from "#tests/factories/trips.ts";
import { copiedByFile } from "#tests/helpers/copied-trips.ts";
import { newMoneyFixture } from "#tests/helpers/expenses.ts";
import { fileForm } from "#tests/helpers/file-inputs.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectInvalidFile } from "#tests/helpers/refusals.ts";
import { smallTripFile } from "#tests/helpers/trip-files.ts";

/* The file of any trip, exported by any of its members, can be imported. */

test("one's own beside as many as everybody may see", async () => {
  const { owner, tripId, ids } = await newMoneyFixture();
  await newItem(owner, tripId, { isPrivate: true });
  const { pool } = freshDatabase();
  await pool.query(
    `insert into items (id, trip_id, list, position, text)
       select gen_random_uuid(), $1, 'todo', 'a' || g, 'Pack' from generate_series(1, $2::int) g`,
    [tripId, MAX_ITEMS],
  );
  await pool.query(
    `insert into settlements (id, trip_id, from_id, to_id, amount, currency, paid_on, private)
       select gen_random_uuid(), $1, $2, $3, 5, 'JPY', '2026-11-14', g = 0 from generate_series(0, $4::int) g`,
    [tripId, ids.owner, ids.editor, MAX_SETTLEMENTS],
  );
  const copy = await copiedByFile(owner, tripId);
  expect([copy.items.length, copy.settlements.length]).toEqual([1 + MAX_ITEMS, 1 + MAX_SETTLEMENTS]);
  expect(copy.items.filter(({ ownerId }) => ownerId !== null)).toHaveLength(1);
});

test("people who came and went without end, and days of many former dates", async () => {
  const { owner, tripId } = await newMoneyFixture();
  const { pool } = freshDatabase();
  await pool.query(
    `insert into trip_members (id, trip_id, name, role, left_at)
       select gen_random_uuid(), $1, 'Gone', 'viewer', now() from generate_series(1, 1000)`,
    [tripId],
  );
  await pool.query(
    `insert into days (id, trip_id, date, deleted_at)
       select gen_random_uuid(), $1, date '2000-01-01' + g, now() from generate_series(0, $2::int) g`,
    [tripId, 10 * MAX_TRIP_DAYS],
  );
  const copy = await copiedByFile(owner, tripId);
  expect([copy.members.length > 1000, copy.days.length]).toEqual([true, 5]);
});

test("a private expense that comes to anything in a currency that the trip got later", async () => {
  const { owner, tripId, ids } = await newMoneyFixture();
  const { id } = await newExpense(owner, tripId, expenseSharedBy(900_000, "JPY", ids.owner), {
    private: true,
  });
  await freshDatabase().pool.query(
    "update expenses set money = jsonb_set(money, '{currency}', '\"USD\"'), rate = $2 where id = $1",
    [id, { to: "JPY", value: "999999999", source: "typed", date: "2026-11-14" }],
  );
  expect(await copiedByFile(owner, tripId)).toMatchObject({ expenseCount: 1, expenses: [{ private: true }] });
});

test("more for everybody than a trip holds is refused", async () => {
  const { owner } = await newMoneyFixture();
  const item = {
    text: "Hat",
    section: null,
    assigneeId: null,
    dueDate: null,
    doneAt: null,
    isPrivate: false,
  };
  const items = Array.from({ length: MAX_ITEMS + 1 }, () => {
    return { ...item, id: crypto.randomUUID(), list: "packing" as const };
  });
  const form = fileForm(JSON.stringify(smallTripFile({ items })), "trip.json");
  const sent = await send(importsApi.createTrip, { token: owner.token, form });
  expectInvalidFile(sent, ["file.items", `A trip holds at most ${MAX_ITEMS} items.`]);
});
