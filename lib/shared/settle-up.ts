/** A payment from one member to another; minor units above 0. */
export interface Transfer {
  from: string;
  to: string;
  amount: number;
}

/** Up to this number of people the result has the fewest transfers; the work doubles with each further person. */
export const MAX_EXACT_PEOPLE = 10;

interface Open {
  id: string;
  /** The balance; above 0: the person is owed money. */
  amount: number;
}

/**
 * Returns transfers after which all balances are 0: the fewest possible for up to {@link MAX_EXACT_PEOPLE} people with a
 * balance, and always fewer than there are people. The same balances give the same transfers, in any order of the map.
 * @param balances by member id, in minor units of one currency; they sum to 0
 */
export function settleUp(balances: ReadonlyMap<string, number>): Transfer[] {
  const open = [...balances].map(([id, amount]) => ({ id, amount })).filter(({ amount }) => amount !== 0);
  open.sort(byAmount);
  if (open.reduce((sum, { amount }) => sum + amount, 0) !== 0)
    throw new RangeError("These balances do not sum to 0.");
  const groups = open.length <= MAX_EXACT_PEOPLE ? closedGroups(open) : pairsFirst(open);
  return groups.flatMap(settleGroup);
}

/** Sorts by balance: who is owed most comes first, who owes most comes last. */
function byAmount(a: Open, b: Open): number {
  return b.amount - a.amount || (a.id < b.id ? -1 : 1);
}

/**
 * Finds the most groups whose balances sum to 0. Such a group needs one transfer less than it has people, so the fewest
 * transfers come from the most groups. The search computes, for each set of people, the most groups that it can be
 * divided into, from sets of one person less.
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

/**
 * Reads the groups from the computed table: people are removed in the order that made the most groups, and a group is
 * complete each time the rest sums to 0.
 */
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

/** Makes a group of each two people whose balances cancel each other; all others are one group. */
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

/**
 * Settles a group: whoever owes most pays whoever is owed most, until one of them is even. So each transfer settles at
 * least one person.
 */
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
