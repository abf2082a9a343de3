// @alone: looks at what modules keep for the page as a whole
import { describe, expect, test, vi } from "vitest";
import {
  bringBackExpense,
  forgetExpense,
  dropForeignRates,
  mergeRemoteChanges,
  keepExpense,
  type StoredExpenseForm,
  keptExpense,
} from "#app/trips/[tripId]/_money/form/stored-expense-form.ts";
import { expensePatch } from "#app/trips/[tripId]/_money/form/expense-patch.ts";
import { A, B, filledForm, read, split, startForm } from "./expense-forms.ts";

vi.mock("#lib/client/base/page-guard.ts", () => ({ confirmPageClose: () => () => {} }));

function entry(id: string, title: string) {
  return { id, start: startForm, form: filledForm({ title }), baseSeq: 1, tripCurrency: "JPY", receipts: [] };
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
  const begun = { ...entry("1", "Tea"), form: filledForm({ currency: "EUR", rate: "171.4" }) };
  expect(dropForeignRates(begun, "JPY")).toBe(begun);
  expect(dropForeignRates(begun, "USD")).toMatchObject({
    tripCurrency: "USD",
    form: { currency: "EUR", rate: null },
  });
  const untouched = dropForeignRates({ ...begun, form: begun.start }, "USD");
  expect(untouched.form).toBe(untouched.start);
});

function patchOf(kept: StoredExpenseForm) {
  const [before, after] = [kept.start, kept.form].map((form) => ({ form, reading: read(form) }));
  return before && after && expensePatch(before, after);
}

describe("a form whose expense others change meanwhile", () => {
  const opened = filledForm({ notes: "by the river" });
  const theirs = filledForm({ amount: "5000", title: "Mochi", ...split({ people: [A, B] }) });
  const untouched = entryOf(opened);
  const now = { form: theirs, baseSeq: 9 };

  function entryOf(form: typeof opened) {
    return { id: "1", start: opened, form, baseSeq: 1, tripCurrency: "JPY", receipts: [] };
  }

  test("and that nobody has touched is as the expense is, and saves nothing", () => {
    const kept = mergeRemoteChanges(untouched, now);
    expect([kept.form, kept.start, kept.baseSeq]).toEqual([theirs, theirs, 9]);
    expect(kept.form).toBe(kept.start);
    expect(patchOf(kept)).toEqual({});
  });

  test("takes over what nobody has touched, and sends only the rest, over what its author saw", () => {
    const kept = mergeRemoteChanges(entryOf({ ...opened, notes: "at the river" }), now);
    expect(kept.form).toEqual({ ...theirs, notes: "at the river" });
    expect(kept.baseSeq).toBe(1);
    expect(patchOf(kept)).toEqual({ notes: "at the river" });
  });

  test("keeps money together: an amount that was typed is not shared out as somebody else has said since", () => {
    const kept = mergeRemoteChanges(entryOf({ ...opened, amount: "4700" }), now);
    expect(kept.form).toEqual({ ...opened, amount: "4700", title: "Mochi", notes: "" });
    expect(patchOf(kept)).toEqual({ money: expect.objectContaining({ amount: 4700 }) });
  });

  test("is as it was never touched once what was typed is taken out again", () => {
    const kept = mergeRemoteChanges(entryOf({ ...opened }), now);
    expect([kept.form, kept.start, kept.baseSeq]).toEqual([theirs, theirs, 9]);
  });
});
