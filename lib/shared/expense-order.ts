interface Spent {
  id: string;
  spentOn: string;
}

/** Compares expenses: the newest day first, and within a day the one added last first. */
export function compareExpenses(a: Spent, b: Spent): number {
  if (a.spentOn !== b.spentOn) return a.spentOn > b.spentOn ? -1 : 1;
  if (a.id === b.id) return 0;
  return a.id > b.id ? -1 : 1;
}
