import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ExpenseForm, formOf, percentText } from "#app/trips/[tripId]/_money/form/expense-form.ts";
import { guessCategory } from "#app/trips/[tripId]/_money/form/guess-category.ts";
import { equalShareOf, shownShares } from "#app/trips/[tripId]/_money/form/shown-shares.ts";
import { readExpense } from "#app/trips/[tripId]/_money/form/read-expense.ts";
import { readPercent, readShares } from "#app/trips/[tripId]/_money/form/split-values.ts";
import { moneyProblem } from "#lib/shared/expense-rules.ts";
import { sharesOf } from "#lib/shared/expense-shares.ts";
import {
  A,
  B,
  C,
  filledForm,
  ID,
  problems,
  read,
  formContext,
  sentExpense,
  split,
  startForm,
  storedExpense,
} from "./expense-forms.ts";

describe("the usual expense", () => {
  test("an amount and a title are enough: I paid, everyone, equally, today", () => {
    expect(sentExpense(filledForm({}))).toEqual({
      id: ID,
      title: "Yatsuhashi",
      money: {
        amount: 4620,
        currency: "JPY",
        payers: [{ memberId: A, amount: 4620 }],
        split: { mode: "equal", parts: [{ memberId: A }, { memberId: B }, { memberId: C }] },
      },
      category: "other",
      spentOn: "2026-11-16",
    });
  });

  test("says what is missing beside its field", () => {
    expect(problems(startForm)).toEqual([
      { field: "amount", kind: "noAmount" },
      { field: "title", kind: "noTitle" },
    ]);
    expect(problems(filledForm({ amount: "0" }))).toEqual([{ field: "amount", kind: "zero" }]);
    expect(problems(filledForm({ amount: "12+" }))).toEqual([{ field: "amount", kind: "unfinished" }]);
    expect(problems(filledForm({ title: "x".repeat(201) }))).toEqual([{ field: "title", kind: "longTitle" }]);
    expect(problems(filledForm({ spentOn: "" }))).toEqual([{ field: "spentOn", kind: "noDay" }]);
  });

  test("a sign that is typed with the amount is the currency of all of it", () => {
    const form = filledForm({
      amount: "€12.50",
      payers: { several: true, one: A, amounts: { [A]: "2.50", [B]: "10" } },
    });
    expect(sentExpense(form).money).toMatchObject({
      amount: 1250,
      currency: "EUR",
      payers: [
        { memberId: A, amount: 250 },
        { memberId: B, amount: 1000 },
      ],
    });
  });

  test("the last known word of the title guesses the category, a choice stays", () => {
    expect(sentExpense(filledForm({ title: "Train and onsen" })).category).toBe("activities");
    expect(sentExpense(filledForm({ title: "Tea at the station", category: "shopping" })).category).toBe(
      "shopping",
    );
    expect(guessCategory("Steakhouse")).toBeNull();
    expect(guessCategory("京都地铁一日券")).toBe("transport");
    expect(guessCategory("Bar")).toBe("food");
    expect(guessCategory("Barcelona")).toBeNull();
  });

  test.each([
    ["Hotel Avenida Palace", "lodging"],
    ["Palace Hotel", "lodging"],
    ["Castle Hostel, two nights", "lodging"],
    ["Museum Apartment", "lodging"],
    ["皇宫酒店", "lodging"],
    ["Pena Palace", "sights"],
    ["Breakfast at the Hotel Palace", "food"],
    ["Hotel breakfast", "food"],
    ["Taxi to the museum", "transport"],
    ["Train from the castle", "transport"],
    ["打车去博物馆", "transport"],
    ["Tickets for the tower", "sights"],
    ["Something at the museum", "sights"],
  ])("%s is %s", (title, category) => {
    expect(guessCategory(title)).toBe(category);
  });
});

