import { describe, expect, test } from "vitest";
import { A, B, edited, filled, problems, sent, split } from "./expense-forms.ts";

describe("editing", () => {
  const body = sent(filled({ notes: "by the river", category: "food" }));

  test("that changes nothing sends nothing", () => {
    expect(edited(body, {})).toEqual({});
    expect(edited(body, { amount: "4,620", title: "  Yatsuhashi " })).toEqual({});
    const byShares = sent(filled(split({ mode: "shares", shares: { [A]: "2", [B]: "1" } })));
    expect(edited(byShares, {})).toEqual({});
  });

  test("sends only what was changed, and money as a whole", () => {
    expect(edited(body, { title: "Tea" })).toEqual({ title: "Tea" });
    expect(edited(body, { notes: "" })).toEqual({ notes: null });
    expect(edited(body, { amount: "5000" })).toEqual({
      money: { ...body.money, amount: 5000, payers: [{ memberId: A, amount: 5000 }] },
    });
  });

  test("a private one can be shown to all, never the other way", () => {
    const hidden = sent(filled({ isPrivate: true }));
    expect(hidden.private).toBe(true);
    expect(edited(hidden, { isPrivate: false })).toEqual({ private: false });
    expect(edited(body, { isPrivate: true })).toEqual({});
  });

  test("a typed rate goes along, and is looked up again when it is taken out", () => {
    const foreign = sent(filled({ amount: "12.50", currency: "EUR", rate: "171,4" }));
    expect(foreign.rate).toEqual({ value: "171.4" });
    expect(edited(foreign, {})).toEqual({});
    expect(edited(foreign, { rate: "172" })).toEqual({ rate: { value: "172" } });
    expect(edited(foreign, { rate: null })).toEqual({ rate: null });
    expect(edited(foreign, { currency: "JPY", amount: "4620", rate: null })).toEqual({
      money: expect.objectContaining({ currency: "JPY" }),
    });
    expect(problems(filled({ amount: "12", currency: "EUR", rate: "0" }))).toEqual([
      { field: "rate", kind: "noRate" },
    ]);
    expect(problems(filled({ amount: "12", currency: "EUR", rate: "1,7.1" }))).toEqual([
      { field: "rate", kind: "noRate" },
    ]);
  });

  test("nights are of lodging only", () => {
    const stay = sent(filled({ category: "lodging", nights: "４" }));
    expect(stay.nights).toBe(4);
    expect(edited(stay, { category: "food" })).toEqual({ category: "food", nights: null });
    expect(problems(filled({ category: "lodging", nights: "61" }))).toEqual([
      { field: "nights", kind: "noNights" },
    ]);
  });
});
