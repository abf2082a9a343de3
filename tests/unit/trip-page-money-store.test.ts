import { beforeEach, expect, test } from "vitest";
import { TripRequests } from "#lib/client/sync/trip-requests.ts";
import { balancesOf, expenseSumsOf } from "#lib/client/money/money.ts";
import type { Notice } from "#lib/client/writes/notices.ts";
import { createTripActions, type TripActions } from "#lib/client/open-trip/trip-actions.ts";
import { TripStore } from "#lib/client/sync/trip-store.ts";
import type { ExpenseMoney } from "#lib/shared/expense-shares.ts";
import type { ExpenseDto, NewExpense } from "#lib/shared/expenses.ts";
import type { Rate } from "#lib/shared/rates.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { settlementRow } from "#tests/helpers/money-rows.ts";
import { FakeClock, flushPromises } from "#tests/realtime/fake-clock.ts";
import { FakeService, refusal } from "#tests/realtime/fake-service.ts";
import { ANN, ANN_MEMBER, CREATED_AT, BOB, BOB_MEMBER, event, trip } from "#tests/realtime/sample-trip.ts";

const DINNER = "0199b6a0-7c00-7000-8000-0000000000e5";
const PAID = "0199b6a0-7c00-7000-8000-0000000000e6";
const RATE: Rate = { to: "JPY", value: "171.4", source: "ecb", date: "2026-09-02" };

function money(amount: number, currency = "JPY"): NewExpense["money"] & ExpenseMoney {
  const parts = [{ memberId: ANN_MEMBER }, { memberId: BOB_MEMBER }];
  return { amount, currency, payers: [{ memberId: ANN_MEMBER, amount }], split: { mode: "equal", parts } };
}

function dinner(changes: Partial<ExpenseDto> = {}): ExpenseDto {
  const about = {
    category: "food" as const,
    spentOn: "2026-11-14",
    notes: null,
    nights: null,
    private: false,
  };
  const links = { stopId: null, reservationId: null, createdBy: ANN_MEMBER, commentCount: 0 };
  const row = { deletedAt: null, version: 1, createdAt: CREATED_AT, updatedAt: CREATED_AT };
  return {
    id: DINNER,
    title: "Dinner",
    money: money(3000),
    rate: null,
    ...about,
    ...links,
    ...row,
    ...changes,
  };
}

let service: FakeService;
let store: TripStore;
let actions: TripActions;
let notices: Notice[];

function open(overrides: Partial<TripDto> = {}): void {
  const clock = new FakeClock();
  service = new FakeService();
  notices = [];
  const line = new TripRequests({ userId: ANN, clock, call: { fetch: service.fetch } });
  store = new TripStore(trip(overrides), { userId: ANN, clock, line });
  store.notices.add((notice) => notices.push(notice));
  actions = createTripActions(store, () => undefined);
}

beforeEach(() => open({ expenses: [dinner()], expenseCount: 1 }));

/** Returns the group's balances in the trip's currency. */
function balances(): Record<string, number> {
  return Object.fromEntries(balancesOf(store.trip, store.trip, false));
}

test("a new expense shows and counts at once, and is there once after its answer and its event", async () => {
  open();
  void actions.addExpense({ id: DINNER, title: "Dinner", money: money(3000), spentOn: "2026-11-14" });
  expect(store.trip).toMatchObject({
    expenseCount: 1,
    expenses: [{ title: "Dinner", createdBy: ANN_MEMBER }],
  });
  expect(balances()).toEqual({ [ANN_MEMBER]: 1500, [BOB_MEMBER]: -1500 });
  await flushPromises();
  expect(service.request(0)).toMatchObject({ method: "POST", path: "/expenses", body: { id: DINNER } });
  store.receive([event(11, { op: "expense.created", entity: dinner(), entityId: DINNER, actorId: ANN })]);
  expect(store.trip.expenseCount).toBe(1);
  await service.request(0).answer(201, dinner(), 11);
  expect(store.trip).toMatchObject({ expenseCount: 1, expenses: [{ id: DINNER }] });
});

test("one that is older than all that come with the trip is counted once, too", async () => {
  const newest = Array.from({ length: 300 }, (_, index) =>
    dinner({ id: `e${index}`, spentOn: "2026-11-20" }),
  );
  open({ expenses: newest, expenseCount: 300 });
  void actions.addExpense({ id: DINNER, title: "Dinner", money: money(3000), spentOn: "2026-11-14" });
  expect(store.trip.expenseCount).toBe(301);
  await flushPromises();
  store.receive([event(11, { op: "expense.created", entity: dinner(), entityId: DINNER, actorId: ANN })]);
  expect(store.trip.expenseCount).toBe(301);
});

