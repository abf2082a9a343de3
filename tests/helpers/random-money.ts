import { v7 as uuidv7 } from "uuid";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { moneyApi } from "#lib/shared/api/money.ts";
import { settlementsApi } from "#lib/shared/api/settlements.ts";
import { addDays } from "#lib/shared/dates.ts";
import type { ExpenseMoney, Split } from "#lib/shared/expense-shares.ts";
import type { RawAnswer } from "./handlers.ts";
import { sendAction, idFrom, pick, type StepContext } from "./random-test-state.ts";

interface Numbers {
  a: number;
  b: number;
  c: number;
}

/** Returns one or more different members, who may have left the trip. */
function membersFrom({ trip }: StepContext, seed: number, most: number): [string, ...string[]] {
  const ids = trip.members.map(({ id }) => id);
  const first = pick(ids, seed);
  const others = ids.filter((id, index) => id !== first && (seed >> index) % 2 === 1);
  return [first, ...others.slice(0, most - 1)];
}

function splitFrom(scene: StepContext, amount: number, { a, b, c }: Numbers): Split {
  const people = membersFrom(scene, b, 4);
  const [first, ...others] = people;
  const parts = people.map((memberId) => ({ memberId }));
  switch (c % 4) {
    case 0:
      return { mode: "equal", parts };
    case 1:
      return {
        mode: "shares",
        parts: people.map((memberId, index) => ({ memberId, value: 1 + ((a + index) % 3) })),
      };
    case 2:
      return { mode: "exact", parts: [{ memberId: first, value: amount }] };
    default:
      return {
        mode: "items",
        parts: [],
        items: [
          { name: "Soup", amount: amount - Math.sign(amount), memberIds: people },
          { name: "Tea", amount: Math.sign(amount), memberIds: [first, ...others.slice(0, 1)] },
        ],
      };
  }
}

function moneyFrom(scene: StepContext, numbers: Numbers): ExpenseMoney {
  const { a, b, c } = numbers;
  const amount = (2 + a) * (b % 7 === 0 ? -1 : 1);
  const [payer] = membersFrom(scene, c, 1);
  const currency = pick(["JPY", "EUR", "KWD"], a);
  return {
    amount,
    currency,
    payers: [{ memberId: payer, amount }],
    split: splitFrom(scene, amount, numbers),
  };
}

export const MONEY_ACTIONS = {
  addExpense: async (scene: StepContext, numbers: Numbers): Promise<RawAnswer> => {
    const { a, b, c } = numbers;
    const body = {
      id: uuidv7(),
      title: `Expense ${a}`,
      money: moneyFrom(scene, numbers),
      private: b % 3 === 0,
      spentOn: addDays(scene.epoch, c % 5),
    };
    const sent = await sendAction(scene, expensesApi.create, {}, body);
    if (sent.status === 201) scene.expenseIds.push(body.id);
    return sent;
  },
  editExpense: (scene: StepContext, { a, b, c }: Numbers) => {
    const patches = [
      { title: `Expense ${c}` },
      { money: moneyFrom(scene, { a: b, b: c, c: a }) },
      { money: moneyFrom(scene, { a: c, b: a, c: b }), title: "Again" },
      { private: false },
      { spentOn: addDays(scene.epoch, b % 5), notes: pick([null, "Receipt lost"], a) },
    ];
    return sendAction(
      scene,
      expensesApi.update,
      { expenseId: idFrom(scene.expenseIds, a) },
      pick(patches, c),
    );
  },
  deleteExpense: (scene: StepContext, { a }: Numbers) =>
    sendAction(scene, expensesApi.delete, { expenseId: idFrom(scene.expenseIds, a) }),
  restoreExpense: (scene: StepContext, { a }: Numbers) =>
    sendAction(scene, expensesApi.restore, { expenseId: idFrom(scene.expenseIds, a) }),
  addSettlement: async (scene: StepContext, { a, b, c }: Numbers): Promise<RawAnswer> => {
    const [from] = membersFrom(scene, a, 1);
    const [to] = membersFrom(scene, b, 1);
    const body = {
      id: uuidv7(),
      from,
      to,
      amount: 1 + c,
      currency: pick(["JPY", "EUR"], c),
      private: b % 4 === 0,
    };
    const sent = await sendAction(scene, settlementsApi.create, {}, body);
    if (sent.status === 201) scene.settlementIds.push(body.id);
    return sent;
  },
  editSettlement: (scene: StepContext, { a, b, c }: Numbers) => {
    const patches = [{ amount: 1 + b }, { note: `By card ${b}` }, { amount: 7, currency: "EUR" }];
    const settlementId = idFrom(scene.settlementIds, a);
    return sendAction(scene, settlementsApi.update, { settlementId }, pick(patches, c));
  },
  deleteSettlement: (scene: StepContext, { a }: Numbers) =>
    sendAction(scene, settlementsApi.delete, { settlementId: idFrom(scene.settlementIds, a) }),
  restoreSettlement: (scene: StepContext, { a }: Numbers) =>
    sendAction(scene, settlementsApi.restore, { settlementId: idFrom(scene.settlementIds, a) }),
  setBudget: (scene: StepContext, { a, b }: Numbers) =>
    sendAction(
      scene,
      moneyApi.setBudget,
      {},
      { total: a % 3 === 0 ? null : 1 + a, limits: b % 2 === 0 ? {} : { food: 1 + b } },
    ),
};
