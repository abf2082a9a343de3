import type { LedgerEntry, MoneyTrip } from "#db/queries/integrity.ts";
import type { CountedExpense } from "#db/queries/ledger.ts";
import {
  type Balances,
  balancesByCurrency,
  balancesIn,
  type Ledger,
  type LedgerSettlement,
} from "#lib/shared/balances.ts";
import { moneyProblem } from "#lib/shared/expense-rules.ts";
import { RunningSums } from "../money/running-sums.ts";

/** Yields what is wrong with a trip's money: in each expense, and in the balances of all expenses together. */
export function* moneyFaults(trip: MoneyTrip, entries: readonly LedgerEntry[]): Generator<string> {
  const members = new Set(trip.memberIds);
  for (const entry of entries) yield* entryFaults(entry, members);
  yield* ledgerFaults(
    trip,
    entries.filter(({ people }) => people === null),
    "balances",
  );
  yield* ledgerFaults(
    trip,
    entries.filter(({ people }) => people !== null),
    "private balances",
  );
}

function* entryFaults(row: LedgerEntry, members: ReadonlySet<string>): Generator<string> {
  if (row.kind === "settlement") return;
  const { money } = row.entry;
  const problem = moneyProblem(money);
  if (problem) yield `expense ${row.id}: ${problem.path.join(".")}: ${problem.message}`;
  const { parts, items = [] } = money.split;
  const named = [...money.payers, ...parts].map(({ memberId }) => memberId);
  const all = [...named, ...items.flatMap(({ memberIds }) => memberIds), ...(row.people ?? [])];
  if (all.some((id) => !members.has(id))) yield `expense ${row.id} names somebody who was never in the trip`;
}

function* ledgerFaults(trip: MoneyTrip, entries: readonly LedgerEntry[], name: string): Generator<string> {
  try {
    const ledger = ledgerOf(entries);
    const whole = balancesIn(trip, ledger);
    const byCurrency = balancesByCurrency(ledger);
    for (const [currency, balances] of [[`${trip.currency} in all`, whole] as const, ...byCurrency]) {
      const sum = [...balances.values()].reduce((total, amount) => total + amount, 0);
      if (sum !== 0) yield `${name} (${currency}) add up to ${sum}, not 0`;
    }
    const running = runningSums(trip, entries);
    if (!areSame(running.balances, whole)) yield `${name} differ between one sum and the other`;
  } catch (error) {
    yield `${name} can't be worked out: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function ledgerOf(entries: readonly LedgerEntry[]): Ledger {
  const expenses: CountedExpense[] = [];
  const settlements: LedgerSettlement[] = [];
  for (const row of entries) {
    if (row.kind === "expense") expenses.push(row.entry);
    else settlements.push(row.entry);
  }
  return { expenses, settlements };
}

/** Computes the balances entry by entry, as the service does when it updates them. */
function runningSums(trip: MoneyTrip, entries: readonly LedgerEntry[]): { balances: Balances } {
  const sums = new RunningSums(trip);
  for (const row of entries) {
    if (row.kind === "expense") sums.expense(row.entry, 1);
    else sums.settlement(row.entry, 1);
  }
  return sums.read();
}

function areSame(a: Balances, b: Balances): boolean {
  const ids = new Set([...a.keys(), ...b.keys()]);
  return [...ids].every((id) => (a.get(id) ?? 0) === (b.get(id) ?? 0));
}
