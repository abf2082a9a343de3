import { v7 as uuidv7 } from "uuid";
import { tripMembers } from "#db/schema/members.ts";
import { expenses } from "#db/schema/money.ts";
import { call } from "#lib/client/base/api.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { addDays } from "#lib/shared/dates.ts";
import { EXPENSE_CATEGORIES } from "#lib/shared/expense-categories.ts";
import { type ExpenseMoney, SPLIT_MODES, type Split } from "#lib/shared/expense-shares.ts";

export const EXPENSES = 5000;
const MEMBERS = 10;
const CURRENCIES = ["JPY", "EUR", "USD", "KWD", "HUF"];
const FIRST_DAY = "2027-03-01";
const DAYS = 60;

/**
 * Creates a trip of ten people with `count` expenses by inserting rows, because tests do not measure how long writing
 * takes.
 */
export async function longLedger(
  owner: { baseUrl: string; token: string },
  count = EXPENSES,
): Promise<{ tripId: string; expenseId: string }> {
  const dates = { startDate: FIRST_DAY, endDate: addDays(FIRST_DAY, DAYS - 1) };
  const body = { title: "A year on the road", currency: "JPY", ...dates };
  const { data: trip } = await call(tripsApi.create, { body }, owner);
  const others = Array.from({ length: MEMBERS - 1 }, (_, n) => {
    return { id: uuidv7(), tripId: trip.id, name: `Friend ${n + 1}`, role: "guest" as const };
  });
  const { drizzle, client } = freshDatabase();
  await drizzle.insert(tripMembers).values(others);
  const ids = [...trip.members, ...others].map(({ id }) => id);
  const rows = Array.from({ length: count }, (_, n) => expenseOf(trip.id, ids, n));
  for (let n = 0; n < count; n += 500) await drizzle.insert(expenses).values(rows.slice(n, n + 500));
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

/**
 * Returns an expense among two to ten members. The expenses take turns in all ways to split, and every fourth has two
 * payers.
 */
function moneyOf(ids: readonly string[], n: number, currency: string): ExpenseMoney {
  const people = Array.from({ length: 2 + (n % (MEMBERS - 1)) }, (_, k) => ids[(n + k) % MEMBERS] ?? "");
  // The amount can be divided exactly by the number of people, into percentages and into equal amounts.
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
