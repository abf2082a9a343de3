import type { NewExpense } from "#lib/shared/expenses.ts";

type Money = NewExpense["money"];

/**
 * Returns the n-th expense of three people; they cover every way to split. No two people have equal claims to a
 * remaining unit, so arithmetic alone decides each share.
 */
export function nthExpense(
  n: number,
  people: readonly string[],
  currencies: readonly [string, string],
): Money {
  const [a = "", b = "", c = ""] = people;
  const payer = people[n % people.length] ?? a;
  const [own, foreign] = currencies;
  const currency = n % 5 === 4 ? foreign : own;
  // The amount is not divisible by 7 or 3, except where the split requires it.
  const amount = 1000 + n * 37 + (n % 2);
  const paid = [{ memberId: payer, amount }];
  const shares = { mode: "shares" as const, parts: [part(a, 1), part(b, 2), part(c, 4)] };
  if (n % 5 === 0) {
    const whole = amount * 3;
    const parts = [{ memberId: a }, { memberId: b }, { memberId: c }];
    return {
      amount: whole,
      currency,
      payers: [{ memberId: payer, amount: whole }],
      split: { mode: "equal", parts },
    };
  }
  if (n % 5 === 1) {
    const parts = [part(a, 333), part(b, 7), part(c, amount - 340)];
    return { amount, currency, payers: paid, split: { mode: "exact", parts } };
  }
  if (n % 5 === 2) {
    const payers = [
      { memberId: a, amount: 401 },
      { memberId: b, amount: amount - 401 },
    ];
    return { amount, currency, payers, split: shares };
  }
  return { amount, currency, payers: paid, split: shares };
}

function part(memberId: string, value: number): { memberId: string; value: number } {
  return { memberId, value };
}
