import { v7 as uuidv7 } from "uuid";
import { tripMembers } from "#db/schema/members.ts";
import { expenses } from "#db/schema/money.ts";
import { call, pathOf } from "#lib/client/api.ts";
import { freshDatabase } from "#lib/server/database.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { moneyApi } from "#lib/shared/api/money.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { addDays } from "#lib/shared/dates.ts";
import { EXPENSE_CATEGORIES } from "#lib/shared/expense-categories.ts";
import { type ExpenseMoney, SPLIT_MODES, type Split } from "#lib/shared/expense-shares.ts";
import type { Fixture } from "./fixture.ts";
import { ID } from "./jobs.ts";
import { type Driver, median } from "./measuring.ts";
import type { Row } from "./report.ts";
import { pingRequest, readRequest, writeRequest } from "./requests.ts";
import type { Service } from "./service.ts";

const EXPENSES = 5000;
const MEMBERS = 10;
const CURRENCIES = ["JPY", "EUR", "USD", "KWD", "HUF"];
const FIRST_DAY = "2027-03-01";
const DAYS = 60;
const READS = 60;
const FIRST_READS = 5;
const MOST_MS = 50;

/**
 * What the service needs for the sums of a trip with 5,000 expenses: an answer's p50, alone, less that of a ping, which
 * pays for the way there and back. Beside it stands what the first one after each change of an expense takes, which those
 * that follow are known from, and what a server takes that has not seen the ledger before.
 */
export async function measureMoney(
  driver: Driver,
  { port, app }: Service,
  { writer }: Fixture,
): Promise<Row[]> {
  const { token } = writer;
  const { tripId, expenseId } = await longLedger({ baseUrl: app.url, token });
  const others = await Promise.all(
    Array.from({ length: FIRST_READS }, () => longLedger({ baseUrl: app.url, token })),
  );
  const params = { tripId };
  const ask = async (requests: string[], count: number) =>
    (await driver.run({ kind: "load", port, connections: 1, requests, count, status: 200 })).latencies;
  const path = pathOf(expensesApi.update, { params: { tripId, expenseId } });
  const change = writeRequest(token, "PATCH", path, { title: ID });
  const ping = median(await ask([pingRequest()], 10 * READS));
  const first = others.map((other) =>
    readRequest(token, pathOf(moneyApi.balances, { params: { tripId: other.tripId } })),
  );
  const unseen = median(await ask(first, FIRST_READS)) - ping;
  const rows: Row[] = [
    {
      measure: `balances of ${EXPENSES} expenses, server time, read for the first time, p50`,
      value: unseen,
      unit: "ms",
    },
  ];
  for (const name of ["balances", "settleUp", "budget"] as const) {
    const read = readRequest(token, pathOf(moneyApi[name], { params }));
    await ask([change, read], READS);
    const changed = (await ask([change, read], 2 * READS)).filter((_, turn) => turn % 2 === 1);
    const known = await ask([read], 5 * READS);
    const measure = `${WORDS[name]} of ${EXPENSES} expenses, server time`;
    rows.push(
      atMost(`${measure}, p50`, median(known) - ping),
      atMost(`${measure}, after a change, p50`, median(changed) - ping),
    );
  }
  return rows;
}

function atMost(measure: string, value: number): Row {
  return { measure, value, unit: "ms", floor: { at: "most", value: MOST_MS, of: "value" } };
}

const WORDS = { balances: "balances", settleUp: "settle-up", budget: "budget" } as const;

/** By rows: writing them is not what is measured. */
async function longLedger(owner: {
  baseUrl: string;
  token: string;
}): Promise<{ tripId: string; expenseId: string }> {
  const dates = { startDate: FIRST_DAY, endDate: addDays(FIRST_DAY, DAYS - 1) };
  const body = { title: "A year on the road", currency: "JPY", ...dates };
  const { data: trip } = await call(tripsApi.create, { body }, owner);
  const others = Array.from({ length: MEMBERS - 1 }, (_, n) => {
    return { id: uuidv7(), tripId: trip.id, name: `Friend ${n + 1}`, role: "guest" as const };
  });
  const { drizzle, client } = freshDatabase();
  await drizzle.insert(tripMembers).values(others);
  const ids = [...trip.members, ...others].map(({ id }) => id);
  const rows = Array.from({ length: EXPENSES }, (_, n) => expenseOf(trip.id, ids, n));
  for (let n = 0; n < EXPENSES; n += 500) await drizzle.insert(expenses).values(rows.slice(n, n + 500));
  await client.query("vacuum analyze expenses");
  return { tripId: trip.id, expenseId: rows[0]?.id ?? "" };
}

function expenseOf(tripId: string, ids: readonly string[], n: number): typeof expenses.$inferInsert {
  const currency = CURRENCIES[n % CURRENCIES.length] ?? "JPY";
  const spentOn = addDays(FIRST_DAY, n % DAYS);
  const category = EXPENSE_CATEGORIES[n % EXPENSE_CATEGORIES.length] ?? "other";
  const value = `${1 + (n % CURRENCIES.length) * 37}.${String((n % DAYS) * 7919).padStart(8, "0")}1`;
  const rate = currency === "JPY" ? null : { to: "JPY", value, source: "ecb" as const, date: spentOn };
  return {
    id: uuidv7(),
    tripId,
    title: `Expense ${n}`,
    money: moneyOf(ids, n, currency),
    rate,
    category,
    spentOn,
  };
}

/** In every mode of splitting, among two to ten; every fourth is paid by two. */
function moneyOf(ids: readonly string[], n: number, currency: string): ExpenseMoney {
  const people = Array.from({ length: 2 + (n % (MEMBERS - 1)) }, (_, k) => ids[(n + k) % MEMBERS] ?? "");
  // A round sum, so that it can be cut into percents and amounts of the same size.
  const amount = people.length * 4 * (100 + (n % 977));
  const [first = "", second = ""] = people;
  const halves = [first, second].map((memberId) => ({ memberId, amount: amount / 2 }));
  const payers = n % 4 === 0 ? halves : [{ memberId: first, amount }];
  return { amount, currency, payers, split: splitOf(people, amount, n) };
}

function splitOf(people: readonly string[], amount: number, n: number): Split {
  const mode = SPLIT_MODES[n % SPLIT_MODES.length] ?? "equal";
  const valued = (value: (place: number) => number) =>
    people.map((memberId, place) => ({ memberId, value: value(place) }));
  const percent = Math.floor(10_000 / people.length);
  switch (mode) {
    case "shares":
      return { mode, parts: valued((place) => 1 + (place % 3)) };
    case "percent":
      return {
        mode,
        parts: valued((place) => (place === 0 ? 10_000 - percent * (people.length - 1) : percent)),
      };
    case "exact":
      return { mode, parts: valued(() => amount / people.length) };
    case "items":
      return { mode, parts: [], items: itemsOf(people, amount) };
    default:
      return { mode, parts: people.map((memberId) => ({ memberId })) };
  }
}

function itemsOf(people: readonly string[], amount: number) {
  return ["Soup", "Noodles", "Tea", "Cake"].map((name, line) => {
    return {
      name,
      amount: amount / 4,
      memberIds: people.filter((_, place) => line === 0 || place % 4 !== line),
    };
  });
}
