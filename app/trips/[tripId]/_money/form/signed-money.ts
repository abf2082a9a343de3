import type { ExpenseMoney, Split } from "#lib/shared/expense-shares.ts";

/** Gives the amounts their sign: those of a refund are negative, while the form has absolute ones. */
export function withRefundSign(money: ExpenseMoney, isRefund: boolean): ExpenseMoney {
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

/** Negates an amount, but never returns -0, which some comparisons distinguish from 0. */
function turned(amount: number): number {
  return amount === 0 ? 0 : -amount;
}
