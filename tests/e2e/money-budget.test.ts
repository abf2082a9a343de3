// @long: the budget on the screen; unit and integration have its figures
import { expect, type Locator, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import { as } from "./entering.ts";
import { submitExpense, balance, balances, fillNewExpense, chooseCurrency, expense } from "./money-screen.ts";
import { type MoneyTrip, openMoneyTrip } from "./money-trip.ts";

// All tests share one trip, and none depends on what another one has left in it.
let trip: MoneyTrip;
let ann: Page;
let ben: Page;

test.beforeAll(async ({ browser }) => {
  trip = await openMoneyTrip(browser);
  ({ ann, ben } = trip);
});

test.afterAll(async () => {
  await trip.close();
  await closeDatabases();
});

function budget(page: Page): Locator {
  return page.getByRole("region", { name: "Budget" });
}

function lodging(page: Page): Locator {
  return budget(page).getByRole("listitem").filter({ hasText: "Lodging" });
}

test("a budget of a total and a limit says what is spent and planned of it, for both, as it is spent", async () => {
  await budget(ann)
    .getByRole("button", { name: /^(Set a budget|Edit)$/ })
    .click();
  const dialog = ann.getByRole("dialog", { name: "Budget" });
  await dialog.getByLabel("In all").fill("a lot");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Write an amount in EUR, or nothing.")).toBeVisible();
  await dialog.getByLabel("In all").fill("2000");
  await dialog.getByLabel("Limit for Lodging").fill("100.50");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();

  for (const page of [ann, ben]) {
    await expect(budget(page)).toContainText("of €2,000 spent");
    await expect(lodging(page)).toContainText("€0 of€100.50");
  }
  const start = { local: "2027-04-05T15:00", zone: "Europe/Lisbon" };
  const end = { local: "2027-04-06T11:00", zone: "Europe/Lisbon" };
  const stay = { kind: "lodging" as const, title: "Pensão", start, end };
  const body = { ...stay, cost: { amount: 4500, currency: "EUR" } };
  await call(reservationsApi.create, { params: { tripId: trip.tripId }, body }, as(trip.owner));
  await trip.spend("First night", 8000, "lodging");
  for (const page of [ann, ben]) {
    await expect(lodging(page)).toContainText("€80 of€100.50");
    await expect(lodging(page)).toContainText("€45 in the plan · €20.50 left");
    await expect(budget(page)).toContainText("€45 of the plan is not paid yet.");
  }
  await trip.spend("Second night", 3000, "lodging");
  for (const page of [ann, ben]) await expect(lodging(page)).toContainText("€9.50 over");
});

test("another currency of the trip makes of the balances what its preview says, for both at once", async () => {
  const sheet = await fillNewExpense(ann, "33.34", "Tapas");
  await submitExpense(sheet, "Tapas");
  await expect(expense(ben, "Tapas")).toBeVisible();
  await expect(balances(ann)).toHaveCount(3);
  const current = await balances(ann).allTextContents();
  const line = ann.getByText("Currency EUR");
  await line.getByRole("button", { name: "Change" }).click();
  const dialog = ann.getByRole("dialog", { name: "Currency of the trip" });
  await chooseCurrency(dialog.getByRole("button", { name: "Currency EUR" }), "JPY");
  const apply = dialog.getByRole("button", { name: "Change to JPY" });
  await expect(apply).toBeEnabled();
  await dialog.getByLabel(/^What .* is worth in JPY/).fill("162.57");
  await expect(dialog.getByText("= ¥162.57, entered for")).toBeVisible();
  const rows = dialog.getByRole("row");
  const column = async (nth: number) =>
    (await rows.locator(`td:nth-of-type(${nth})`).allTextContents()).slice(1);
  const [now, then] = [await column(1), await column(2)];
  expect(now.toSorted()).toEqual(current.toSorted());
  expect(
    then.every((text) => /^[+−]?¥[\d,]+$/.test(text)),
    then.join(" "),
  ).toBe(true);
  await apply.click();

  for (const page of [ann, ben]) {
    await expect(page.getByText("Currency JPY")).toBeVisible();
    await expect(balances(page).first()).toContainText("¥");
    expect((await balances(page).allTextContents()).toSorted()).toEqual(then.toSorted());
    await expect(balance(page)).toContainText("¥");
    // The expense keeps its own amount and is converted by the rate that was typed.
    await expect(expense(page, "Tapas")).toContainText("€33.34");
    await expect(expense(page, "Tapas")).toContainText("¥5,420");
  }
});
