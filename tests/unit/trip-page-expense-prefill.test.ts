import { describe, expect, test } from "vitest";
import {
  type BudgetForm,
  budgetForm,
  readBudget,
  withLimit,
} from "#app/trips/[tripId]/_money/budget/budget-form.ts";
import { barOf, categoryLines } from "#app/trips/[tripId]/_money/budget/budget-rows.ts";
import {
  currencyOptions,
  matchingCurrencies,
  usualCurrencies,
} from "#app/trips/[tripId]/_money/form/currency-options.ts";
import {
  defaultSpentOn,
  formOfBooking,
  formOfStop,
} from "#app/trips/[tripId]/_money/form/expense-prefill.ts";
import { groupThousands } from "#app/trips/[tripId]/_money/form/use-form-money.ts";
import { BudgetInput, type BudgetReport } from "#lib/shared/budget.ts";
import { plannedCosts } from "#lib/shared/planned-costs.ts";
import { STOP_CATEGORIES } from "#lib/shared/stop-categories.ts";

const scene = { me: "a", people: ["a", "b", "c"], currency: "JPY", spentOn: "2026-11-22" };

describe("an expense of something in the plan", () => {
  test("takes a stop's name, cost, people and day", () => {
    const stop = { id: "s", name: "Omen", category: "cafe", participants: ["a", "c"] } as const;
    const form = formOfStop(
      { ...stop, participants: ["a", "c"], cost: { amount: 1250, currency: "EUR" } },
      "2026-11-16",
      scene,
    );
    expect(form).toMatchObject({
      title: "Omen",
      amount: "12.50",
      currency: "EUR",
      category: "food",
      stopId: "s",
      spentOn: "2026-11-16",
      split: { mode: "equal", people: ["a", "c"] },
    });
  });

  test("of an idea without a cost begins empty, today, with everyone", () => {
    const idea = { id: "s", name: "Somewhere", category: "other", cost: null, participants: null } as const;
    expect(formOfStop(idea, null, scene)).toMatchObject({
      amount: "",
      currency: "JPY",
      category: null,
      spentOn: "2026-11-22",
      split: { people: ["a", "b", "c"] },
    });
  });

  test("takes the nights of a stay by the calendars at its ends", () => {
    const zone = "Asia/Tokyo";
    const stay = {
      id: "r",
      title: "Kanra",
      kind: "lodging",
      cost: null,
      participants: null,
      start: { local: "2026-11-14T15:00", zone },
      end: { local: "2026-11-18T11:00", zone },
    } as const;
    expect(formOfBooking(stay, scene)).toMatchObject({
      nights: "4",
      spentOn: "2026-11-14",
      category: "lodging",
    });
    expect(formOfBooking({ ...stay, kind: "flight" }, scene)).toMatchObject({
      nights: "",
      category: "flights",
    });
    expect(formOfBooking({ ...stay, end: { local: "2027-11-14", zone } }, scene).nights).toBe("");
  });

  test("counts in the category that its cost was planned in", () => {
    const cost = { amount: 4000, currency: "JPY" };
    for (const category of STOP_CATEGORIES.filter((each) => each !== "other")) {
      const stop = { id: "s", name: "Arashiyama", category, cost, participants: null };
      const [planned] = plannedCosts({ stops: [stop], reservations: [] }, new Set());
      expect(formOfStop(stop, null, scene).category, category).toBe(planned?.category);
    }
  });

  test("a new one is of today, but of the last day of a trip that is over", () => {
    expect(defaultSpentOn("2026-10-01", { endDate: "2026-11-21" })).toBe("2026-10-01");
    expect(defaultSpentOn("2026-11-16", { endDate: "2026-11-21" })).toBe("2026-11-16");
    expect(defaultSpentOn("2026-12-01", { endDate: "2026-11-21" })).toBe("2026-11-21");
    expect(defaultSpentOn("2026-12-01", { endDate: null })).toBe("2026-12-01");
  });
});

