import type { TripCurrency } from "#lib/shared/balances.ts";
import type { BalancesDto, BudgetReport, SettleUpDto } from "#lib/shared/budget.ts";
import { addAmounts } from "#lib/shared/expense-shares.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import type { ChangeWithSeq } from "./expense-list.ts";
import { balancesOf, type OwedAmount, privateOwed, settledAmount, transfersOf } from "./money.ts";

/** The service's answers about money, and the settlements that were known when they came. */
export interface MoneyAnswer {
  /** The seq of the last event that the service has counted. */
  seq: number;
  balances: BalancesDto;
  settleUp: SettleUpDto;
  report: BudgetReport;
  settlements: readonly SettlementDto[];
}

/** Who owes whom, in the trip's currency. Amounts are minor units. */
export interface BalancesAndTransfers {
  balances: ReadonlyMap<string, number>;
  transfers: readonly OwedAmount[];
  /** The balances and transfers of private expenses and settlements; those of the group contain nothing of them. */
  private: { balances: ReadonlyMap<string, number>; transfers: readonly OwedAmount[] };
}

interface Now {
  trip: TripCurrency;
  /** The member id of this person. */
  me: string | null;
  /** The settlements, with this person's unconfirmed writes. */
  settlements: readonly SettlementDto[];
  /** Expenses that the service has not counted: {@link expensesAddedSince}. */
  added: readonly ExpenseDto[];
}

/**
 * Returns the expenses that were added after the service counted, in their current state. Of other expenses that
 * changed or were deleted, the client does not know with which amounts the service counted them, so they wait for the
 * next answer.
 */
export function expensesAddedSince(seq: number, changes: readonly ChangeWithSeq[]): ExpenseDto[] {
  const rows = new Map<string, ExpenseDto | null>();
  for (const { change } of changes.filter((since) => since.seq > seq)) {
    const { op, entity } = change;
    if (
      op === "expense.created" ||
      ((op === "expense.updated" || op === "expense.restored") && rows.has(entity.id))
    )
      rows.set(entity.id, { commentCount: 0, ...entity });
    if ((op === "expense.deleted" || op === "expense.withdrawn") && rows.has(entity.id))
      rows.set(entity.id, null);
  }
  return [...rows.values()].filter((row) => row !== null);
}

/** Returns the service's answer with the later payments and expenses applied, so that no debt is settled twice. */
export function currentBalances(
  { balances, settleUp, ...asked }: MoneyAnswer,
  { trip, me, settlements, added }: Now,
): BalancesAndTransfers {
  const before = new Set(asked.settlements);
  const now = new Set(settlements);
  const came = settlements.filter((row) => !before.has(row));
  const went = asked.settlements.filter((row) => !now.has(row));
  const all = byMember(balances.balances);
  const own = byMember(balances.private.balances);
  const group = { balances: all, transfers: settleUp.transfers };
  const mine = { balances: own, transfers: settleUp.private };
  if (came.length + went.length + added.length === 0) return { ...group, private: mine };
  const given = (isPrivate: boolean) => [
    ...paymentsOf(trip, came, isPrivate, 1),
    ...paymentsOf(trip, went, isPrivate, -1),
  ];
  const [open, hidden] = [given(false), given(true)];
  const rows = { expenses: added, settlements: [] };
  const moved = settledIn(all, open);
  addAmounts(moved, balancesOf(trip, rows, false));
  const ownMoved = settledIn(own, hidden);
  addAmounts(ownMoved, balancesOf(trip, rows, true));
  const isMoved = open.length > 0 || added.some((expense) => !expense.private);
  return {
    balances: moved,
    transfers: isMoved ? transfersOf(moved, trip.currency) : settleUp.transfers,
    private: {
      balances: ownMoved,
      transfers:
        me === null
          ? []
          : pairsAfter(me, trip, [...settleUp.private, ...privateOwed(me, trip, rows)], hidden),
    },
  };
}

type Payment = Pick<OwedAmount, "from" | "to" | "amount">;

function paymentsOf(
  trip: TripCurrency,
  rows: readonly SettlementDto[],
  isPrivate: boolean,
  sign: 1 | -1,
): Payment[] {
  return rows
    .filter((row) => row.private === isPrivate)
    .map((row) => ({ from: row.from, to: row.to, amount: sign * (settledAmount(trip, row) ?? 0) }))
    .filter(({ amount }) => amount !== 0);
}

function settledIn(balances: ReadonlyMap<string, number>, payments: readonly Payment[]): Map<string, number> {
  const moved = new Map(balances);
  for (const { from, to, amount } of payments) {
    addAmounts(moved, new Map([[from, amount]]));
    addAmounts(moved, new Map([[to, -amount]]));
  }
  return moved;
}

/**
 * Returns the private debts after a payment: a private debt is between two members, so the payment changes only what
 * its two members owe each other.
 */
function pairsAfter(
  me: string,
  { currency }: TripCurrency,
  transfers: readonly Payment[],
  payments: readonly Payment[],
): OwedAmount[] {
  const owed = new Map<string, number>();
  const add = ({ from, to, amount }: Payment, sign: 1 | -1) => {
    if (to === me) addAmounts(owed, new Map([[from, amount]]), sign);
    if (from === me) addAmounts(owed, new Map([[to, -amount]]), sign);
  };
  for (const transfer of transfers) add(transfer, 1);
  for (const payment of payments) add(payment, -1);
  return [...owed]
    .filter(([, amount]) => amount !== 0)
    .map(([other, amount]) =>
      amount > 0
        ? { from: other, to: me, amount, currency }
        : { from: me, to: other, amount: -amount, currency },
    );
}

function byMember(list: BalancesDto["balances"]): Map<string, number> {
  return new Map(list.map(({ memberId, amount }) => [memberId, amount]));
}
