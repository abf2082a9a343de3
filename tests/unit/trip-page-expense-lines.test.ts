import { describe, expect, test } from "vitest";
import { type ExpenseForm, formOf } from "#app/trips/[tripId]/_money/form/expense-form.ts";
import { shownShares } from "#app/trips/[tripId]/_money/form/shown-shares.ts";
import { readShares } from "#app/trips/[tripId]/_money/form/split-values.ts";
import {
  A,
  B,
  filledForm,
  ID,
  problems,
  formContext,
  sentExpense,
  split,
  storedExpense,
} from "./expense-forms.ts";

function back(amount: string): ExpenseForm["split"]["items"][number] {
  return { key: "3", name: "Deposit back", amount, people: [A] };
}

function bill(items: ExpenseForm["split"]["items"], more: Partial<ExpenseForm> = {}): ExpenseForm {
  return filledForm({ amount: "", ...split({ mode: "items", items }), ...more });
}

describe("the lines of a bill", () => {
  const crate = { key: "1", name: "Crate", amount: "1500", people: [A, B] };
  const free = { key: "2", name: "Water", amount: "0", people: [B] };
  test.each(["-250", "−250", " - 250"])("may be free, or come off with a minus: %s", (amount) => {
    const { money } = sentExpense(bill([crate, free, back(amount)]));
    expect(money).toMatchObject({
      amount: 1250,
      split: { items: [{ amount: 1500 }, { amount: 0 }, { amount: -250 }] },
    });
    expect(Object.fromEntries(shownShares(ID, money))).toEqual({ [A]: 500, [B]: 750 });
    const opened = formOf(
      storedExpense(sentExpense(bill([crate, free, back(amount)]))),
      formContext.tripCurrency,
    );
    expect(opened.split.items.map((item) => item.amount)).toEqual(["1500", "0", "-250"]);
  });

  test("turn with the whole where money came back", () => {
    const { money } = sentExpense(bill([crate, back("-250")], { isRefund: true }));
    expect(money).toMatchObject({ amount: -1250, split: { items: [{ amount: -1500 }, { amount: 250 }] } });
    const form = formOf(
      storedExpense(sentExpense(bill([crate, back("-250")], { isRefund: true }))),
      formContext.tripCurrency,
    );
    expect(form.split.items.map((item) => item.amount)).toEqual(["1500", "-250"]);
  });

  test("say what is missing", () => {
    expect(problems(bill([crate, back("")]))).toEqual([{ field: "item.3", kind: "itemAmount" }]);
    expect(problems(bill([crate, back("-")]))).toEqual([{ field: "item.3", kind: "noSum" }]);
    expect(
      problems(bill([free], { amount: "100", ...split({ mode: "items", items: [free], tip: "100" }) })),
    ).toEqual([{ field: "split", kind: "itemsBelow" }]);
  });
});

describe("a number of shares", () => {
  test.each([
    ["2", 2],
    ["1.5", 1.5],
    ["1,5", 1.5],
    [".5", 0.5],
    ["０．５", 0.5],
    ["½", 0.5],
    ["1½", 1.5],
    ["2 3/4", 2.75],
    ["1/8", 0.125],
    ["1.005", 1.005],
    ["0", 0],
    ["", 0],
    ["10000", 10_000],
    ["10000.5", null],
    ["1/3", null],
    ["⅓", null],
    ["1/0", null],
    ["0.0001", null],
    ["-1", null],
    ["1.5.5", null],
    [".", null],
    ["1e3", null],
  ])("%s is read as %s, and opens so again", (text, value) => {
    expect(readShares(text)).toBe(value);
    if (value !== null) expect(readShares(String(value))).toBe(value);
  });
});
