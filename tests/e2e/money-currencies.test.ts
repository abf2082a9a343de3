// @long: decimals of currencies in the form; unit/money-display has the rules
import { expect, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { chooseCurrency, expense, form } from "./money-screen.ts";
import { translatorOf } from "./messages.ts";

/**
 * Amounts that a person types, first with one decimal too many, and how the page shows them; the minor units are those
 * of ISO 4217.
 */
const SUMS = [
  { currency: "HUF", over: "1250.505", typed: "1250.5", shown: "1,250.50", amount: 125_050 },
  { currency: "CLP", over: "4500.5", typed: "4500", shown: "4,500", amount: 4500 },
  { currency: "KWD", over: "1.2345", typed: "1.234", shown: "1.234", amount: 1234 },
  { currency: "BHD", over: "20.0505", typed: "20.05", shown: "20.050", amount: 20_050 },
  { currency: "JPY", over: "1500.5", typed: "1500", shown: "1,500", amount: 1500 },
];

test.afterAll(closeDatabases);

for (const language of ["en", "zh"] as const) {
  const say = translatorOf(language);
  test(`sums have as many decimals as their currency, in the form and the list (${language})`, async ({
    browser,
  }) => {
    const context = await browser.newContext(DEVICES.desktop);
    await context.addCookies([{ name: "lang", value: language, url: appUrl() }]);
    const owner = await signInNewPerson(context, "Ann Lee");
    const { data: trip } = await call(
      tripsApi.create,
      { body: { title: "Around", currency: "EUR" } },
      as(owner),
    );
    const page = await context.newPage();
    await page.goto(`${appUrl()}/trips/${trip.id}?view=money`);
    for (const { currency, over, typed, shown } of SUMS) {
      await page
        .getByRole("button", { name: say("trip-money.add") })
        .first()
        .click();
      const sheet = form(page, say);
      const [chosen = ""] = say("trip-expense.currency.chosen").split("{");
      await chooseCurrency(sheet.getByRole("button", { name: chosen }), currency, say);
      const amount = sheet.getByLabel(say("trip-expense.amount.label"), { exact: true });
      const title = sheet.getByLabel(say("trip-expense.title"), { exact: true });
      await amount.fill(over);
      await title.fill(`A taxi in ${currency}`);
      await expect(amount).toHaveAttribute("aria-invalid", "true");
      await amount.fill(typed);
      await expect(amount).not.toHaveAttribute("aria-invalid");
      await expect(sheet.locator("button[form]")).toHaveText(only(shown));
      await amount.blur();
      await expect(amount).toHaveValue(shown);
      await title.press("Enter");
      await expect(expense(page, `A taxi in ${currency}`).locator("p").first()).toHaveText(only(shown));
    }
    const kept = async () => {
      const { data: rows } = await call(expensesApi.list, { params: { tripId: trip.id } }, as(owner));
      return Object.fromEntries(rows.map(({ money }) => [money.currency, money.amount]));
    };
    await expect.poll(kept).toEqual(Object.fromEntries(SUMS.map((sum) => [sum.currency, sum.amount])));
    await context.close();
  });
}

/** Matches exactly these figures, without further digits before or after them. */
function only(figures: string): RegExp {
  return new RegExp(`^[^\\d.,]*${figures.replaceAll(".", "\\.")}[^\\d.,]*$`);
}
