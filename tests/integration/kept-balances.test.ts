import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { readLedger } from "#lib/server/money/read-ledger.ts";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { importsApi } from "#lib/shared/api/imports.ts";
import { moneyApi } from "#lib/shared/api/money.ts";
import { settlementsApi } from "#lib/shared/api/settlements.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { balancesByCurrency, balancesIn } from "#lib/shared/balances.ts";
import type { BalancesDto } from "#lib/shared/budget.ts";
import { expenseSharedBy } from "#tests/factories/money.ts";
import type { Person } from "#tests/factories/people.ts";
import { readTrip } from "#tests/factories/trips.ts";
import { newMoneyFixture, type MoneyFixture } from "#tests/helpers/expenses.ts";
import { fileForm, SMALL_SPLITWISE } from "#tests/helpers/file-inputs.ts";
import { send, type SendInput } from "#tests/helpers/handlers.ts";
import { IS_LONG } from "#tests/helpers/tiers.ts";
vi.setConfig({ testTimeout: IS_LONG ? 1_800_000 : 60_000 });
const RUNS = { numRuns: IS_LONG ? 100 : 3, endOnFailure: true };

const CURRENCIES = ["JPY", "EUR", "USD"] as const;
const deed = fc.record({
  kind: fc.constantFrom(
    ...(["spend", "spend", "hide", "publish", "edit", "delete", "restore", "undo", "undo"] as const),
    ...(["settle", "currency", "file", "look", "look", "look"] as const),
  ),
  pick: fc.nat(1_000_000),
});
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

interface Table extends MoneyFixture {
  /** The ids of all expenses, including deleted and private ones. */
  expenseIds: string[];
}

/** Returns the request of an action; it may arrive too late to succeed. */
function requestOf({ tripId, ids, expenseIds }: Table, seq: number, { kind, pick }: Deed) {
  const expenseId = expenseIds[pick % Math.max(1, expenseIds.length)] ?? ids.owner;
  const currency = CURRENCIES[pick % CURRENCIES.length] ?? "JPY";
  const money = expenseSharedBy(1 + pick, currency, ids.owner, ids.editor, ids.viewer);
  const of = (endpoint: Pick<Endpoint, "path" | "method">, input: SendInput) => ({
    endpoint,
    input: { ...input, params: { tripId, ...input.params } },
  });
  const requests = {
    spend: () => of(expensesApi.create, { body: { title: "Tea", money } }),
    hide: () => of(expensesApi.create, { body: { title: "Tea", money, private: true } }),
    publish: () => of(expensesApi.update, { params: { expenseId }, body: { private: false } }),
    edit: () => of(expensesApi.update, { params: { expenseId }, body: { money } }),
    delete: () => of(expensesApi.delete, { params: { expenseId } }),
    restore: () => of(expensesApi.restore, { params: { expenseId } }),
    undo: () => of(eventsApi.undo, { params: { seq: String(Math.max(1, seq - (pick % 8))) } }),
    settle: () =>
      of(settlementsApi.create, { body: { from: ids.editor, to: ids.owner, amount: 1 + pick, currency } }),
    currency: () => of(tripsApi.update, { body: { currency } }),
    file: () => of(importsApi.createExpenses, { form: fileForm(SMALL_SPLITWISE, "group.csv") }),
    look: () => of(moneyApi.balances, {}),
  };
  return requests[kind]();
}

async function perform(table: Table, seq: number, what: Deed): Promise<void> {
  const { endpoint, input } = requestOf(table, seq, what);
  const { token } = what.pick % 2 === 0 ? table.owner : table.editor;
  const sent = await send(endpoint, { ...input, token });
  expect([200, 201, 204, 404, 409, 422], `${what.kind} ${sent.text}`).toContain(sent.status);
  const isNew = sent.status === 201 && (what.kind === "spend" || what.kind === "hide");
  if (isNew) table.expenseIds.push(Object(sent.body).id);
}

/** Returns the balances in the order of ids, as answers have them. */
function told(balances: ReadonlyMap<string, number>) {
  return [...balances]
    .map(([memberId, amount]) => ({ memberId, amount }))
    .toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1));
}

/** Checks that the stored balances equal those that are computed from all rows. */
async function expectKept(by: Person, tripId: string): Promise<void> {
  const { trip, shared } = await readLedger(freshDatabase(), tripId, by.userId);
  const sent = await send(moneyApi.balances, { params: { tripId }, token: by.token });
  const { currency, balances, byCurrency } = sent.body as BalancesDto;
  expect({ currency, balances, byCurrency }).toEqual({
    currency: trip.currency,
    balances: told(balancesIn(trip, shared)),
    byCurrency: [...balancesByCurrency(shared)]
      .map(([each, amounts]) => ({ currency: each, balances: told(amounts) }))
      .toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
  });
}

test("however many read and write at once, what is kept of a trip's money is what its rows say", async () => {
  const waves = fc.array(fc.array(deed, { minLength: 8, maxLength: 14 }), { minLength: 5, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(waves, async (story) => {
      const table: Table = { ...(await newMoneyFixture()), expenseIds: [] };
      const { owner, guest, tripId } = table;
      for (const wave of story) {
        const { seq } = await readTrip(owner, tripId);
        await Promise.all(wave.map((what) => perform(table, seq, what)));
        await expectKept(owner, tripId);
        await expectKept(guest, tripId);
      }
    }),
    RUNS,
  );
});

test("a settlement under an expense's id counts beside it, and goes without it", async () => {
  const { tripId, owner, ids } = await newMoneyFixture();
  const { token } = owner;
  const params = { tripId };
  const money = expenseSharedBy(900, "JPY", ids.owner, ids.editor);
  const made = await send(expensesApi.create, { params, token, body: { title: "Tea", money } });
  const { id } = Object(made.body);
  const body = { id, from: ids.editor, to: ids.owner, amount: 100, currency: "JPY" };
  expect((await send(settlementsApi.create, { params, token, body })).status).toBe(201);
  await expectKept(owner, tripId);
  await send(settlementsApi.delete, { params: { tripId, settlementId: id }, token });
  await expectKept(owner, tripId);
});
