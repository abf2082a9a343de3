import { expect, type Locator, type Page } from "@playwright/test";
import { translatorOf } from "./messages.ts";

/** Returns the open form; an expense's details can be open beside it. */
export function form(page: Page, say = translatorOf("en")): Locator {
  return page.getByRole("dialog").filter({ has: page.getByLabel(say("trip-expense.title")) });
}

export function details(page: Page): Locator {
  return page.getByRole("dialog").filter({ has: page.getByLabel("Write a comment") });
}

export function expense(page: Page, title: string): Locator {
  return page.getByRole("listitem").filter({ has: page.getByRole("button", { name: title, exact: true }) });
}

export function balance(page: Page): Locator {
  return page.getByRole("region", { name: "Balance", exact: true });
}

/** Returns the texts beside each person's name under "Balance by person". */
export function balances(page: Page): Locator {
  return page.getByRole("region", { name: "Balance by person" }).locator("dd");
}

/** Opens the form, fills in the amount and the title, and leaves the rest to the caller. */
export async function fillNewExpense(page: Page, amount: string, title: string): Promise<Locator> {
  await page.getByRole("button", { name: "Add expense" }).click();
  const sheet = form(page);
  await sheet.getByLabel("Amount").fill(amount);
  await sheet.getByLabel("What for").fill(title);
  return sheet;
}

/** Sends the form by keyboard, because a toast can cover the button, and waits until the expense's row is shown. */
export async function submitExpense(sheet: Locator, title: string): Promise<void> {
  await expect(sheet.getByRole("button", { name: /^Add \D*\d/ })).toBeVisible();
  await sheet.getByLabel("What for").press("Enter");
  await expect(sheet).toBeHidden();
  await expect(expense(sheet.page(), title)).toBeVisible();
}

/** Opens the list of currencies with the button and chooses one by its code. */
export async function chooseCurrency(opener: Locator, code: string, say = translatorOf("en")): Promise<void> {
  await opener.click();
  const page = opener.page();
  await page.getByRole("combobox", { name: say("trip-expense.currency.search") }).fill(code);
  await page.getByRole("option", { name: code }).click();
}
