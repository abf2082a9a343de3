import type { Page } from "@playwright/test";
import type { LivedInTrip } from "./lived-in-trip.ts";
import { clickToOpen, type PageState } from "./state.ts";
import type { Translate } from "./messages.ts";

const moneyPath = (lived: LivedInTrip) => `/trips/${lived.trip.id}?view=money`;

async function showMoney(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Dinner at Ramiro" }).first().waitFor();
}

async function openExpenseForm(page: Page, say: Translate): Promise<void> {
  await showMoney(page);
  await clickToOpen(
    page.getByRole("button", { name: say("trip-money.add") }).first(),
    page.getByRole("dialog"),
  );
}

/** Returns a pattern for the button "Settle: …" with the title of any expense. */
function settleName(say: Translate): RegExp {
  const [before = ""] = say("trip-money.settleThis").split("{");
  return new RegExp(`^${before.trim()}`);
}

/** The states of the money screen with its drawers and dialogs. */
export const MONEY_STATES: readonly PageState[] = [
  { name: "money", path: moneyPath, reach: showMoney },
  {
    name: "details of an expense",
    path: ({ trip, dinnerId }) => `/trips/${trip.id}?view=money&expense=${dinnerId}`,
    reach: (page) => page.getByRole("dialog").getByText("With the waiter's recommendation.").waitFor(),
  },
  {
    name: "a new expense",
    path: moneyPath,
    reach: async (page, say) => {
      await openExpenseForm(page, say);
      await page.getByLabel(say("trip-expense.amount.label"), { exact: true }).fill("12.50+3*4");
      await page.getByLabel(say("trip-expense.title"), { exact: true }).fill("Sardines");
    },
  },
  {
    name: "splitting an expense",
    path: moneyPath,
    reach: async (page, say) => {
      await openExpenseForm(page, say);
      await page.getByLabel(say("trip-expense.amount.label"), { exact: true }).fill("10");
      await page.getByRole("button", { name: new RegExp(`^${say("trip-expense.split")}`) }).click();
      await page.getByRole("button", { name: say("trip-expense.mode.percent"), exact: true }).click();
    },
  },
  {
    name: "settling up",
    path: moneyPath,
    reach: async (page, say) => {
      await showMoney(page);
      const settle = page.getByRole("button", { name: settleName(say) }).first();
      await clickToOpen(settle, page.getByRole("dialog", { name: say("trip-money.settleTitle") }));
    },
  },
  {
    name: "setting a budget",
    path: moneyPath,
    reach: async (page, say) => {
      await showMoney(page);
      const edit = page
        .getByRole("region", { name: say("trip-budget.title") })
        .getByRole("button")
        .first();
      await clickToOpen(edit, page.getByRole("dialog"));
    },
  },
];
