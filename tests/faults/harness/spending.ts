import type { NewExpense } from "#lib/shared/expenses.ts";

type Money = NewExpense["money"];

/**
 * The nth sum of three people, in every way of splitting. None leaves two people with the same claim to an odd unit, so
 * that what each bears follows from arithmetic alone.
 */
export function spending(n: number, people: readonly string[], currencies: readonly [string, string]): Money {
  const [a = "", b = "", c = ""] = people;
  const payer = people[n % people.length] ?? a;
  const [own, foreign] = currencies;
  const currency = n % 5 === 4 ? foreign : own;
  // Neither 7 nor 3 divide it but where they have to.
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
