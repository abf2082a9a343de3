import { expect, test } from "vitest";
import {
  type ExpenseChoices,
  isReady,
  rateOf,
  reasonToLeaveOut,
  repeatedMemberIndexes,
  rowsToAdd,
  toQuery,
} from "#app/trips/[tripId]/_transfer/expense-choices.ts";
import type { ExpenseImportPreview } from "#lib/shared/expense-imports.ts";
import { ExpenseImportQuery } from "#lib/shared/expense-imports.ts";

const MIA = "0199b6a0-7c00-7000-8000-000000000001";
function row(line: number, currency: string, isKnown: boolean): ExpenseImportPreview["rows"][number] {
  const date = "2026-11-14";
  const who = { category: "food" as const, notes: null, payers: [], shares: [] };
  return { line, kind: "expense", date, title: "Dinner", amount: line, currency, isKnown, ...who };
}

const preview: ExpenseImportPreview = {
  source: "splitwise",
  people: [
    { name: "Mia", memberId: MIA },
    { name: "Ana", memberId: null },
  ],
  rows: [row(2, "EUR", true), row(3, "USN", false)],
  currency: "EUR",
  leftOut: [],
  empty: 0,
  emptyLines: [],
  totals: 0,
  notices: [],
  currencies: [{ currency: "USN", rate: null }],
};
const choices: ExpenseChoices = { people: [MIA, "new"], rates: {}, ratesTo: "EUR", known: "skip" };

test("what is there already is left out unless one wants it", () => {
  expect(rowsToAdd(preview, choices).map(({ line }) => line)).toEqual([3]);
  expect(rowsToAdd(preview, { ...choices, known: "add" })).toHaveLength(2);
});

test("a payment between two names of one member is left out, and one between two who are new is not", () => {
  const [amount, ana] = [500, { person: 1, amount: 500 }];
  const paid = { ...row(4, "EUR", false), kind: "settlement" as const, amount };
  const payment = { ...paid, payers: [ana], shares: [{ person: 0, amount }] };
  const withPayment = { ...preview, rows: [...preview.rows, payment] };
  const added = (...people: string[]) =>
    rowsToAdd(withPayment, { ...choices, people, known: "add" }).map(({ line }) => line);
  expect(added(MIA, MIA)).toEqual([2, 3]);
  expect(added(MIA, "new")).toEqual([2, 3, 4]);
  expect(added("new", "new")).toEqual([2, 3, 4]);
  expect(reasonToLeaveOut(payment, { ...choices, people: [MIA, MIA] })).toBe("isToOneself");
});

test("nothing can be added before every rate is known; who is there twice is added up", () => {
  expect(isReady(preview, choices)).toBe(false);
  expect(isReady(preview, { ...choices, rates: { USN: "a" } })).toBe(false);
  expect(isReady(preview, { ...choices, rates: { USN: "85,5" } })).toBe(true);
  expect(isReady(preview, { ...choices, rates: { USN: "85.5" }, people: [MIA, MIA] })).toBe(true);
  expect([...repeatedMemberIndexes([MIA, "new", "new", MIA])]).toEqual([3]);
});

function typed(text: string): ExpenseChoices {
  return { ...choices, rates: { USN: text } };
}

test("rates are read as they are in a form: what may be thousands or a fraction has to be said otherwise", () => {
  expect(isReady(preview, typed("15,900"))).toBe(false);
  expect(rateOf(typed("15,900"), "USN")).toMatchObject({ kind: "wrong", problem: "ambiguousRate" });
  expect(toQuery(typed("15,900")).rates).toBeUndefined();
  expect(toQuery(typed("15,900.50")).rates).toBe("USN:15900.50");
  expect(toQuery(typed("１５．9")).rates).toBe("USN:15.9");
});

test("what is asked is what the service takes", () => {
  const query = toQuery({ ...choices, rates: { USN: " 85,5 " } });
  expect(ExpenseImportQuery.parse(query)).toEqual({
    people: [MIA, "new"],
    rates: [{ currency: "USN", value: "85.5" }],
    ratesTo: "EUR",
    known: "skip",
  });
  expect(ExpenseImportQuery.parse(toQuery(choices))).toEqual({ people: [MIA, "new"], known: "skip" });
});