describe("what came back", () => {
  test("is below 0 in all its amounts, and opens as sizes", () => {
    const form = filledForm({
      isRefund: true,
      payers: { several: true, one: A, amounts: { [A]: "4000", [C]: "620" } },
      ...split({ mode: "exact", exact: { [A]: "4620" } }),
    });
    const { money } = sentExpense(form);
    expect(money.amount).toBe(-4620);
    expect(money.payers.map(({ amount }) => amount)).toEqual([-4000, -620]);
    expect(money.split.parts).toEqual([{ memberId: A, value: -4620 }]);
    expect(moneyProblem(money)).toBeNull();
    expect(formOf(storedExpense(sentExpense(form)), formContext.tripCurrency)).toMatchObject({
      isRefund: true,
      amount: "4620",
    });
  });

  test("by items, too", () => {
    const items = [{ key: "1", name: "Umbrella", amount: "1000", people: [B] }];
    const { money } = sentExpense(
      filledForm({ isRefund: true, amount: "900", ...split({ mode: "items", items, discount: "100" }) }),
    );
    expect(money).toMatchObject({ amount: -900, split: { discount: -100, items: [{ amount: -1000 }] } });
  });
});

function several(amounts: Record<string, string>): ExpenseForm {
  return filledForm({ payers: { several: true, one: A, amounts } });
}

function exactly(exact: Record<string, string>): ExpenseForm {
  return filledForm(split({ mode: "exact", exact }));
}

describe("several payers", () => {
  test("say what is left, or too much", () => {
    expect(read(several({ [A]: "4000" })).left.paid).toBe(620);
    expect(problems(several({ [A]: "4000" }))).toEqual([{ field: "payers", kind: "paidLeft" }]);
    expect(problems(several({ [A]: "4000", [B]: "1000" }))).toEqual([{ field: "payers", kind: "paidOver" }]);
    expect(problems(several({}))).toEqual([{ field: "payers", kind: "noPayer" }]);
    expect(problems(several({ [B]: "tea" }))).toEqual([{ field: `payer.${B}`, kind: "noSum" }]);
  });

  test("and one who is not in the trip any more has paid nothing", () => {
    const gone = filledForm({ payers: { several: false, one: "left", amounts: {} } });
    expect(problems(gone)).toEqual([{ field: "payers", kind: "noPayer" }]);
  });

  test("may calculate", () => {
    expect(sentExpense(several({ [A]: "4620/2", [B]: "2310" })).money.payers).toHaveLength(2);
  });
});

