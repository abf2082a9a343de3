import { describe, expect, test } from "vitest";
import { A, B, patchAfterEdit, filledForm, problems, sentExpense, split } from "./expense-forms.ts";

describe("editing", () => {
  const body = sentExpense(filledForm({ notes: "by the river", category: "food" }));

  test("that changes nothing sends nothing", () => {
    expect(patchAfterEdit(body, {})).toEqual({});
    expect(patchAfterEdit(body, { amount: "4,620", title: "  Yatsuhashi " })).toEqual({});
    const byShares = sentExpense(filledForm(split({ mode: "shares", shares: { [A]: "2", [B]: "1" } })));
    expect(patchAfterEdit(byShares, {})).toEqual({});
  });

  test("sends only what was changed, and money as a whole", () => {
    expect(patchAfterEdit(body, { title: "Tea" })).toEqual({ title: "Tea" });
    expect(patchAfterEdit(body, { notes: "" })).toEqual({ notes: null });
    expect(patchAfterEdit(body, { amount: "5000" })).toEqual({
      money: { ...body.money, amount: 5000, payers: [{ memberId: A, amount: 5000 }] },
    });
  });

  test("a private one can be shown to all, never the other way", () => {
    const hidden = sentExpense(filledForm({ isPrivate: true }));
    expect(hidden.private).toBe(true);
    expect(patchAfterEdit(hidden, { isPrivate: false })).toEqual({ private: false });
    expect(patchAfterEdit(body, { isPrivate: true })).toEqual({});
  });

  test("a typed rate goes along, and is looked up again when it is taken out", () => {
    const foreign = sentExpense(filledForm({ amount: "12.50", currency: "EUR", rate: "171,4" }));
    expect(foreign.rate).toEqual({ value: "171.4" });
    expect(patchAfterEdit(foreign, {})).toEqual({});
    expect(patchAfterEdit(foreign, { rate: "172" })).toEqual({ rate: { value: "172" } });
    expect(patchAfterEdit(foreign, { rate: null })).toEqual({ rate: null });
    expect(patchAfterEdit(foreign, { currency: "JPY", amount: "4620", rate: null })).toEqual({
      money: expect.objectContaining({ currency: "JPY" }),
    });
    expect(problems(filledForm({ amount: "12", currency: "EUR", rate: "0" }))).toEqual([
      { field: "rate", kind: "noRate" },
    ]);
    expect(problems(filledForm({ amount: "12", currency: "EUR", rate: "1,7.1" }))).toEqual([
      { field: "rate", kind: "noRate" },
    ]);
  });

  test("nights are of lodging only", () => {
    const stay = sentExpense(filledForm({ category: "lodging", nights: "４" }));
    expect(stay.nights).toBe(4);
    expect(patchAfterEdit(stay, { category: "food" })).toEqual({ category: "food", nights: null });
    expect(problems(filledForm({ category: "lodging", nights: "61" }))).toEqual([
      { field: "nights", kind: "noNights" },
    ]);
  });
});
