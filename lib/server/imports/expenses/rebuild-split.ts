import { allocate } from "#lib/shared/allocate.ts";

export interface PersonAmount {
  person: number;
  amount: number;
}

export interface RebuiltExpense {
  amount: number;
  payers: PersonAmount[];
  shares: PersonAmount[];
}

/**
 * Rebuilds an expense of which only the cost is known and, for each person, payment minus share. A person below 0 paid
 * nothing and bears that amount; the people above 0 paid the cost and bear the rest in proportion. So everyone's
 * balance is exactly as given.
 * @param nets minor units by person, which sum to 0
 * @returns null when nobody owes anybody anything
 */
export function rebuildSplit(
  cost: number,
  nets: readonly number[],
  seed: string,
): RebuiltExpense | "owesMore" | null {
  if (cost < 0) {
    const positive = rebuildSplit(
      -cost,
      nets.map((net) => -net),
      seed,
    );
    return positive && typeof positive === "object" ? negated(positive) : positive;
  }
  const given = nets.map((amount, person) => ({ person, amount })).filter(({ amount }) => amount !== 0);
  const debtors = given.filter(({ amount }) => amount < 0);
  const creditors = given.filter(({ amount }) => amount > 0);
  if (creditors.length === 0) return null;
  const lent = creditors.reduce((sum, { amount }) => sum + amount, 0);
  if (lent > cost + roundingOf(given)) return "owesMore";
  return shared(Math.max(cost, lent), creditors, debtors, seed);
}

function shared(
  amount: number,
  creditors: readonly PersonAmount[],
  debtors: readonly PersonAmount[],
  seed: string,
): RebuiltExpense {
  const lent = creditors.reduce((sum, part) => sum + part.amount, 0);
  const weights = creditors.map((part) => ({ key: String(part.person), weight: part.amount }));
  const own = allocate(amount - lent, weights, seed);
  const ownOf = ({ person }: PersonAmount) => own.get(String(person)) ?? 0;
  const payers = creditors.map((part) => ({ person: part.person, amount: part.amount + ownOf(part) }));
  const shares = [
    ...creditors.map((part) => ({ person: part.person, amount: ownOf(part) })),
    ...debtors.map(({ person, amount: net }) => ({ person, amount: -net })),
  ];
  return { amount, payers, shares: shares.filter((part) => part.amount > 0).toSorted(byPerson) };
}

/** Returns the maximum difference from the sum: each column may have been rounded by half a unit. */
function roundingOf(given: readonly PersonAmount[]): number {
  return Math.floor(given.length / 2);
}

function turned(parts: readonly PersonAmount[]): PersonAmount[] {
  return parts.map((part) => ({ ...part, amount: -part.amount }));
}

function negated({ amount, payers, shares }: RebuiltExpense): RebuiltExpense {
  return { amount: -amount, payers: turned(payers), shares: turned(shares) };
}

function byPerson(a: PersonAmount, b: PersonAmount): number {
  return a.person - b.person;
}