describe("a split", () => {
  test("by shares begins with one each", () => {
    const form = filledForm(split({ mode: "shares", people: [A, C] }));
    expect(sentExpense(form).money.split.parts).toEqual([
      { memberId: A, value: 1 },
      { memberId: C, value: 1 },
    ]);
    expect(problems(filledForm(split({ mode: "shares", shares: { [A]: "1/3", [B]: "1" } })))).toEqual([
      { field: `part.${A}`, kind: "noShares" },
    ]);
  });

  test("by percent says what is left", () => {
    const form = filledForm(split({ mode: "percent", percents: { [A]: "33,34", [B]: "33.33 %" } }));
    expect(read(form).left.split).toBe(3333);
    expect(problems(form)).toEqual([{ field: "split", kind: "percentLeft" }]);
    const whole = filledForm(
      split({ mode: "percent", percents: { [A]: "33.34", [B]: "33.33", [C]: "33.33" } }),
    );
    expect(sentExpense(whole).money.split.parts.map(({ value }) => value)).toEqual([3334, 3333, 3333]);
  });

  test("by amounts says what is left, and leaves out who has none", () => {
    expect(problems(exactly({ [A]: "4000", [B]: "" }))).toEqual([{ field: "split", kind: "exactLeft" }]);
    expect(problems(exactly({ [A]: "4000", [B]: "1000" }))).toEqual([{ field: "split", kind: "exactOver" }]);
    expect(sentExpense(exactly({ [A]: "4000", [B]: "620", [C]: "0" })).money.split.parts).toHaveLength(2);
  });

  test("with nobody is none", () => {
    expect(problems(filledForm(split({ people: [] })))).toEqual([{ field: "split", kind: "noPeople" }]);
  });

  test("by items names no more than a bill may", () => {
    const people = [A, ...Array.from({ length: 100 }, (_, n) => `m${n}`)];
    const items = Array.from({ length: 10 }, (_, n) => {
      return { key: String(n), name: "Tapas", amount: "1", people };
    });
    const form = filledForm({ amount: "", ...split({ mode: "items", items }) });
    const { problems: found } = readExpense(form, { members: people, tripCurrency: "JPY" });
    expect(found).toContainEqual({ field: "split", kind: "longBill" });
  });

  test("by items takes its amount from the bill unless one was typed", () => {
    const items = [
      { key: "1", name: "Ramen", amount: "1200", people: [A] },
      { key: "2", name: "Gyoza", amount: "600", people: [A, B] },
      { key: "3", name: "", amount: "", people: [A, B, C] },
    ];
    const bill = split({ mode: "items", items, tax: "180", tip: "", discount: "80" });
    expect(sentExpense(filledForm({ amount: "", ...bill })).money.amount).toBe(1900);
    expect(problems(filledForm({ amount: "2000", ...bill }))).toEqual([
      { field: "split", kind: "itemsLeft" },
    ]);
    expect(problems(filledForm({ amount: "1800", ...bill }))).toEqual([
      { field: "split", kind: "itemsOver" },
    ]);
    expect(problems(filledForm(split({ mode: "items" })))).toEqual([{ field: "split", kind: "noItems" }]);
    const nobody = [{ key: "1", name: "Ramen", amount: "4620", people: [] }];
    expect(problems(filledForm(split({ mode: "items", items: nobody })))).toContainEqual({
      field: "item.1",
      kind: "itemPeople",
    });
    const tooMuch = split({ mode: "items", items: items.slice(0, 1), discount: "1300" });
    expect(problems(filledForm({ amount: "100", ...tooMuch }))).toEqual([
      { field: "discount", kind: "discountOver" },
    ]);
  });
});

describe("shares as they are shown", () => {
  test("are those that will be stored, to the odd unit", () => {
    const { money } = read(filledForm({ amount: "100" }));
    expect(shownShares(ID, money)).toEqual(sharesOf(ID, money));
    expect(equalShareOf(shownShares(ID, money))).toBeNull();
    expect(equalShareOf(shownShares(ID, read(filledForm({})).money))).toBe(1540);
  });

  test("leave out what is not given to anybody yet", () => {
    const half = filledForm({
      amount: "1000",
      ...split({ mode: "percent", percents: { [A]: "25", [B]: "25" } }),
    });
    expect([...shownShares(ID, read(half).money).values()]).toEqual([250, 250]);
  });

  test("sum to the amount however it is split", () => {
    const amount = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(
        amount,
        fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 3, maxLength: 3 }),
        (sum, parts) => {
          const shares = Object.fromEntries(
            formContext.members.map((id, index) => [id, String(parts[index])]),
          );
          const { money, problems: found } = read(
            filledForm({ amount: String(sum), ...split({ mode: "shares", shares }) }),
          );
          expect(found).toEqual([]);
          expect([...shownShares(ID, money).values()].reduce((a, b) => a + b, 0)).toBe(sum);
        },
      ),
    );
  });
});

test("numbers of a split are read as they are written", () => {
  expect(["", "0", "３", "10000", "10001", "1.5", "-1"].map(readShares)).toEqual([
    0,
    0,
    3,
    10_000,
    null,
    1.5,
    null,
  ]);
  expect(["50", "33,3", "33.33%", "100.01", "1.234", "a"].map(readPercent)).toEqual([
    5000,
    3330,
    3333,
    null,
    null,
    null,
  ]);
  expect([5000, 3330, 3333, 5].map(percentText)).toEqual(["50", "33.3", "33.33", "0.05"]);
});
