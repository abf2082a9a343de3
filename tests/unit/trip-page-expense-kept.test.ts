import { expect, test, vi } from "vitest";
import {
  bringBackExpense,
  forgetExpense,
  inCurrency,
  keepExpense,
  keptExpense,
} from "#app/trips/[tripId]/_money/_form/kept-expense.ts";
import { filled, start } from "./expense-forms.ts";

vi.mock("#lib/client/page-guard.ts", () => ({ guardPage: () => () => {} }));

function entry(id: string, title: string) {
  return { id, start, form: filled({ title }), baseSeq: 1, tripCurrency: "JPY", receipts: [] };
}

test("every new expense that was refused waits in its place, the first one first", () => {
  bringBackExpense("new", entry("1", "Tea"));
  bringBackExpense("new", entry("2", "Bus"));
  keepExpense("new", entry("3", "Ramen"));
  expect(keptExpense("new")?.form.title).toBe("Tea");
  forgetExpense("new", "1");
  expect(keptExpense("new")?.form.title).toBe("Bus");
  forgetExpense("new", "2");
  expect(keptExpense("new")?.form.title).toBe("Ramen");
  forgetExpense("new", "3");
  expect(keptExpense("new")).toBeUndefined();
});

test("what was begun again meanwhile is not overwritten by what comes back", () => {
  keepExpense("edit", entry("1", "Begun again"));
  bringBackExpense("edit", entry("1", "Refused"));
  expect(keptExpense("edit")?.form.title).toBe("Begun again");
  forgetExpense("edit", "2");
  expect(keptExpense("edit")).toBeDefined();
});

test("a rate goes once the trip is counted in another currency than it was typed for", () => {
  const begun = { ...entry("1", "Tea"), form: filled({ currency: "EUR", rate: "171.4" }) };
  expect(inCurrency(begun, "JPY")).toBe(begun);
  expect(inCurrency(begun, "USD")).toMatchObject({
    tripCurrency: "USD",
    form: { currency: "EUR", rate: null },
  });
  const untouched = inCurrency({ ...begun, form: begun.start }, "USD");
  expect(untouched.form).toBe(untouched.start);
});