test("a foreign one counts with the rate that its author was shown, and without one not at all", () => {
  open();
  const foreign = { title: "Flight", money: money(1155, "EUR") };
  void actions.addExpense({ ...foreign, id: DINNER }, { rate: RATE });
  expect(store.trip.expenses[0]?.rate).toEqual(RATE);
  expect(balances()[ANN_MEMBER]).toBe(990);
  open();
  void actions.addExpense({ ...foreign, id: DINNER });
  const [row] = store.trip.expenses;
  expect(row && expenseSumsOf(store.trip, row)).toBeNull();
  expect(balances()).toEqual({});
  open();
  void actions.addExpense({ ...foreign, id: DINNER, rate: { value: "2" }, spentOn: "2026-11-14" });
  expect(store.trip.expenses[0]?.rate).toEqual({
    to: "JPY",
    value: "2",
    source: "typed",
    date: "2026-11-14",
  });
});

test("money is one field: who comes later is told, and may keep theirs as a whole", async () => {
  const mine = money(4000);
  void actions.updateExpense(DINNER, { money: mine }, { baseSeq: 10 });
  expect(store.trip.expenses[0]?.money.amount).toBe(4000);
  await flushPromises();
  const theirs = dinner({ money: money(5000), version: 2 });
  store.receive([
    event(11, {
      op: "expense.updated",
      entity: theirs,
      entityId: DINNER,
      changes: { money: [money(3000), money(5000)] },
    }),
  ]);
  await service.request(0).answer(409, refusal("FIELD_CONFLICT", { fields: ["money"], current: theirs }));
  expect(store.trip.expenses[0]?.money.amount).toBe(5000);
  expect(notices).toMatchObject([
    { kind: "conflict", fields: ["money"], mine: { money: { amount: 4000 } }, current: { id: DINNER } },
  ]);
  const [notice] = notices;
  if (notice?.kind === "conflict") void notice.retry({ force: true });
  await flushPromises();
  expect(service.request(-1).headers.get("x-force")).toBe("true");
  expect(store.trip.expenses[0]?.money.amount).toBe(4000);
});

test("another day means another rate only where it was looked up", () => {
  const foreign = { money: money(1155, "EUR"), rate: RATE };
  const later: Rate = { ...RATE, value: "172", date: "2026-11-15" };
  const rateAfter = (rate: Rate, patch: object) => {
    open({ expenses: [dinner({ ...foreign, rate })], expenseCount: 1 });
    void actions.updateExpense(DINNER, patch, { rate: later });
    return store.trip.expenses[0]?.rate?.value;
  };
  expect(rateAfter(RATE, { spentOn: "2026-11-15" })).toBe("172");
  expect(rateAfter(RATE, { title: "Supper" })).toBe("171.4");
  expect(rateAfter({ ...RATE, source: "typed" }, { spentOn: "2026-11-15" })).toBe("171.4");
  expect(rateAfter(RATE, { money: money(2000) })).toBeUndefined();
});

test("an expense that is older than those of the trip changes by the row that its editor saw", () => {
  open({ expenseCount: 301 });
  void actions.updateExpense(DINNER, { title: "Supper" }, { known: dinner() });
  expect(store.unconfirmed).toMatchObject([
    { op: "expense.updated", entity: { id: DINNER, title: "Supper" } },
  ]);
});

test("whoever changes an expense that someone deletes can bring both back", async () => {
  void actions.updateExpense(DINNER, { title: "Supper" });
  store.receive([
    event(11, { op: "expense.deleted", entity: { id: DINNER }, entityId: DINNER, actorId: BOB }),
  ]);
  expect(store.trip).toMatchObject({ expenses: [], expenseCount: 0 });
  await flushPromises();
  await service.request(0).answer(404, refusal("NOT_FOUND"));
  expect(notices).toMatchObject([{ kind: "deleted", actorId: BOB, hasEdits: true, row: { id: DINNER } }]);
  const [notice] = notices;
  if (notice?.kind === "deleted") void notice.restore();
  expect(store.trip).toMatchObject({ expenses: [{ title: "Dinner" }], expenseCount: 1 });
  await flushPromises();
  expect(service.request(-1)).toMatchObject({ method: "POST", path: `/expenses/${DINNER}/restore` });
});

test("a form that is saved after somebody deleted its expense, an old one too, or its payment loses nothing", async () => {
  const old = dinner({ spentOn: "2026-10-01", title: "Lunch" });
  const newest = dinner({ id: "e1" });
  const payment = settlementRow({ id: PAID });
  open({ expenses: [newest], expenseCount: 3, settlements: [payment] });
  store.receive([
    event(11, { op: "expense.deleted", entity: { id: old.id } }),
    event(12, { op: "settlement.deleted", entity: { id: PAID } }),
  ]);
  void actions.updateExpense(old.id, { title: "Supper" }, { baseSeq: 10, known: old });
  void actions.updateSettlement(PAID, { note: "Cash" }, { baseSeq: 10 });
  await flushPromises();
  await service.request(0).answer(404, refusal("NOT_FOUND"));
  await service.request(1).answer(404, refusal("NOT_FOUND"));
  expect(notices).toMatchObject([
    { kind: "deleted", actorId: BOB, hasEdits: true, row: { id: old.id, title: "Lunch" } },
    { kind: "deleted", actorId: BOB, hasEdits: true, row: { id: PAID } },
  ]);
  for (const notice of notices) if (notice.kind === "deleted") void notice.restore();
  await flushPromises();
  await service.request(2).answer(200, old, 13);
  await flushPromises();
  expect(service.request(2)).toMatchObject({ method: "POST", path: `/expenses/${old.id}/restore` });
  expect(service.request(3)).toMatchObject({ method: "POST", path: `/settlements/${PAID}/restore` });
});

