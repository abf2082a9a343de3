import { describe, expect, test } from "vitest";
import { membersApi } from "#lib/shared/api/members.ts";
import { newExpense, expenseSharedBy } from "#tests/factories/money.ts";
import { newPlaceholder } from "#tests/factories/trips.ts";
import { listedExpenses, newMoneyFixture, patchExpense, postExpense } from "#tests/helpers/expenses.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectInvalid, expectWritten } from "#tests/helpers/refusals.ts";

const UNKNOWN = "01a1fea0-fa5a-7365-a54d-b8396911c8f9";

describe("what does not add up is refused, with the place where it doesn't", () => {
  const A = "01a1fea0-fa5a-7365-a54d-b8396911c8f1";
  const B = "01a1fea0-fa5a-7365-a54d-b8396911c8f2";
  const payers = [{ memberId: A, amount: 1000 }];
  const equal = { mode: "equal", parts: [{ memberId: A }, { memberId: B }] };
  const of = (mode: string, ...values: (number | undefined)[]) => ({
    mode,
    parts: values.map((value, index) => ({ memberId: index === 0 ? A : B, value })),
  });
  const bill = (more: object, ...amounts: number[]) => ({
    mode: "items",
    parts: [],
    items: amounts.map((amount) => ({ name: "Tea", amount, memberIds: [A] })),
    ...more,
  });

  test.each([
    [{ amount: 0 }, "amount", "Give an amount that is not 0."],
    [{ amount: 2e12 }, "amount", "This amount is too large."],
    [{ amount: 0.5 }, "amount", "Send a whole number."],
    [{ currency: "XYZ" }, "currency", "This is no ISO 4217 currency."],
    [{ payers: [] }, "payers", "Say who paid."],
    [{ payers: [{ memberId: A, amount: 999 }] }, "payers", "What they paid adds up to 999, not 1000."],
    [{ payers: [...payers, ...payers] }, "payers.1.memberId", "This person is listed twice."],
    [{ payers: [{ memberId: A, amount: -1000 }] }, "payers.0.amount", "Give what they paid, above 0."],
    [{ amount: -1000 }, "payers.0.amount", "Give what they got back, below 0."],
    [{ split: { ...equal, parts: [] } }, "split.parts", "Choose at least one person."],
    [{ split: of("equal", 1) }, "split.parts.0.value", "An equal split has no values."],
    [
      { split: of("equal", undefined, undefined, undefined) },
      "split.parts.2.memberId",
      "This person is listed twice.",
    ],
    [{ split: { ...equal, tip: 5 } }, "split.tip", "Only a split by items has this."],
    [
      { split: of("shares", 1, 0) },
      "split.parts.1.value",
      "Give a number of shares above 0 and up to 10000, with at most three decimals.",
    ],
    [{ split: of("shares", 1, 0.5) }, null, null],
    [{ split: of("percent", 5000.5, 4999.5) }, "split.parts.0.value", "Give a whole number."],
    [{ split: of("percent", 5000, 4999) }, "split.parts", "The percentages add up to 99.99 %, not 100 %."],
    [{ split: of("percent", 5000, 5001) }, "split.parts", "The percentages add up to 100.01 %, not 100 %."],
    [{ split: of("exact", 400, 500) }, "split.parts", "The amounts add up to 900, not 1000."],
    [
      { split: of("exact", 1100, -100) },
      "split.parts.1.value",
      "Give this person's amount, with the sign of the whole.",
    ],
    [{ split: bill({}) }, "split.items", "Add at least one item."],
    [{ split: bill({}, 400, 500) }, "split.items", "The items add up to 900, not 1000."],
    [{ split: bill({ tip: -1 }, 1001) }, "split.tip", "Give this with the sign of the whole."],
    [{ split: bill({ discount: 1001 }, 1000) }, "split.discount", "This is more than all items together."],
    [
      { split: { ...bill({}, 1000), parts: [{ memberId: A }] } },
      "split.parts",
      "Items name their own people: leave this out.",
    ],
  ])("%j", async (change, path, message) => {
    const { tripId, owner, ids } = await newMoneyFixture();
    const known = await newExpense(owner, tripId, expenseSharedBy(100, "JPY", ids.owner));
    const text = JSON.stringify({ amount: 1000, currency: "JPY", payers, split: equal, ...change });
    const money: unknown = JSON.parse(text.replaceAll(A, ids.owner).replaceAll(B, ids.editor));
    const answers = [
      await postExpense(owner, tripId, { title: "Tea", money }),
      await patchExpense(owner, tripId, known.id, { money }),
    ];
    for (const sent of answers) {
      if (path === null) expect([200, 201]).toContain(sent.status);
      else expectInvalid(sent, [`money.${path}`, message]);
    }
    if (path !== null) expect(await listedExpenses(owner, tripId)).toEqual([known]);
  });
});

describe("who is in it", () => {
  test("is in the trip now, wherever they are named", async () => {
    const { tripId, owner, ids } = await newMoneyFixture();
    const other = await newMoneyFixture();
    const gone = await newPlaceholder(owner, tripId);
    await send(membersApi.removePlaceholder, { params: { tripId, memberId: gone.id }, token: owner.token });
    const NO = "This is no member of the trip.";
    const payers = [{ memberId: UNKNOWN, amount: 1000 }];
    const equal = { mode: "equal", parts: [{ memberId: ids.owner }, { memberId: other.ids.owner }] };
    const money = { amount: 1000, currency: "JPY", payers, split: equal };
    expectInvalid(
      await postExpense(owner, tripId, { title: "Tea", money }),
      ["money.payers.0.memberId", NO],
      ["money.split.parts.1.memberId", NO],
    );
    const items = [{ name: "Tea", amount: 1000, memberIds: [ids.owner, gone.id] }];
    const bill = { ...money, payers: [{ memberId: ids.owner, amount: 1000 }] };
    expectInvalid(
      await postExpense(owner, tripId, {
        title: "Tea",
        money: { ...bill, split: { mode: "items", parts: [], items } },
      }),
      ["money.split.items.0.memberIds.1", "This person has left the trip."],
    );
    expect(await listedExpenses(owner, tripId)).toEqual([]);
  });

  test("may have left where they were in it before, and their part stays", async () => {
    const { tripId, owner, ids } = await newMoneyFixture();
    const grandma = await newPlaceholder(owner, tripId);
    const made = await newExpense(owner, tripId, expenseSharedBy(900, "JPY", grandma.id, ids.owner));
    const free = await newExpense(owner, tripId, expenseSharedBy(900, "JPY", ids.owner));
    const params = { tripId, memberId: grandma.id };
    expect((await send(membersApi.removePlaceholder, { params, token: owner.token })).status).toBe(204);
    expect(await listedExpenses(owner, tripId)).toEqual([free, made]);
    const more = expenseSharedBy(1200, "JPY", grandma.id, ids.owner);
    expectWritten(await patchExpense(owner, tripId, made.id, { money: more }));
    expectInvalid(
      await patchExpense(owner, tripId, free.id, { money: more }),
      ["money.payers.0.memberId", "This person has left the trip."],
      ["money.split.parts.0.memberId", "This person has left the trip."],
    );
  });
});
