// @long: where the first press after the amount goes
import { expect, type Locator, type Page, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/process/database.ts";
import { expense, form } from "./money-screen.ts";
import { openMoneyTrip } from "./money-trip.ts";

test.afterAll(closeDatabases);

/** Opens the form of a new expense and returns it, with the caret in an amount that was typed. */
async function typed(page: Page, amount: string): Promise<Locator> {
  await page.getByRole("button", { name: "Add expense" }).click();
  const sheet = form(page);
  await expect(sheet.getByLabel("Amount")).toBeFocused();
  await page.keyboard.type(amount);
  return sheet;
}

test("the first press, tap or Tab after the amount goes where it was meant", async ({ browser }) => {
  const trip = await openMoneyTrip(browser);
  const { ann, ben } = trip;

  let sheet = await typed(ann, "42");
  await sheet.getByLabel("What for").click();
  await ann.keyboard.type("Lunch");
  await expect(sheet.getByLabel("What for")).toHaveValue("Lunch");
  await expect(sheet.getByLabel("Amount")).toHaveValue("42");
  await ann.keyboard.press("Enter");
  await expect(expense(ann, "Lunch")).toBeVisible();

  // One Tab moves to the field after the amount, whether the amount is empty or not.
  sheet = await typed(ann, "8,40");
  await ann.keyboard.press("Tab");
  await expect(sheet.getByLabel("What for")).toBeFocused();
  await ann.keyboard.type("Tea");
  await ann.keyboard.press("Shift+Tab");
  await expect(sheet.getByLabel("Amount")).toBeFocused();
  // When the field loses the focus, the error replaces the hint, and the click that caused it still works.
  await ann.keyboard.press("ControlOrMeta+A");
  await ann.keyboard.type("8,,4");
  const chip = sheet.getByRole("group", { name: "Category" }).getByRole("button").nth(1);
  await chip.click();
  await expect(chip).toHaveAttribute("aria-pressed", "true");
  await ann.keyboard.press("Escape");

  sheet = await typed(ben, "1500");
  await sheet.getByLabel("What for").tap();
  await ben.keyboard.type("Tram");
  await expect(sheet.getByLabel("What for")).toHaveValue("Tram");
  await expect(sheet.getByLabel("Amount")).toHaveValue("1,500");
  await trip.close();
});

test("the chips of categories stand still while one types", async ({ browser }) => {
  const trip = await openMoneyTrip(browser);
  for (const page of [trip.ann, trip.ben]) {
    const sheet = await typed(page, "60");
    const chips = sheet.getByRole("group", { name: "Category" }).getByRole("button");
    const places = () => chips.evaluateAll((all) => all.map((chip) => chip.getBoundingClientRect().x));
    const before = await places();
    await sheet.getByLabel("What for").click();
    for (const word of ["Hotel", " massage", " museum", " insurance"]) {
      await page.keyboard.type(word);
      expect(await places()).toEqual(before);
    }
    await sheet.getByLabel("Amount").focus();
    await expect(sheet.getByRole("button", { name: "Visas & fees" }).first()).toBeVisible();
  }
  await trip.close();
});