function codes(locale: string, query: string): string[] {
  return matchingCurrencies(currencyOptions(locale, []), query).map(({ code }) => code);
}

describe("currencies", () => {
  test("the trip's comes first, then those of the newest expenses, each once", () => {
    const used = ["EUR", "JPY", "EUR", "USD"].map((currency) => ({ money: { currency } }));
    const first = usualCurrencies("JPY", used, "CHF");
    expect(first).toEqual(["JPY", "EUR", "USD", "CHF"]);
    expect(
      currencyOptions("en-GB", first)
        .slice(0, 4)
        .map(({ code }) => code),
    ).toEqual([...first]);
  });

  test("are found by code and by name in the reader's language", () => {
    expect(codes("en-GB", "dinar")).toContain("KWD");
    expect(codes("zh-CN", "日元")).toEqual(["JPY"]);
    expect(codes("en-GB", "ｃｈｆ")[0]).toBe("CHF");
    expect(codes("en-GB", "nothing such")).toEqual([]);
  });

  test("figures are grouped by thousands", () => {
    expect(["4620", "1234567.5", "999", "12.345"].map(groupThousands)).toEqual([
      "4,620",
      "1,234,567.5",
      "999",
      "12.345",
    ]);
  });
});

describe("a budget", () => {
  const budget = { currency: "EUR", total: 180_000, limits: { food: 10_050, lodging: 60_000 } };

  test("opens as it was saved, and saves as it was opened", () => {
    const form = budgetForm(budget, "JPY");
    expect(form).toMatchObject({ currency: "EUR", total: "1800", limits: { food: "100.50", sights: "" } });
    expect(readBudget(form)).toEqual({ budget });
    expect(BudgetInput.parse(budget)).toEqual(budget);
  });

  test("says which amounts make no sense, and takes calculations", () => {
    const form: BudgetForm = { currency: "EUR", total: "12 USD", limits: { food: "1.234", sights: "3*20" } };
    expect(readBudget(form)).toEqual({ wrong: ["total", "food"] });
    expect(readBudget({ ...form, total: "", limits: { sights: "3*20", fees: "0" } })).toEqual({
      budget: { currency: "EUR", total: null, limits: { sights: 6000 } },
    });
  });

  test("one number of it changes alone, in its own currency", () => {
    expect(withLimit(budget, "JPY", "food", null)).toEqual({ ...budget, limits: { lodging: 60_000 } });
    expect(withLimit(budget, "JPY", "fees", 500)).toEqual({
      ...budget,
      limits: { ...budget.limits, fees: 500 },
    });
    expect(withLimit(null, "JPY", "total", 500)).toEqual({ currency: "JPY", total: 500, limits: {} });
  });

  test("lists every category with a number, most spent first", () => {
    const report: BudgetReport = {
      currency: "EUR",
      budget: { total: null, limits: [{ category: "fees", amount: 500 }], rate: null },
      spent: {
        total: 30,
        categories: [
          { category: "food", amount: 10 },
          { category: "sights", amount: 20 },
        ],
        days: [],
        members: [],
      },
      planned: {
        total: 9,
        open: 9,
        categories: [{ category: "flights", amount: 9 }],
        rates: [],
        unknown: [],
      },
    };
    expect(categoryLines(report).map(({ category }) => category)).toEqual([
      "sights",
      "food",
      "flights",
      "fees",
    ]);
  });

  test("bars stop at the limit, go on beyond it, and never leave their frame", () => {
    expect(barOf({ spent: 50, limit: 100 }, 200)).toEqual({ within: 25, beyond: 0, mark: 50 });
    expect(barOf({ spent: 150, limit: 100 }, 150)).toMatchObject({
      mark: (100 / 150) * 100,
      within: (100 / 150) * 100,
    });
    expect(barOf({ spent: -20, limit: null }, 0)).toEqual({ within: 0, beyond: 0, mark: null });
  });
});
