/** Money that one member gives another; minor units above 0. */
export interface Transfer {
  from: string;
  to: string;
  amount: number;
}

/** Up to here the fewest transfers are found for sure; the work doubles with each more. */
export const MAX_EXACT = 10;

interface Open {
  id: string;
  /** Above 0: is owed. */
  amount: number;
}

/**
 * Transfers after which nobody owes anybody: the fewest for up to {@link MAX_EXACT} people with a balance, and never more
 * than one less than there are people. The same balances give the same transfers, in whatever order they come.
 * @param balances by member id, in minor units of one currency; they sum to 0
 */
export function settleUp(balances: ReadonlyMap<string, number>): Transfer[] {
  const open = [...balances].map(([id, amount]) => ({ id, amount })).filter(({ amount }) => amount !== 0);
  open.sort(byAmount);
  if (open.reduce((sum, { amount }) => sum + amount, 0) !== 0)
    throw new RangeError("These balances do not sum to 0.");
  const groups = open.length <= MAX_EXACT ? closedGroups(open) : pairsFirst(open);
  return groups.flatMap(settleGroup);
}

/** Who is owed most comes first, who owes most last. */
function byAmount(a: Open, b: Open): number {
  return b.amount - a.amount || (a.id < b.id ? -1 : 1);
}

/**
 * A group whose balances sum to 0 needs one transfer less than it has people, so the fewest transfers come from the most
 * groups: for each set of people, the most groups that it can be cut into, one more person at a time.
 */
function closedGroups(open: readonly Open[]): Open[][] {
  const sets = 1 << open.length;
  const sums = Array.from({ length: sets }, () => 0);
  const most = Array.from({ length: sets }, () => 0);
  const last = Array.from({ length: sets }, () => -1);
  for (let set = 1; set < sets; set++) {
    for (const [index, { amount }] of open.entries()) {
      const bit = 1 << index;
      if ((set & bit) === 0) continue;
      sums[set] = (sums[set ^ bit] ?? 0) + amount;
      const groups = most[set ^ bit] ?? 0;
      if (last[set] === -1 || groups > (most[set] ?? 0)) {
        most[set] = groups;
        last[set] = index;
      }
    }
    if (sums[set] === 0) most[set] = (most[set] ?? 0) + 1;
  }
  return walkBack(open, sums, last);
}

/** Takes the people away in the order that made the most groups; a group is complete each time the rest sums to 0. */
function walkBack(open: readonly Open[], sums: readonly number[], last: readonly number[]): Open[][] {
  const groups: Open[][] = [];
  for (let set = sums.length - 1; set > 0;) {
    if (sums[set] === 0) groups.push([]);
    const index = last[set] ?? 0;
    const person = open[index];
    if (person) groups.at(-1)?.push(person);
    set ^= 1 << index;
  }
  return groups.map((group) => group.toSorted(byAmount));
}

/** Two who owe each other exactly the same are a group of their own; the others are one. */
function pairsFirst(open: readonly Open[]): Open[][] {
  const owed = new Map<number, Open[]>();
  for (const person of open) {
    if (person.amount > 0) owed.set(person.amount, [...(owed.get(person.amount) ?? []), person]);
  }
  const paired = new Set<Open>();
  const pairs: Open[][] = [];
  for (const debtor of open.filter(({ amount }) => amount < 0)) {
    const creditor = owed.get(-debtor.amount)?.shift();
    if (!creditor) continue;
    pairs.push([creditor, debtor]);
    paired.add(creditor).add(debtor);
  }
  const rest = open.filter((person) => !paired.has(person));
  return rest.length > 0 ? [...pairs, rest] : pairs;
}

/** Whoever owes most pays whoever is owed most, until one of them is done: each transfer ends at least one person. */
function settleGroup(group: readonly Open[]): Transfer[] {
  const open = group.map((person) => ({ ...person }));
  const transfers: Transfer[] = [];
  for (;;) {
    open.sort(byAmount);
    const [creditor, debtor] = [open[0], open.at(-1)];
    if (!creditor || !debtor || creditor.amount <= 0) return transfers;
    const amount = Math.min(creditor.amount, -debtor.amount);
    transfers.push({ from: debtor.id, to: creditor.id, amount });
    creditor.amount -= amount;
    debtor.amount += amount;
  }
}
