import {
  amountAsRecorded,
  type Balances,
  type Ledger,
  type LedgerExpense,
  recordedMoneyOf,
  divideExpenseAsRecorded,
  forEachExpenseAmount,
  type TripCurrency,
} from "./balances.ts";
import { convertDebts } from "./convert-balances.ts";
import { membersOf } from "./expense-people.ts";
import { settleUp, type Transfer } from "./settle-up.ts";
import { CurrencyPeriodSums } from "./currency-period-sums.ts";

/**
 * The transfers after which a member's balances from private rows are 0. Each pair of members is settled by itself,
 * from the rows that both members of the pair see: fewer transfers among more members would reveal expenses to members
 * who are not in them.
 * @param me member id
 * @param ledger the private rows that this member sees
 */
export function privateTransfers(me: string, trip: TripCurrency, ledger: Ledger): Transfer[] {
  return pairDebts(trip, ledger)
    .filter(({ from, to, amount }) => amount !== 0 && (from === me || to === me))
    .toSorted((a, b) => (otherThan(me, a) < otherThan(me, b) ? -1 : 1));
}

function otherThan(me: string, { from, to }: Transfer): string {
  return from === me ? to : from;
}

/** Each member's balance from private rows (above 0: is owed money), as the sum of all their transfers. */
export function privateBalances(trip: TripCurrency, ledger: Ledger): Balances {
  const balances: Balances = new Map();
  for (const id of peopleIn(ledger)) balances.set(id, 0);
  for (const { from, to, amount } of pairDebts(trip, ledger)) {
    balances.set(to, (balances.get(to) ?? 0) + amount);
    balances.set(from, (balances.get(from) ?? 0) - amount);
  }
  return balances;
}

function peopleIn({ expenses, settlements }: Ledger): string[] {
  return [
    ...expenses.flatMap(({ money }) => membersOf(money)),
    ...settlements.flatMap(({ from, to }) => [from, to]),
  ];
}

/** The debt of each pair of members: the first of a pair, by id, is owed money where the debt is above 0. */
function pairDebts(trip: TripCurrency, { expenses, settlements }: Ledger): Transfer[] {
  const sums = new CurrencyPeriodSums(trip, convertDebts);
  for (const expense of expenses) {
    const note = sums.noteOf(recordedMoneyOf(expense));
    for (const { from, to, amount } of transfersIn(expense)) noteDebt(note, from, to, amount);
  }
  for (const row of settlements) noteDebt(sums.noteOf(row), row.from, row.to, -amountAsRecorded(row));
  return [...sums.read()].map(([pair, amount]) => {
    const [first = "", second = ""] = pair.split(" ");
    return amount > 0
      ? { from: second, to: first, amount }
      : { from: first, to: second, amount: amount === 0 ? 0 : -amount };
  });
}

function transfersIn(expense: LedgerExpense): Transfer[] {
  const balances: Balances = new Map();
  forEachExpenseAmount(divideExpenseAsRecorded(expense), (id, amount) =>
    balances.set(id, (balances.get(id) ?? 0) + amount),
  );
  return settleUp(balances);
}

/**
 * Adds a debt to the sum of the pair of members.
 * @param amount what the member `to` is owed by the member `from`
 */
function noteDebt(
  note: (pair: string, amount: number) => void,
  from: string,
  to: string,
  amount: number,
): void {
  if (to < from) note(`${to} ${from}`, amount);
  else note(`${from} ${to}`, -amount);
}
