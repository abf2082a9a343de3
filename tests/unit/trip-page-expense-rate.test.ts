import { expect, test } from "vitest";
import {
  currencyPatch,
  currencyPreviewRequest,
} from "#app/trips/[tripId]/_money/budget/currency-question.ts";
import { formOf } from "#app/trips/[tripId]/_money/form/expense-form.ts";
import { readRate } from "#app/trips/[tripId]/_model/money/rate-text.ts";
import { countParticipants, everyoneOf } from "#app/trips/[tripId]/_base/money/everyone.ts";
import {
  type StoredSettlementForm,
  readSettlementForm,
  dropForeignRate,
} from "#app/trips/[tripId]/_money/settle-form.ts";
import { filledForm, problems, sentExpense, storedExpense } from "./expense-forms.ts";

test.each([
  ["171.4", "171.4"],
  ["178.906", "178.906"],
  ["171,4", "171.4"],
  ["0,123", "0.123"],
  ["15900,1234", "15900.1234"],
  ["１７１．4", "171.4"],
  ["171。4", "171.4"],
  [" 15 900 ", "15900"],
  ["15,900.50", "15900.50"],
  ["1,234,567", "1234567"],
])("a rate of %s is %s", (text, value) => {
  expect(readRate(text)).toEqual({ kind: "rate", value });
});

test("a rate that may be thousands or a fraction is refused, in every form", () => {
  for (const text of ["15,900", "1,234", "１５，９００"]) {
    expect(readRate(text)).toMatchObject({ kind: "wrong", problem: "ambiguousRate" });
  }
  expect(problems(filledForm({ amount: "12", currency: "EUR", rate: "15,900" }))).toEqual([
    { field: "rate", kind: "ambiguousRate" },
  ]);
  const payment = { from: "a", to: "b", amount: "12", currency: "EUR", paidOn: "2026-11-16", note: "" };
  expect(readSettlementForm({ ...payment, rate: "15,900" }, true)).toEqual({
    problem: { field: "rate", kind: "ambiguousRate" },
  });
});

test("a currency that is typed with the amount takes no rate along that was typed for another currency", () => {
  const inEuros = filledForm({ amount: "12", currency: "EUR", rate: "171.4" });
  expect(sentExpense(inEuros)).toMatchObject({ money: { currency: "EUR" }, rate: { value: "171.4" } });
  const inDollars = sentExpense({ ...inEuros, amount: "12 USD" });
  expect(inDollars.money).toMatchObject({ amount: 1200, currency: "USD" });
  expect(inDollars.rate).toBeUndefined();
  expect(sentExpense({ ...inEuros, amount: "€12" }).rate).toEqual({ value: "171.4" });
});

test("what makes no rate is none", () => {
  expect(readRate(" ")).toEqual({ kind: "empty" });
  for (const text of ["0", "1,7.1", "tea", "-3", "1.2.3"]) {
    expect(readRate(text)).toMatchObject({ kind: "wrong", problem: "noRate" });
  }
});

test("a typed rate to what was the trip's currency once is not taken for one to today's", () => {
  const expense = storedExpense(sentExpense(filledForm({ amount: "12.50", currency: "EUR", rate: "171.4" })));
  expect(formOf(expense, "JPY").rate).toBe("171.4");
  expect(formOf(expense, "USD").rate).toBeNull();
});

test("a payment's rate goes once the trip is counted in another currency than it was typed for", () => {
  const form = { from: "a", to: "b", amount: "12", currency: "VND", paidOn: "2026-11-16", note: "" };
  const start = { ...form, rate: "" };
  const kept: StoredSettlementForm = {
    id: "p",
    form: { ...form, rate: "0.0062" },
    start,
    baseSeq: 1,
    opened: null,
    isTyped: true,
    tripCurrency: "JPY",
  };
  expect(dropForeignRate(kept, "JPY")).toBe(kept);
  const moved = dropForeignRate(kept, "EUR");
  expect(moved).toEqual({ ...kept, form: start, tripCurrency: "EUR" });
  expect(readSettlementForm(moved.form, true)).toEqual({ problem: { field: "rate", kind: "noRate" } });
});

test("a rate for another currency of the trip says from which one it was typed, when it is asked and when it is sent", () => {
  const typed = currencyPreviewRequest("EUR", "GBP", readRate("0.86"));
  expect(typed).toEqual({ currency: "GBP", rate: { value: "0.86", from: "EUR" } });
  expect(currencyPatch(typed)).toEqual({ currency: "GBP", currencyRate: { value: "0.86", from: "EUR" } });
  const found = currencyPreviewRequest("EUR", "GBP", readRate(""));
  expect([found, currencyPatch(found)]).toEqual([{ currency: "GBP" }, { currency: "GBP" }]);
});

test("everyone is who is in the trip and no guest", () => {
  const everyone = everyoneOf([
    { id: "a", role: "owner" },
    { id: "b", role: "viewer" },
    { id: "g", role: "guest" },
  ]);
  expect(everyone).toEqual(["a", "b"]);
  expect(countParticipants(["a", "b"], everyone)).toMatchObject({ isAll: true });
  expect(countParticipants(["a", "b", "g"], everyone)).toMatchObject({ isAll: true });
  expect(countParticipants(["a", "g"], everyone)).toEqual({ isAll: false, count: 2, total: 3 });
});
