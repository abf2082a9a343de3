import type { ExpenseMoney, Split } from "#lib/shared/expense-shares.ts";

/** All amounts of what came back are below 0; the form has their sizes. */
export function signed(money: ExpenseMoney, isRefund: boolean): ExpenseMoney {
  if (!isRefund) return money;
  const payers = money.payers.map(({ memberId, amount }) => ({ memberId, amount: turned(amount) }));
  return { ...money, amount: turned(money.amount), payers, split: turnedSplit(money.split) };
}

function turnedSplit({ mode, parts, items, ...beside }: Split): Split {
  const turnedBeside = Object.entries(beside).map(([key, value]) => [key, turned(value ?? 0)] as const);
  return {
    mode,
    parts:
      mode === "exact" ? parts.map(({ memberId, value = 0 }) => ({ memberId, value: turned(value) })) : parts,
    ...(items && {
      items: items.map(({ name, amount, memberIds }) => ({ name, amount: turned(amount), memberIds })),
    }),
    ...Object.fromEntries(turnedBeside),
  };
}

/** No -0, which is not equal to 0 everywhere. */
function turned(amount: number): number {
  return amount === 0 ? 0 : -amount;
}
