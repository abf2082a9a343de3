import { desc, eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { expenses, settlements } from "#db/schema/money.ts";
import { call } from "#lib/client/base/api.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { moneyApi } from "#lib/shared/api/money.ts";
import { settlementsApi } from "#lib/shared/api/settlements.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { BalancesDto } from "#lib/shared/budget.ts";
import { assertNever } from "#lib/shared/errors.ts";
import type { ExpenseMoney } from "#lib/shared/expense-shares.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { expenseSharedBy } from "#tests/factories/money.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { as, newPlaceholder, newTrip, readTrip } from "#tests/factories/trips.ts";
import { send, type SendInput } from "#tests/helpers/handlers.ts";
import { expectAllocated, expectBalanced, expectSettled } from "#tests/helpers/ledger-checks.ts";
import { CURRENCIES, moneyAmong } from "#tests/helpers/random-ledger.ts";
import { IS_LONG } from "#tests/helpers/tiers.ts";
vi.setConfig({ testTimeout: IS_LONG ? 1_800_000 : 60_000 });
const RUNS = { numRuns: IS_LONG ? 100 : 6, endOnFailure: true };
const MOST_MEMBERS = 30;

const deedAmong = (members: number) =>
  fc.record({
    kind: fc.constantFrom(
      ...(["spend", "spend", "spend", "spend", "settle", "edit", "retitle", "delete", "restore"] as const),
      ...(["undo", "currency", "leave"] as const),
    ),
    money: moneyAmong(members),
    pick: fc.nat(1_000_000),
    currency: fc.constantFrom(...CURRENCIES),
    /** The rate in ten-thousandths; null means that the service looks it up. */
    rate: fc.option(fc.integer({ min: 1, max: 9_999_999 }), { nil: null }),
  });
type Deed = ReturnType<typeof deedAmong> extends fc.Arbitrary<infer T> ? T : never;

interface Table {
  ann: Person;
  tripId: string;
  /** The ids of all expenses, including deleted ones. */
  expenseIds: string[];
  /**
   * The number of groups that pay only for their own members, so that each group's balances add up to 0; with 1,
   * everybody pays for everybody.
   */
  circles: number;
}

/** Replaces the members of a random ledger by these ids. If there are fewer ids, some are used for several members. */
function amongOurs(money: ExpenseMoney, ids: readonly string[]): ExpenseMoney {
  const text = JSON.stringify(money).replaceAll(
    /member-(\d\d)/g,
    (_, n) => ids[Number(n) % ids.length] ?? "",
  );
  return JSON.parse(text);
}

function rateOf({ rate }: Deed): string | undefined {
  return rate === null ? undefined : String(rate / 10_000);
}

function pickFrom<T>(list: readonly T[], pick: number): T | undefined {
  return list[pick % Math.max(1, list.length)];
}

/** Returns the request of an action. */
function requestOf({ tripId, expenseIds, circles }: Table, trip: TripDto, what: Deed) {
  const { kind, pick, currency } = what;
  const present = trip.members.filter(({ leftAt }) => leftAt === null).map(({ id }) => id);
  const ids = present.filter((_, place) => place % circles === pick % circles);
  const expense = pickFrom(trip.expenses, pick);
  const expenseId = pickFrom(expenseIds, pick) ?? "";
  const money = circles === 1 ? amongOurs(what.money, ids) : expenseSharedBy(1 + pick, currency, ...ids);
  const value = rateOf(what);
  const rate = value === undefined || money.currency === trip.currency ? {} : { rate: { value } };
  const of = (params: Record<string, string>, body?: object): SendInput => ({
    params: { tripId, ...params },
    body,
  });
  switch (kind) {
    case "spend":
      return { endpoint: expensesApi.create, input: of({}, { title: "Dinner", money, ...rate }) };
    case "settle": {
      const [from, to] = [pickFrom(ids, pick), pickFrom(ids, pick + 1)];
      const given = currency === trip.currency || value === undefined ? {} : { rate: { value } };
      return {
        endpoint: settlementsApi.create,
        input: of({}, { from, to, amount: 1 + pick, currency, ...given }),
      };
    }
    case "edit":
      return { endpoint: expensesApi.update, input: of({ expenseId }, { money, ...rate }) };
    case "retitle":
      return { endpoint: expensesApi.update, input: of({ expenseId }, { title: `Lunch ${pick}` }) };
    case "delete":
      return { endpoint: expensesApi.delete, input: of({ expenseId: expense?.id ?? expenseId }) };
    case "restore":
      return { endpoint: expensesApi.restore, input: of({ expenseId }) };
    case "undo":
      return { endpoint: eventsApi.undo, input: of({ seq: String(Math.max(1, trip.seq - (pick % 6))) }) };
    case "currency": {
      const currencyRate = value === undefined ? {} : { currencyRate: { value } };
      return { endpoint: tripsApi.update, input: of({}, { currency, ...currencyRate }) };
    }
    case "leave": {
      const leaver = pickFrom(
        trip.members.filter(({ userId, leftAt }) => userId === null && leftAt === null),
        pick,
      );
      return { endpoint: membersApi.removePlaceholder, input: of({ memberId: leaver?.id ?? "" }) };
    }
    default:
      return assertNever(kind);
  }
}

/**
 * Runs an action. It may be refused for a deleted row, a member who has left or a too large amount, but it must not
 * fail.
 */
async function perform(table: Table, what: Deed): Promise<void> {
  const trip = await readTrip(table.ann, table.tripId);
  const { endpoint, input } = requestOf(table, trip, what);
  const sent = await send(endpoint, { ...input, token: table.ann.token });
  expect([200, 201, 204, 404, 409, 422], `${what.kind} ${sent.text}`).toContain(sent.status);
  if (what.kind === "spend" && sent.status === 201) table.expenseIds.push((sent.body as { id: string }).id);
}

async function expectSound({ ann, tripId }: Table): Promise<BalancesDto> {
  const params = { tripId };
  const trip = await readTrip(ann, tripId);
  const [{ data: balances }, { data: settleUp }, { data: byCurrency }] = await Promise.all([
    call(moneyApi.balances, { params }, as(ann)),
    call(moneyApi.settleUp, { params, query: {} }, as(ann)),
    call(moneyApi.settleUp, { params, query: { by: "currency" } }, as(ann)),
  ]);
  expectAllocated(trip);
  expectBalanced(balances, trip);
  expectSettled(balances, settleUp, byCurrency);
  return balances;
}

async function newTable({ currency, members, circles }: Omit<Story, "deeds">): Promise<Table> {
  const ann = await newPerson();
  const { id: tripId } = await newTrip(ann, { currency });
  for (let n = 1; n < members; n++) await newPlaceholder(ann, tripId, `Friend ${n}`);
  return { ann, tripId, expenseIds: [], circles };
}

interface Story {
  members: number;
  currency: string;
  circles: number;
  deeds: Deed[];
}

/** Generates actions of a few or of many members. */
function stories(minLength: number, maxLength: number): fc.Arbitrary<Story> {
  return fc
    .oneof(fc.integer({ min: 2, max: 8 }), fc.integer({ min: 9, max: MOST_MEMBERS }))
    .chain((members) =>
      fc.record({
        members: fc.constant(members),
        currency: fc.constantFrom(...CURRENCIES),
        circles: fc.constantFrom(1, 1, 2, 3),
        deeds: fc.array(deedAmong(members), { minLength, maxLength }),
      }),
    );
}

test("whatever is spent, settled, changed and taken back: sums are 0, and the transfers the fewest", async () => {
  await fc.assert(
    fc.asyncProperty(stories(15, 30), async ({ deeds, ...given }) => {
      const table = await newTable(given);
      for (const what of deeds) {
        await perform(table, what);
        await expectSound(table);
      }
    }),
    RUNS,
  );
});

/** Deletes the rows and inserts them again in reverse order, and then changes one of them. */
async function enterBackwards({ ann, tripId, expenseIds }: Table): Promise<void> {
  const { drizzle } = freshDatabase();
  const spent = await drizzle
    .select()
    .from(expenses)
    .where(eq(expenses.tripId, tripId))
    .orderBy(desc(expenses.id));
  const given = await drizzle
    .select()
    .from(settlements)
    .where(eq(settlements.tripId, tripId))
    .orderBy(desc(settlements.id));
  await drizzle.delete(expenses).where(eq(expenses.tripId, tripId));
  await drizzle.delete(settlements).where(eq(settlements.tripId, tripId));
  if (spent.length > 0) await drizzle.insert(expenses).values(spent);
  if (given.length > 0) await drizzle.insert(settlements).values(given);
  const expenseId = expenseIds[0] ?? "";
  const body = { title: "Read again" };
  await send(expensesApi.update, { params: { tripId, expenseId }, body, token: ann.token });
}

test("rows that are entered in another order come to the same", async () => {
  await fc.assert(
    fc.asyncProperty(stories(5, 15), async ({ deeds, ...given }) => {
      const table = await newTable(given);
      for (const what of deeds)
        await perform(table, { ...what, kind: what.pick % 4 === 0 ? "settle" : "spend" });
      const before = await expectSound(table);
      await enterBackwards(table);
      expect(await expectSound(table)).toEqual(before);
    }),
    RUNS,
  );
});
