import { beforeEach, expect, test } from "vitest";
import { expensesAddedSince, type MoneyAnswer, currentBalances } from "#lib/client/money/asked-money.ts";
import { changesOfEvent } from "#lib/client/writes/changes.ts";
import { type ChangeWithSeq, UNCONFIRMED } from "#lib/client/money/expense-list.ts";
import { TripRequests } from "#lib/client/sync/trip-requests.ts";
import { readMoney } from "#lib/client/money/read-money.ts";
import { createTripActions } from "#lib/client/open-trip/trip-actions.ts";
import { TripStore } from "#lib/client/sync/trip-store.ts";
import { expense, settlementRow } from "#tests/helpers/money-rows.ts";
import { FakeClock, flushPromises } from "#tests/realtime/fake-clock.ts";
import { FakeService } from "#tests/realtime/fake-service.ts";
import { ANN, ANN_MEMBER, BOB_MEMBER, event, trip } from "#tests/realtime/sample-trip.ts";

const TEA = "0199b6a0-7c00-7000-8000-0000000000e5";
const JPY = { currency: "JPY", formerCurrencies: [] };

let clock: FakeClock;
let service: FakeService;
let store: TripStore;
let asked: MoneyAnswer | null;

beforeEach(() => {
  clock = new FakeClock();
  service = new FakeService();
  const line = new TripRequests({ userId: ANN, clock, call: { fetch: service.fetch } });
  // The trip has more expenses than its snapshot contains, so the page requests the sums from the service.
  store = new TripStore(trip({ expenseCount: 400 }), { userId: ANN, clock, line });
  asked = null;
});

function take(answered: MoneyAnswer): void {
  asked = answered;
}

async function ask(): Promise<void> {
  const reading = readMoney(store, { fetch: service.fetch }, clock);
  await flushPromises();
  void reading.then(take);
}

/** Answers each request with what Bob owes Ann, as of the given seq. */
async function answer(
  owed: number,
  seqs: Record<"/balances" | "/settle-up" | "/budget", number>,
): Promise<void> {
  const balances = [
    { memberId: ANN_MEMBER, amount: owed },
    { memberId: BOB_MEMBER, amount: -owed },
  ];
  const nothing = { balances: [], byCurrency: [] };
  const bodies = {
    "/balances": { currency: "JPY", balances, byCurrency: [], private: nothing },
    "/settle-up": {
      transfers: [{ from: BOB_MEMBER, to: ANN_MEMBER, amount: owed, currency: "JPY" }],
      private: [],
    },
    "/budget": { currency: "JPY", spent: { total: 0, categories: [] } },
  };
  for (const path of ["/balances", "/settle-up", "/budget"] as const) {
    const sent = service.sent.find((each) => each.path === path);
    await sent?.answer(200, bodies[path], seqs[path]);
  }
}

function all(seq: number) {
  return { "/balances": seq, "/settle-up": seq, "/budget": seq };
}

/** Returns what Ann is owed according to the page. */
function shown(): number | undefined {
  if (!asked) return undefined;
  const changes: ChangeWithSeq[] = [
    ...store.recent.flatMap((each) => changesOfEvent(each).map((change) => ({ seq: each.seq, change }))),
    ...store.unconfirmed.map((change) => ({ seq: UNCONFIRMED, change })),
  ];
  const added = expensesAddedSince(asked.seq, changes);
  const { settlements } = store.trip;
  return currentBalances(asked, { trip: JPY, me: ANN_MEMBER, settlements, added }).balances.get(ANN_MEMBER);
}

function given(amount: number) {
  return settlementRow({ from: BOB_MEMBER, to: ANN_MEMBER, amount });
}

const tea = expense({ id: TEA, amount: 200, payer: ANN_MEMBER, among: [ANN_MEMBER, BOB_MEMBER] });

test("one's own expense that the service has counted, and this page has not heard of, counts once", async () => {
  const { title, money, spentOn } = tea;
  const split = { ...money.split, parts: [...money.split.parts] };
  const input = { id: TEA, title, spentOn, money: { ...money, payers: [...money.payers], split } };
  void createTripActions(store, () => undefined).addExpense(input);
  await ask();
  await answer(400, all(11));
  expect(shown()).toBeUndefined();
  store.receive([event(11, { op: "expense.created", entity: tea, actorId: ANN })]);
  await flushPromises();
  expect(shown()).toBe(400);
});

test("somebody's payment that it has counted counts once, and the one after it too", async () => {
  const [first, second] = [given(50), given(30)];
  await ask();
  await answer(250, all(11));
  store.receive([
    event(11, { op: "settlement.created", entity: first }),
    event(12, { op: "settlement.created", entity: second }),
  ]);
  await flushPromises();
  expect(asked).toMatchObject({ seq: 11, settlements: [{ id: first.id }] });
  expect(shown()).toBe(220);
});

test("what came here before the answer, and is not in it, is laid over it", async () => {
  await ask();
  const payment = given(50);
  store.receive([
    event(11, { op: "expense.created", entity: tea }),
    event(12, { op: "settlement.created", entity: payment }),
  ]);
  await answer(300, all(10));
  expect(shown()).toBe(350);
});

test("answers of different moments are as of the last, until they are asked for again", async () => {
  await ask();
  store.receive([event(11, { op: "expense.created", entity: tea })]);
  await answer(400, { ...all(10), "/balances": 11 });
  expect([asked?.seq, shown()]).toEqual([11, 400]);
});

test("without a connection it is waited for in vain, and not for long", async () => {
  await ask();
  await answer(400, all(11));
  expect(asked).toBeNull();
  await clock.pass(2000);
  expect(shown()).toBe(400);
  expect(clock.waiting).toBe(0);
});
