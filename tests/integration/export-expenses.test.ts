import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { parseCsv } from "#lib/server/imports/csv.ts";
import { exportsApi } from "#lib/shared/api/exports.ts";
import { importsApi } from "#lib/shared/api/imports.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { balancesIn } from "#lib/shared/balances.ts";
import { MAX_EXPENSES } from "#lib/shared/money-limits.ts";
import { decimalText, parseAmount } from "#lib/shared/money.ts";
import type { TripFile } from "#lib/shared/trip-file.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newExpense, expenseSharedBy } from "#tests/factories/money.ts";
import { as, newPlaceholder, newTrip, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { smallTripFile } from "#tests/helpers/trip-files.ts";

const rate = { to: "JPY", value: "160.25", source: "typed" as const, date: "2026-11-14" };

function member(id: string, name: string) {
  return { id, name, role: "editor" as const, leftAt: null };
}

/**
 * Returns a file of Ana, Ben and the exporter with an expense in a foreign currency, a refund, a private expense and a
 * settlement.
 */
function fileWithMoney(): TripFile {
  const file = smallTripFile();
  const [mia = ""] = file.members.map(({ id }) => id);
  const [ana, ben] = [uuidv7(), uuidv7()];
  const frame = { notes: null, stopId: null, reservationId: null, nights: null, createdBy: mia };
  const all = [mia, ana, ben].map((memberId) => ({ memberId }));
  const gift = [{ memberId: ana }];
  return {
    ...file,
    members: [...file.members, member(ana, "Ana"), member(ben, "=Ben")],
    expenses: [
      {
        ...frame,
        id: uuidv7(),
        title: "=Dinner",
        money: {
          amount: 10_050,
          currency: "EUR",
          payers: [
            { memberId: mia, amount: 10_000 },
            { memberId: ana, amount: 50 },
          ],
          split: { mode: "equal", parts: all },
        },
        rate,
        category: "food",
        spentOn: "2026-11-15",
        isPrivate: false,
      },
      {
        ...frame,
        id: uuidv7(),
        title: "Deposit",
        money: {
          amount: -300,
          currency: "JPY",
          payers: [{ memberId: ben, amount: -300 }],
          split: { mode: "equal", parts: all },
        },
        rate: null,
        category: "lodging",
        spentOn: "2026-11-16",
        isPrivate: false,
      },
      {
        ...frame,
        id: uuidv7(),
        title: "Gift",
        money: {
          amount: 7,
          currency: "JPY",
          payers: [{ memberId: mia, amount: 7 }],
          split: { mode: "equal", parts: gift },
        },
        rate: null,
        category: "other",
        spentOn: "2026-11-14",
        isPrivate: true,
      },
    ],
    settlements: [
      {
        id: uuidv7(),
        from: ana,
        to: mia,
        amount: 1250,
        currency: "EUR",
        rate,
        paidOn: "2026-11-17",
        note: "cash, late",
        isPrivate: false,
        createdBy: null,
      },
    ],
  };
}

async function imported(person: Person): Promise<TripDto> {
  const file = new Blob([JSON.stringify(fileWithMoney())]);
  return (await call(importsApi.createTrip, { query: {}, file }, as(person))).data;
}

async function table(person: Person, tripId: string, lang: string): Promise<string[][]> {
  const query = { format: "expenses", lang };
  const sent = await send(exportsApi.read, { params: { tripId }, query, token: person.token });
  expect(sent.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  return parseCsv(sent.text);
}

test("has all that was spent and settled, to the last unit, and runs nothing", async () => {
  const mia = await newPerson({ name: "Mia" });
  const trip = await imported(mia);
  const [columns = [], ...rows] = await table(mia, trip.id, "en");
  const cells = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])));
  expect(columns).toEqual([
    "Date",
    "What",
    "Title",
    "Category",
    "Amount",
    "Currency",
    "Rate",
    "Amount in JPY",
    "Paid by",
    "Mia (JPY)",
    "Ana (JPY)",
    "'=Ben (JPY)",
    "Notes",
    "Private",
  ]);
  expect(cells.map(({ Title, Private }) => [Title, Private])).toEqual([
    ["Gift", "yes"],
    ["'=Dinner", ""],
    ["Deposit", ""],
    ["", ""],
  ]);
  expect(cells[1]).toMatchObject({
    Date: "2026-11-15",
    Amount: "100.50",
    Currency: "EUR",
    Rate: "160.25",
    "Amount in JPY": "16105",
    "Paid by": "Mia 100.00; Ana 0.50",
  });
  expect(cells[2]).toMatchObject({ Amount: "-300", "Ana (JPY)": "-100", "Paid by": "'=Ben" });
  expect(cells[3]).toMatchObject({
    What: "Settlement",
    Amount: "12.50",
    "Amount in JPY": "2003",
    "Paid by": "Ana",
    "Mia (JPY)": "2003",
    Notes: "cash, late",
  });
  const shares = ["Mia (JPY)", "Ana (JPY)", "'=Ben (JPY)"].map((name) => Number(cells[1]?.[name]));
  expect(shares.reduce((sum, each) => sum + each, 0)).toBe(16_105);
});