test("a deletion takes the expense out at once, and counts it out once", async () => {
  void actions.deleteExpense(DINNER);
  expect(store.trip).toMatchObject({ expenses: [], expenseCount: 0 });
  await flushPromises();
  store.receive([
    event(11, { op: "expense.deleted", entity: { id: DINNER }, entityId: DINNER, actorId: ANN }),
  ]);
  expect(store.trip.expenseCount).toBe(0);
});

test("one that is refused is gone, with the edits that came after it", async () => {
  open();
  void actions.addExpense({ id: DINNER, title: "Dinner", money: money(3000) });
  void actions.updateExpense(DINNER, { title: "Supper" });
  await flushPromises();
  await service.request(0).answer(422, refusal("LIMIT_REACHED"));
  expect(store.trip).toMatchObject({ expenses: [], expenseCount: 0 });
  expect(notices).toMatchObject([{ kind: "refused", write: { action: "addExpense" } }]);
});

test("a payment settles at once, changes, goes, and comes back", async () => {
  const body = {
    id: PAID,
    from: BOB_MEMBER,
    to: ANN_MEMBER,
    amount: 1500,
    currency: "JPY",
    paidOn: "2026-11-15",
  };
  void actions.addSettlement(body);
  expect(balances()).toEqual({ [ANN_MEMBER]: 0, [BOB_MEMBER]: 0 });
  void actions.updateSettlement(PAID, { amount: 1000, note: "Cash" });
  expect(store.trip.settlements).toMatchObject([{ amount: 1000, note: "Cash", createdBy: ANN_MEMBER }]);
  expect(balances()[ANN_MEMBER]).toBe(500);
  const [row] = store.trip.settlements;
  void actions.deleteSettlement(PAID);
  expect(store.trip.settlements).toEqual([]);
  void actions.restoreSettlement(row as SettlementDto);
  expect(store.trip.settlements).toEqual([row]);
  await flushPromises();
  expect(service.request(0)).toMatchObject({ method: "POST", path: "/settlements", body });
});

test("a budget shows at once, and nothing in it takes it away", async () => {
  void actions.setBudget({ total: 100_000, limits: { food: 20_000 } });
  expect(store.trip.budget).toEqual({ currency: "JPY", total: 100_000, limits: { food: 20_000 } });
  void actions.setBudget({ total: null, limits: {} });
  expect(store.trip.budget).toBeNull();
  await flushPromises();
  expect(service.request(0)).toMatchObject({ method: "PUT", path: "/budget" });
});

test("another currency waits for the service where there is money to convert", async () => {
  void actions.updateTrip({ currency: "EUR", currencyRate: { value: "0.0058" }, title: "Tokyo" });
  expect(store.trip).toMatchObject({ currency: "JPY", title: "Tokyo" });
  expect(balances()[ANN_MEMBER]).toBe(1500);
  await flushPromises();
  expect(service.request(0).body).toMatchObject({ currency: "EUR", currencyRate: { value: "0.0058" } });
  open();
  void actions.updateTrip({ currency: "EUR" });
  expect(store.trip.currency).toBe("EUR");
});

test("an edit of an older one shows at once, and of one that somebody deleted it brings nothing back", () => {
  const newest = Array.from({ length: 300 }, (_, index) =>
    dinner({ id: `e${index}`, spentOn: "2026-11-20" }),
  );
  const old = dinner({ spentOn: "2026-10-01" });
  const rename = () => void actions.updateExpense(old.id, { title: "Lunch" }, { known: old }).catch(() => {});
  open({ expenses: newest, expenseCount: 301 });
  rename();
  expect(store.unconfirmed).toMatchObject([{ op: "expense.updated", entity: { title: "Lunch" } }]);
  open({ expenses: newest, expenseCount: 302 });
  store.receive([event(11, { op: "expense.deleted", entity: { id: old.id }, entityId: old.id })]);
  rename();
  expect(store.unconfirmed).toEqual([]);
  expect(store.trip.expenses.some(({ id }) => id === old.id)).toBe(false);
  // The list is complete, so the expense does not exist.
  open({ expenses: newest.slice(0, 2), expenseCount: 2 });
  rename();
  expect(store.trip.expenses).toHaveLength(2);
});
