import { newId } from "#lib/client/base/ids.ts";
import type { WriteAnswer } from "#lib/client/writes/notices.ts";
import type { TripSession } from "#lib/client/open-trip/trip-session.ts";
import { addDays } from "#lib/shared/dates.ts";
import type { ExpenseMoney } from "#lib/shared/expense-shares.ts";
import type { SeededRandom } from "./seeded-random.ts";
import type { Operation } from "./fuzz-operations.ts";

const FIRST_DAY = "2026-12-10";

const done = (outcome: Promise<WriteAnswer<unknown>>, creates: string | null = null) => ({
  outcome,
  creates,
});

function memberOf({ store }: TripSession, chance: SeededRandom): string {
  return chance.pick(store.trip.members)?.id ?? newId();
}

function moneyOf(session: TripSession, chance: SeededRandom): ExpenseMoney {
  const amount = (1 + chance.below(5000)) * (chance.is(0.1) ? -1 : 1);
  const currency = chance.pick(["EUR", "JPY", "KWD"]) ?? "EUR";
  const people = [
    ...new Set([memberOf(session, chance), memberOf(session, chance), memberOf(session, chance)]),
  ];
  const payers = [{ memberId: memberOf(session, chance), amount }];
  const split = chance.is(0.5)
    ? { mode: "equal" as const, parts: people.map((memberId) => ({ memberId })) }
    : { mode: "shares" as const, parts: people.map((memberId, index) => ({ memberId, value: index + 1 })) };
  return { amount, currency, payers, split };
}

const EXPENSES: Record<string, Operation> = {
  addExpense(session, chance, turn) {
    const id = newId();
    const isPrivate = chance.is(0.3);
    const spentOn = addDays(FIRST_DAY, chance.below(4));
    const input = { id, title: `Expense ${turn}`, money: writable(moneyOf(session, chance)), spentOn };
    return done(session.actions.addExpense({ ...input, private: isPrivate }), isPrivate ? null : id);
  },
  updateExpense(session, chance, turn) {
    const expense = chance.pick(session.store.trip.expenses);
    const patch = chance.pick([
      { title: `Expense ${turn}` },
      { money: writable(moneyOf(session, chance)) },
      { money: writable(moneyOf(session, chance)), category: "food" as const },
      { spentOn: addDays(FIRST_DAY, chance.below(4)) },
      { notes: `Notes ${turn}`, stopId: chance.pick(session.store.trip.stops)?.id ?? null },
    ]);
    if (!expense || !patch) return null;
    const isPublished = expense.private && chance.is(0.2);
    const edit = isPublished ? { ...patch, private: false as const } : patch;
    return done(session.actions.updateExpense(expense.id, edit, { force: chance.is(0.2) }));
  },
  deleteExpense(session, chance) {
    const expense = chance.pick(session.store.trip.expenses);
    if (!expense) return null;
    const gone = done(session.actions.deleteExpense(expense.id));
    if (chance.is(0.4)) void session.actions.restoreExpense(expense.id);
    return gone;
  },
};

const SETTLEMENTS: Record<string, Operation> = {
  addSettlement(session, chance) {
    const id = newId();
    const [from, to] = [memberOf(session, chance), memberOf(session, chance)];
    const isPrivate = chance.is(0.2);
    const input = { id, from, to, amount: 1 + chance.below(900), currency: "EUR", private: isPrivate };
    return from === to ? null : done(session.actions.addSettlement(input), isPrivate ? null : id);
  },
  updateSettlement(session, chance, turn) {
    const settlement = chance.pick(session.store.trip.settlements);
    const patch = chance.is(0.5) ? { note: `By card ${turn}` } : { amount: 1 + turn, currency: "EUR" };
    return settlement ? done(session.actions.updateSettlement(settlement.id, patch)) : null;
  },
  deleteSettlement(session, chance) {
    const settlement = chance.pick(session.store.trip.settlements);
    if (!settlement) return null;
    const gone = done(session.actions.deleteSettlement(settlement.id));
    if (chance.is(0.4)) void session.actions.restoreSettlement(settlement);
    return gone;
  },
};

const TRIP: Record<string, Operation> = {
  setBudget: (session, chance) =>
    done(
      session.actions.setBudget({
        total: 1 + chance.below(9000),
        limits: chance.is(0.5) ? { food: 100 } : {},
      }),
    ),
  changeCurrency: (session, chance) =>
    done(session.actions.updateTrip({ currency: chance.pick(["EUR", "JPY", "USD"]) ?? "EUR" })),
};

/** Returns a mutable copy, as a request's body needs; the rules take readonly values. */
function writable({ payers, split, ...rest }: ExpenseMoney) {
  return { ...rest, payers: [...payers], split: { mode: split.mode, parts: [...split.parts] } };
}

export const MONEY_OPERATIONS = { ...EXPENSES, ...SETTLEMENTS, ...TRIP };

/** The relative frequency of each operation. */
export const MONEY_WEIGHTS = {
  addExpense: 4,
  updateExpense: 4,
  deleteExpense: 1,
  addSettlement: 2,
  updateSettlement: 1,
  deleteSettlement: 1,
  setBudget: 1,
  changeCurrency: 1,
};