test("what somebody paid less their column is their balance", async () => {
  const mia = await newPerson({ name: "Mia" });
  const trip = await imported(mia);
  const [columns = [], ...rows] = await table(mia, trip.id, "zh");
  const at = columns.indexOf("Mia（JPY）");
  expect(rows[1]).toEqual(expect.arrayContaining(["支出", "餐饮"]));
  const borne = rows.reduce((sum, row) => sum + Number(row[at]), 0);
  const id = trip.members.find(({ name }) => name === "Mia")?.id ?? "";
  const balance = balancesIn(trip, trip).get(id) ?? 0;
  // Mia's balance is what she paid, which is 100 of 100.50 EUR and the whole gift, minus the sum of her column.
  expect(balance).toBe(Math.round((16_105 * 10_000) / 10_050) + 7 - borne);
});

test("what a change of currency made of balances as a whole is a row of its own", async () => {
  const mia = await newPerson({ name: "Mia" });
  const { id: tripId } = await newTrip(mia, { currency: "EUR" });
  const ana = await newPlaceholder(mia, tripId, "Ana");
  const { members } = await readTrip(mia, tripId);
  const own = members.find(({ name }) => name === "Mia")?.id ?? "";
  // Each amount's exact conversion is 0.3 of a unit more than its rounded row.
  for (const amount of [1009, 1019, 1029, 1039, 1049]) {
    const payers = [{ memberId: own, amount }];
    const split = { mode: "equal" as const, parts: [{ memberId: ana.id }] };
    await newExpense(mia, tripId, { amount, currency: "EUR", payers, split });
  }
  const body = { currency: "IDR", currencyRate: { value: "18767.7" } };
  const { token } = mia;
  expect((await send(tripsApi.update, { params: { tripId }, body, token })).status).toBe(200);
  const [columns = [], ...rows] = await table(mia, tripId, "en");
  const at = (name: string) => columns.indexOf(name);
  const change = rows.at(-1) ?? [];
  expect(change[at("What")]).toBe("Change of currency");
  const sum = (name: string) =>
    rows.reduce((total, row) => total + Math.round(100 * Number(row[at(name)])), 0);
  const trip = await readTrip(mia, tripId);
  const balances = balancesIn(trip, trip);
  expect(sum("Amount in IDR") - sum("Mia (IDR)")).toBe(balances.get(own));
  expect(sum("Ana (IDR)")).toBe(-(balances.get(ana.id) ?? 0));
});

test.each([
  [0, "EUR", "0.00"],
  [-5, "EUR", "-0.05"],
  [1234, "JPY", "1234"],
  [-1234, "KWD", "-1.234"],
  [1_000_000_000_000, "EUR", "10000000000.00"],
])("%i minor units of %s are %s", (amount, currency, text) => {
  expect(decimalText(amount, currency)).toBe(text);
  if (amount >= 0) expect(parseAmount(text, currency)).toBe(amount);
});

test("has every row, more than a trip may hold in all", async () => {
  const mia = await newPerson();
  const trip = await newTrip(mia);
  const [me = ""] = trip.members.map(({ id }) => id);
  const { pool } = freshDatabase();
  await pool.query(
    `insert into expenses (id, trip_id, title, money, category, spent_on)
       select gen_random_uuid(), $1, 'Tea ' || n, $2, 'food', date '2026-11-14' + n % 3 from generate_series(1, $3::int) n`,
    [trip.id, JSON.stringify(expenseSharedBy(900, "JPY", me)), MAX_EXPENSES + 2],
  );
  const [, ...rows] = await table(mia, trip.id, "en");
  expect(new Set(rows.map(([, , title]) => title)).size).toBe(MAX_EXPENSES + 2);
});
